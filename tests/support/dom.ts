/**
 * A document in a test that runs in Node's own environment, so that pages and the server can meet in one process
 * (vitest's jsdom environment loads every module as a browser would, and the server's files then have no place on disk).
 * Import it before anything that draws.
 */
import { builtinEnvironments } from 'vitest/runtime'

await builtinEnvironments.jsdom.setup(globalThis, { jsdom: { url: 'http://localhost:4299' } })

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

const define = (target: object, values: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(values)) {
    if (!(name in target)) {
      Object.defineProperty(target, name, { value, configurable: true, writable: true })
    }
  }
}

/** Fills the gaps jsdom has. Media queries answer no: a wide light page. */
const complete = (): void => {
  define(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer })
  define(window, { ResizeObserver: Observer, IntersectionObserver: Observer })
  Object.assign(window, {
    matchMedia: (media: string) => ({
      matches: false,
      media,
      onchange: null,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
      dispatchEvent: () => false,
    }),
    scrollTo: () => {},
    open: () => null,
  })
  define(Element.prototype, {
    scrollIntoView() {},
    scrollTo() {},
    hasPointerCapture: () => false,
    setPointerCapture() {},
    releasePointerCapture() {},
  })
  define(document, {
    fonts: { addEventListener() {}, removeEventListener() {}, ready: Promise.resolve() },
  })
}
complete()
