import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

let known: string | undefined

/** The version of the application, from its package file; `0.0.0` where there is none. */
export const appVersion = (): string => {
  // The bundled server lies in `dist/server`, the sources in `src/server`: as deep.
  const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../package.json')
  try {
    known ??= (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version ?? '0.0.0'
  } catch {
    known = '0.0.0'
  }
  return known
}
