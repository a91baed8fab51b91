import type { FieldProblem } from '../base/problem.ts'
import type { Draft } from './pending.ts'
import { CellProblem } from './values.ts'

/** An invalid cell; `columns` names its columns in the file. */
export interface CellFault extends FieldProblem {
  readonly columns: readonly string[]
}
/** Why a record that a reference would create cannot be: the errors of its cells. */
export class RecordProblem extends Error {
  readonly errors: readonly CellFault[]
  constructor(errors: readonly CellFault[]) {
    super('The cells of this record are wrong')
    this.errors = errors
  }
}

/** One row as a draft record, or the errors of its cells. */
export interface MappedRow {
  readonly row: number
  readonly draft: Draft
  /** Reason for the transition that `state` requests. */
  readonly reason?: string
  readonly errors: readonly CellFault[]
  /** Its cells are not those of its columns, so that nothing in it was read. */
  readonly isBroken?: boolean
}

/** The problem of a cell as a fault of the field at a path; throws any other error again. */
export const faultOf = (error: unknown, path: string): CellFault => {
  if (!(error instanceof CellProblem)) throw error
  const { said, columns } = error
  return { path, code: 'invalid_value', message: said, columns }
}
