import type { FieldProblem } from '../../base/problem.ts'

/**
 * One row to import: `row` is its number in the file, `data` its values by field name as in the
 * API, optionally with `state`; `reason` is for a transition that needs one.
 */
export interface ImportRow {
  readonly row: number
  readonly data: unknown
  readonly reason?: string | undefined
  /**
   * Problems of values that `data` therefore lacks. The row is refused with these and with what else
   * is wrong.
   */
  readonly faults?: readonly FieldProblem[]
}

export interface ImportOptions {
  /**
   * `dry-run` writes nothing; `atomic` writes all rows or none; `partial` writes every valid row,
   * 500 per transaction.
   */
  readonly mode: 'dry-run' | 'atomic' | 'partial'
  /** Unique field that identifies existing records; without it every row is new. */
  readonly upsertBy?: string
  /**
   * The rows are records of another system; needs the permission `<entity>.import.history`. New
   * ones keep their state and may have `createdAt` and derived fields; an existing one is never
   * changed.
   */
  readonly history?: boolean
  /**
   * Groups of which rows give some parts: an existing record keeps the others. A part that is
   * `null` is emptied.
   */
  readonly parts?: ReadonlySet<string>
  /**
   * Called between batches; within the transaction unless the mode is `partial`, so it must not use
   * the database itself.
   */
  readonly onProgress?: (done: number, total: number) => void | Promise<void>
}

/** The result of a row, or in a dry run the expected one. */
export interface RowResult {
  readonly row: number
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused'
  readonly id?: string
  readonly errors?: readonly FieldProblem[]
}

export interface ImportResult {
  /** False after a dry run, and when an atomic import had a rejected row. */
  readonly committed: boolean
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly rows: readonly RowResult[]
}

/** Counts the row results. */
export const resultOf = (rows: readonly RowResult[], committed: boolean): ImportResult => {
  const count = (outcome: RowResult['outcome']): number =>
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
