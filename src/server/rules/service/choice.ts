/** Checks of a record's references, shared by single writes and imports. */
import { invalid, type FieldProblem } from '../../base/problem.ts'
import type { Change } from '../types.ts'

/** Throws 422 with the problems, if there are any. */
export const refuseProblems = (problems: readonly FieldProblem[]): void => {
  if (problems.length) throw invalid([...problems])
}

/**
 * Returns the changes that fail, for `checkMany`. Runs the checks one after the other, so that
 * imports take locks in their order.
 */
export const checkEach = async <R>(
  changes: readonly Change<R>[],
  problemsOf: (change: Change<R>) => Promise<readonly FieldProblem[]>,
): Promise<Map<Change<R>, readonly FieldProblem[]>> => {
  const wrong = new Map<Change<R>, readonly FieldProblem[]>()
  for (const change of changes) {
    const problems = await problemsOf(change)
    if (problems.length) wrong.set(change, problems)
  }
  return wrong
}
