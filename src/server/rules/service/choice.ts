/** Checks of what a record chooses, the same for one write and for a whole import. */
import { invalid, type FieldProblem } from '../../problem.ts'
import type { Change } from '../types.ts'

/** 422 with the problems, if there are any. */
export const refuseProblems = (problems: readonly FieldProblem[]): void => {
  if (problems.length) throw invalid([...problems])
}

/** The changes in which something is wrong, for `checkMany`; asked one after the other, so that two imports hold things in their order. */
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
