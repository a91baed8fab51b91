/** Before the tests of the Firebase services: the emulators, once for all files; each file uses a project of its own. */
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
