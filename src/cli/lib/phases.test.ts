import { expect, test } from 'vitest'
import { at } from './paths.mjs'
import { counts, type Report } from './phases.mjs'

const report = (given: Partial<Report>): Report => ({
  numTotalTests: 3,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...given,
})
const counted = (given: Partial<Report>, code = 0) => {
  const { passed, failed } = counts(report(given), code)
  return [passed, failed]
}

test('counts passed and failed tests as vitest does', () => {
  expect(counted({})).toEqual([3, 0])
  expect(counted({ numPassedTests: 1, numFailedTests: 2 }, 1)).toEqual([1, 2])
})

test('counts a missing report, no tests, skipped tests and a file that did not load as failures', () => {
  expect(counted({ numTotalTests: 0, numPassedTests: 0 })).toEqual([0, 1])
  expect(counts(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(counted({ numPassedTests: 1, numPendingTests: 1, numTodoTests: 1 })).toEqual([1, 2])
  expect(
    counted(
      { testResults: [{ name: at('a.test.ts'), status: 'failed', assertionResults: [] }] },
      1,
    ),
  ).toEqual([3, 1])
})

test('an error outside the tests counts as a failure', () => {
  expect(counted({}, 1)).toEqual([3, 1])
})

test('prints failures by file and test name, with the first lines of the message and no runner frames', () => {
  const message = [
    'AssertionError: \u001b[31mexpected 1 to be 2\u001b[39m',
    '    at src/a.test.ts:3:5',
    '    at node_modules/runner.js:1:1',
    ...Array.from({ length: 40 }, (_, i) => `line ${i}`),
  ].join('\n')
  const testResults: Report['testResults'] = [
    {
      name: at('src/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'a holds', failureMessages: [] },
        { status: 'failed', fullName: 'b holds', failureMessages: [message] },
      ],
    },
    {
      name: at('src/b.test.ts'),
      status: 'failed',
      message: 'Cannot find module',
      assertionResults: [],
    },
    {
      name: at('src/c.test.ts'),
      status: 'passed',
      assertionResults: [{ status: 'passed', fullName: 'c holds', failureMessages: [] }],
    },
  ]
  const lines = counts(report({ numFailedTests: 1, testResults }), 1).output.split('\n')
  expect(lines.slice(0, 4)).toEqual([
    '✗ src/a.test.ts › b holds',
    '    AssertionError: expected 1 to be 2',
    '        at src/a.test.ts:3:5',
    '    line 0',
  ])
  expect(lines.slice(-4)).toEqual([
    '    line 27',
    '✗ src/b.test.ts › could not be loaded',
    '    Cannot find module',
    '',
  ])
})
