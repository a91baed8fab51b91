/** Runs before each test file. */
import { afterAll } from 'vitest'
import './cheapHashes.ts'
import { endAll } from './endings.ts'

afterAll(endAll)

// Tests wait for what a screen shows without timing it, since a busy machine may be slow.
if (typeof document !== 'undefined') {
  // jsdom has no pointer capture and no media queries: none of them matches.
  Object.assign(Element.prototype, { setPointerCapture() {}, hasPointerCapture: () => false })
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  })
  ;(await import('@testing-library/react')).configure({ asyncUtilTimeout: 20_000 })
}
