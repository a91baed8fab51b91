import type { FieldProblem } from '../../problem.ts'

/**
 * One row to import: `row` is its number in the file, `data` its values by field name as the API takes them, and maybe
 * `state`; `reason` is for a transition that needs one.
 */
export interface ImportRow {
  readonly row: number
  readonly data: unknown
  readonly reason?: string | undefined
}

export interface ImportOptions {
  /** `dry-run` writes nothing; `atomic` all rows or none; `partial` every row that is right, 500 to a transaction. */
  readonly mode: 'dry-run' | 'atomic' | 'partial'
  /** Unique field by which existing records are found and updated; without it every row is new. */
  readonly upsertBy?: string
  /**
   * The rows are records of another system, with the permission `<entity>.import.history`: new ones keep their state and
   * may give `createdAt` and derived fields; one that exists is never changed.
   */
  readonly history?: boolean
  /** Called between batches; within the transaction unless the mode is `partial`, so it must not touch the database itself. */
  readonly onProgress?: (done: number, total: number) => void | Promise<void>
}

/** What became of a row, or in a dry run would. */
export interface ImportAnswer {
  readonly row: number
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused'
  readonly id?: string
  readonly errors?: readonly FieldProblem[]
}

export interface ImportResult {
  /** False after a dry run, and when an atomic import met a refused row. */
  readonly committed: boolean
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly rows: readonly ImportAnswer[]
}

/** Counts the answers. */
export const resultOf = (rows: readonly ImportAnswer[], committed: boolean): ImportResult => {
  const count = (outcome: ImportAnswer['outcome']): number =>
    rows.filter((r) => r.outcome === outcome).length
  return {
    committed,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    rows,
  }
}
