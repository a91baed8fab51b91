/** Runs before each test file. */
import { afterAll } from 'vitest'
import { endAll } from './endings.ts'

afterAll(endAll)

// What a screen shows is awaited, not timed: a busy machine may take its time.
if (typeof document !== 'undefined') {
  ;(await import('@testing-library/react')).configure({ asyncUtilTimeout: 20_000 })
}
