import { expect, test } from 'vitest'
import { counts, type Report } from './phases.mjs'

const report = (given: Partial<Report>): Report => ({ numTotalTests: 3, numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...given })
const counted = (given: Partial<Report>, code = 0) => { const { passed, failed } = counts(report(given), code); return [passed, failed] }

test('passed and failed tests are counted as vitest counts them', () => {
  expect(counted({})).toEqual([3, 0])
  expect(counted({ numPassedTests: 1, numFailedTests: 2 }, 1)).toEqual([1, 2])
})

test('what did not run has not passed: no test, no report, a skipped test, a file that did not load', () => {
  expect(counted({ numTotalTests: 0, numPassedTests: 0 })).toEqual([0, 1])
  expect(counts(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(counted({ numPassedTests: 1, numPendingTests: 1, numTodoTests: 1 })).toEqual([1, 2])
  expect(counted({ testResults: [{ status: 'failed', assertionResults: [] }] }, 1)).toEqual([3, 1])
})

test('an error outside every test is a failure', () => {
  expect(counted({}, 1)).toEqual([3, 1])
})
