import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

let known: string | undefined

/** Returns the application version from its package file; `0.0.0` if there is none. */
export const appVersion = (): string => {
  // The sources are one folder deeper than the bundled server (`dist/server`).
  const up = import.meta.url.endsWith('.ts') ? '../../../package.json' : '../../package.json'
  const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), up)
  try {
    known ??= (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version ?? '0.0.0'
  } catch {
    known = '0.0.0'
  }
  return known
}
