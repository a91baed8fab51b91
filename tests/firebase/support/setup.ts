/**
 * Setup of the Firebase tests: starts the emulators once for all files; each file uses its own
 * project.
 */
import type { TestProject } from 'vitest/node'
import { startAuthEmulator } from './authEmulator.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Origin of the Auth emulator. */
    authEmulator: string
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const auth = await startAuthEmulator()
  project.provide('authEmulator', auth.origin)
  return () => auth.stop()
}
