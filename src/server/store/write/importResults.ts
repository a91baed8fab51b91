import type { FieldProblem } from '../../base/problem.ts'
import type { Candidate } from './importCandidate.ts'
import type { RowResult, ImportRow } from './importTypes.ts'

/** Results of the rows of a batch, collected while it runs. */
export interface RowResults {
  readonly refused: (row: number, errors: readonly FieldProblem[]) => void
  readonly unchanged: (candidate: Candidate) => void
  readonly written: (candidate: Candidate) => void
  /** One result per row, in their order. */
  readonly of: (rows: readonly ImportRow[]) => RowResult[]
}

/** Creates an empty collection of results. */
export const collectResults = (): RowResults => {
  const results = new Map<number, RowResult>()
  const add = (result: RowResult): void => void results.set(result.row, result)
  return {
    refused: (row, errors) => add({ row, outcome: 'refused', errors }),
    unchanged: ({ row, wanted }) => add({ row, outcome: 'unchanged', id: wanted.id }),
    written: ({ row, wanted, before }) =>
      add({ row, outcome: before ? 'updated' : 'created', id: wanted.id }),
    of: (rows) => rows.map(({ row }) => results.get(row)!),
  }
}
