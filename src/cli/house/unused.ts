/** Exports that no other file uses, as knip finds them. */
import { spawnSync } from 'node:child_process'
import { command, root } from '../lib/paths.mjs'
import type { Measure } from './measures.ts'

interface Found {
  readonly name: string
  readonly line: number
}

interface Report {
  readonly issues: readonly {
    readonly file: string
    readonly exports?: readonly Found[]
    readonly types?: readonly Found[]
  }[]
}

/** Counts exported values and types without a user. Takes as long as all other measures. */
export const unusedExports = (): Measure => {
  const { stdout } = spawnSync(
    process.execPath,
    [command.knip(), '--no-progress', '--include', 'exports,types', '--reporter', 'json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1_048_576 },
  )
  const { issues } = JSON.parse(stdout) as Report
  const where = issues.flatMap(({ file, exports = [], types = [] }) =>
    [...exports, ...types].map(({ name, line }) => `${file}:${line} ${name}`),
  )
  return { name: 'exports without a user', value: where.length, bound: 0, is: 'most', where }
}
