/**
 * `npm run house`: measures the code against its limits; exits with 1 when one is exceeded. `--
 * --where` lists the locations.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { circles, docstrings, forms, sizes, type Measure } from './house/measures.ts'
import { retiredWords } from './house/words.ts'
import { sources } from './house/source.ts'
import { at, root } from './lib/paths.mjs'
import { command, readArgs } from './terminal.ts'

/** Hash of the commit that formatted the tree; older commits followed other subject rules. */
const formatted = (): string =>
  /^[0-9a-f]{40}/m.exec(readFileSync(at('.git-blame-ignore-revs'), 'utf8'))?.[0] ?? 'HEAD'
const MOST_PLACES = 60

const subjects = (): Measure => {
  const long = execFileSync('git', ['log', '--format=%h %s', `${formatted()}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((line) => line.slice(line.indexOf(' ') + 1).length > 72)
  return { name: 'commit subjects over 72', value: long.length, bound: 0, is: 'most', where: long }
}

const kept = ({ value, bound, is }: Measure): boolean =>
  is === 'most' ? value <= bound : value >= bound

const line = (measure: Measure): string =>
  [
    kept(measure) ? '✓' : '✗',
    measure.name.padEnd(32),
    (Number.isInteger(measure.value) ? String(measure.value) : measure.value.toFixed(1)).padStart(
      7,
    ),
    `${measure.is === 'most' ? '≤' : '≥'} ${measure.bound}`,
  ].join(' ')

await command(() => {
  const { values } = readArgs(
    'npm run house -- [--where]',
    { where: { type: 'boolean', default: false } },
    { min: 0, max: 0 },
  )
  const all = sources()
  const measures = [
    ...sizes(all),
    ...forms(all),
    circles(all),
    docstrings(all),
    retiredWords(),
    subjects(),
  ]
  for (const measure of measures) {
    console.log(line(measure))
    if (!values.where) continue
    for (const place of measure.where.slice(0, MOST_PLACES)) console.log(`    ${place}`)
  }
  process.exitCode = measures.every(kept) ? 0 : 1
  return Promise.resolve()
})
