/**
 * Provides a document in Node's own test environment, so that pages and the server can run in one
 * process (vitest's jsdom environment loads every module like a browser, so the server's files have
 * no location on disk). Import it before any module that renders.
 */
import * as React from 'react'
import { builtinEnvironments } from 'vitest/runtime'

/** Counter of places that React notes. */
const NOTED = 'recentlyCreatedOwnerStacks'

// With it React notes for every element where it was made, for a debugger that nobody has open.
Reflect.deleteProperty(console, 'createTask')
// The same for its own notes: it stops at a number of them. Warnings lose the place, not their text.
const notes = Object.values<unknown>(React).find(
  (value): value is object => typeof value === 'object' && value !== null && NOTED in value,
)
if (!notes) throw new Error('React counts elsewhere how many places it notes.')
Object.defineProperty(notes, NOTED, { get: () => Infinity, set: () => {} })

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

/** Adds what jsdom lacks. Media queries never match: a wide light page. */
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
