import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, isBuilt } from './build.mjs'
import { checkTypes, lint } from './checks.mjs'
import { ensureEmulators } from './install.mjs'
import { whatChanged } from './changed.mjs'
import { cannotMount, mountingTests } from './mounts.mjs'
import { at, command, root } from './paths.mjs'
import { node, say } from './run.mjs'

/**
 * One phase of `npm test`. `passed` and `failed` count checks, at least one. `output` describes the
 * failures and is repeated at the end of the run, since often only the end of a long log is kept.
 * @typedef {{ passed: number, failed: number, output: string }} Result
 */

const one = ({ code, output }) => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  output,
})

const types = async () => one(await checkTypes({ quiet: true, args: ['--pretty', 'false'] }))

const linting = async (files) => one(await lint({ files, quiet: true }))

const format = async () => one(await node(command.oxfmt(), ['--check'], { quiet: true }))

const house = async () =>
  one(await node(command.tsx(), [at('src/cli/house.ts'), '--ratchet', '--where'], { quiet: true }))

const unused = async () => one(await node(command.knip(), ['--no-progress'], { quiet: true }))

const buildAll = async () =>
  isBuilt() ? { passed: 1, failed: 0, output: '' } : one(await build({ quiet: true }))

/** Formats each failed test of vitest's JSON report: file, name and first lines of the message. */
const failures = (report) =>
  report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const tests = file.assertionResults.filter((test) => test.status === 'failed')
      const said =
        tests.length > 0
          ? tests.map((test) => ({ name: test.fullName, message: test.failureMessages.join('\n') }))
          : [{ name: 'could not be loaded', message: file.message }]
      return said.map(
        ({ name, message }) =>
          `✗ ${path.relative(root, file.name)} › ${name}\n${firstLines(message)}`,
      )
    })

const firstLines = (text = '') =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 30)
    .map((line) => `    ${line}`)
    .join('\n')

/**
 * Counts passed and failed tests of vitest's JSON report. A file that could not be loaded, a
 * skipped test, an error outside a test and an empty run count as failures: a check that did not
 * run has not passed.
 */
export function counts(report, code) {
  if (!report) return { passed: 0, failed: 1, output: 'vitest wrote no report\n' }
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  const skipped = report.numPendingTests + report.numTodoTests
  const failed = report.numFailedTests + broken + skipped
  const silent = failed === 0 && (code !== 0 || report.numPassedTests === 0)
  const output = [
    ...failures(report),
    skipped > 0 && `${skipped} tests were skipped`,
    report.numTotalTests === 0 && 'no test was found',
    silent && code !== 0 && 'vitest failed outside its tests',
  ]
  return {
    passed: report.numPassedTests,
    failed: failed + (silent ? 1 : 0),
    output: output
      .filter(Boolean)
      .map((line) => `${line}\n`)
      .join(''),
  }
}

/** Bytes that data directories and browsers of two test files take at once, with a margin. */
const scratchBytes = 6e9

/**
 * Folder for the data of tested products: in memory if there is room, since they sync every write.
 */
const scratchRoot = () => {
  const memory = '/dev/shm'
  if (!fs.existsSync(memory)) return os.tmpdir()
  const { bavail, bsize } = fs.statfsSync(memory)
  return bavail * bsize >= scratchBytes ? memory : os.tmpdir()
}

/** Runs vitest projects, or only the given files of them. */
const vitest =
  (projects, files = [], env = {}) =>
  async () => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'vitest-'))
    const file = path.join(scratch, 'report.json')
    try {
      // With NODE_ENV=production React's test utilities would be missing.
      const { code } = await node(
        command.vitest(),
        [
          'run',
          ...projects.flatMap((project) => ['--project', project]),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
          ...files,
        ],
        {
          env: { NODE_ENV: 'test', ...env },
        },
      )
      return counts(
        fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined,
        code,
      )
    } finally {
      fs.rmSync(scratch, { recursive: true, force: true })
    }
  }

let demoData
/**
 * A data directory with the demo data, which products of journeys and Firebase tests start from.
 * Made once per run and removed at its end.
 */
const demoDirectory = () =>
  (demoData ??= (async () => {
    const directory = fs.mkdtempSync(path.join(scratchRoot(), 'journey-template-'))
    process.once('exit', () => fs.rmSync(directory, { recursive: true, force: true }))
    const { code, output } = await node(
      command.tsx(),
      [at('tests/support/makeTemplate.ts'), directory],
      { quiet: true, env: { NODE_ENV: 'test' } },
    )
    if (code !== 0) throw new Error(`The demo data could not be created:\n${output}`)
    return directory
  })())

/** Runs a project whose files start their own products. */
const products = (project, files) => async () =>
  vitest([project], files, { TMPDIR: scratchRoot(), JOURNEY_TEMPLATE: await demoDirectory() })()

/**
 * All journeys. Those that mount file systems are left out, with a message, where mounting is
 * impossible.
 */
const journeys = () => {
  const why = cannotMount()
  if (!why) return products('journeys')()
  say(
    `NOT TESTED here: loss of power and a database without room, because this machine cannot mount (${why})`,
  )
  return products(
    'journeys',
    mountingTests.map((file) => `--exclude=${file}`),
  )()
}

/** Tests the Firebase services against emulators, which are in a separate package. */
export const firebase = async () => {
  await ensureEmulators()
  return products('firebase')()
}

const openapi = async () => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'openapi-'))
  const file = path.join(scratch, 'openapi.json')
  try {
    const written = await node(command.tsx(), [at('src/cli/openapi.ts'), file], { quiet: true })
    if (written.code !== 0) return one(written)
    return one(
      await node(command.redocly(), ['lint', file, '--extends', 'recommended'], {
        quiet: true,
        env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      }),
    )
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * Groups run in order, the phases of one group in parallel. `live` phases show their own progress.
 */
export const groups = [
  [
    { name: 'types', run: types },
    { name: 'lint', run: () => linting() },
    { name: 'format', run: format },
    { name: 'house', run: house },
    { name: 'unused', run: unused },
    { name: 'build', run: buildAll },
    { name: 'openapi', run: openapi },
  ],
  [{ name: 'vitest', run: vitest(['unit', 'together']), live: true }],
  // Both mostly wait and share nothing: each has its own products, browsers, databases and
  // emulators.
  [
    { name: 'journeys', run: journeys, live: true, needs: 'build' },
    { name: 'firebase', run: firebase, live: true, needs: 'build' },
  ],
]

/** Draws the screens of every entity for three roles: all permissions, some, and one vendor's. */
const screens = 'tests/suites/screens/full.test.ts'

/**
 * Phases that a change needs, without those it cannot affect.
 *
 * @param {string} since a commit
 */
export const changedGroups = (since) => {
  const { changed, tests, entities } = whatChanged(since)
  const code = changed.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const schemas = changed.some((file) => file.startsWith('schemas/'))
  const units = [
    ...tests.filter((file) => !/^tests\/(journeys|firebase)\//.test(file)),
    ...(schemas ? ['tests/suites/modelSnapshots.test.ts', screens] : []),
  ]
  const journeys = tests.filter((file) => file.startsWith('tests/journeys/'))
  const of = schemas ? { SCREENS_OF: entities.join(',') } : {}
  return [
    [
      code.length > 0 && { name: 'types', run: types },
      code.length > 0 && { name: 'lint', run: () => linting(code) },
      { name: 'format', run: format },
      journeys.length > 0 && { name: 'build', run: buildAll },
    ].filter(Boolean),
    units.length > 0
      ? [{ name: 'vitest', run: vitest(['unit'], [...new Set(units)], of), live: true }]
      : [],
    journeys.length > 0
      ? [{ name: 'journeys', run: products('journeys', journeys), live: true, needs: 'build' }]
      : [],
  ]
}
