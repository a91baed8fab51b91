/**
 * `npm run house`: measures the code against its limits; exits with 1 when one is exceeded. `--
 * --where` lists the locations. `npm test` runs it with `--ratchet`, which lets a measure that has
 * not reached its limit pass as long as it does not get worse.
 */
import { execFileSync } from 'node:child_process'
import { circles, docstrings, forms, sizes, type Measure } from './house/measures.ts'
import { unusedExports } from './house/unused.ts'
import { retiredWords } from './house/words.ts'
import { sources } from './house/source.ts'
import { root } from './lib/paths.mjs'
import { command, readArgs } from './terminal.ts'

/**
 * Subjects are measured after this commit: its own is too long, as are ten before it, and published
 * history is not rewritten.
 */
const SUBJECTS_SINCE = 'd7919e98b9b68a0d2808639ecedc532158e9f5e0'
/** Values of measures beyond their limits, for `--ratchet`. Lower them when the code gets better. */
const reached: Readonly<Record<string, number>> = {}
const MOST_PLACES = 200

const subjects = (): Measure => {
  const long = execFileSync('git', ['log', '--format=%h %s', `${SUBJECTS_SINCE}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((line) => line.slice(line.indexOf(' ') + 1).length > 72)
  return { name: 'commit subjects over 72', value: long.length, bound: 0, is: 'most', where: long }
}

const kept = ({ name, value, bound, is }: Measure, ratchet: boolean): boolean => {
  if (is === 'least') return value >= bound
  return value <= Math.max(bound, ratchet ? (reached[name] ?? 0) : 0)
}

const line = (measure: Measure, ratchet: boolean): string =>
  [
    kept(measure, ratchet) ? '✓' : '✗',
    measure.name.padEnd(32),
    (Number.isInteger(measure.value) ? String(measure.value) : measure.value.toFixed(1)).padStart(
      7,
    ),
    `${measure.is === 'most' ? '≤' : '≥'} ${measure.bound}`,
  ].join(' ')

await command(() => {
  const { values } = readArgs(
    'npm run house -- [--where] [--ratchet]',
    {
      where: { type: 'boolean', default: false },
      ratchet: { type: 'boolean', default: false },
    },
    { min: 0, max: 0 },
  )
  const all = sources()
  const measures = [
    ...sizes(all),
    ...forms(all),
    ...circles(all),
    docstrings(all),
    retiredWords(),
    subjects(),
    // `npm test` runs knip itself.
    ...(values.ratchet ? [] : [unusedExports()]),
  ]
  for (const measure of measures) {
    console.log(line(measure, values.ratchet))
    if (!values.where) continue
    for (const place of measure.where.slice(0, MOST_PLACES)) console.log(`    ${place}`)
  }
  process.exitCode = measures.every((measure) => kept(measure, values.ratchet)) ? 0 : 1
  return Promise.resolve()
})
