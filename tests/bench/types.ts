/**
 * `npm run bench:types`: time and memory of the type checker on the whole project, median of three
 * runs from nothing; then again with nothing changed, which reads what the last run kept.
 */
import { spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { held, median, printTable } from './table.ts'

const root = path.resolve(import.meta.dirname, '../..')
const RUNS = 3

interface Run {
  readonly seconds: number
  readonly metrics: ReadonlyMap<string, string>
}

const check = (...options: readonly string[]): Run => {
  const started = performance.now()
  const { stdout } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/typescript/bin/tsc'), '--extendedDiagnostics', ...options],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 },
  )
  const metrics = new Map(
    [...stdout.matchAll(/^([A-Z][\w /-]+):\s+(\S+)$/gm)].map((m) => [m[1]!, m[2]!]),
  )
  return { seconds: (performance.now() - started) / 1000, metrics }
}

console.log(
  `Load of the machine before: ${os
    .loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')} on ${os.cpus().length} cores`,
)
const runs = Array.from({ length: RUNS }, () => check('--incremental', 'false'))
check()
const again = check()
const { metrics } = runs.at(-1)!
const seconds = median(runs.map((r) => r.seconds))
printTable('Types', [
  held(
    'tsc over the whole project',
    `${seconds.toFixed(1)} s (${runs.map((r) => r.seconds.toFixed(1)).join(', ')})`,
    seconds,
    { most: 5, unit: 's' },
  ),
  { measure: 'again, nothing changed', value: `${again.seconds.toFixed(1)} s` },
  ...[
    'Files',
    'Lines',
    'Types',
    'Instantiations',
    'Memory used',
    'Check time',
    'Total time',
  ].flatMap((name) => (metrics.has(name) ? [{ measure: name, value: metrics.get(name)! }] : [])),
])
