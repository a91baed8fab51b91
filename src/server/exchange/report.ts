import { english, membersOf, type Params } from '#model/message.ts'
import { own } from '#schemas/define/own.ts'
import type { RowOutcome } from './importChunk.ts'
import type { TableRow } from './readTable.ts'
import { columnsOf, isReference, type Mapping } from '#model/importMapping.ts'

/**
 * One reason why a row was refused, like a problem of a form: `path` leads to the field, and the
 * pages translate `message`. `row` counts from 1 below the header; `line` is its number in the
 * file; `columns` are those of the file to look at.
 */
export type ImportError = {
  readonly row: number
  readonly line?: number
  readonly path: string
  readonly code: string
  readonly message: string
  readonly columns: readonly string[]
  /** Of a message with values: its template and its values. */
  readonly text?: string
  readonly params?: Params
}

/**
 * Result of an import, or in a dry run its expected result. `errors` holds the first 1000; the rest
 * is in the report file.
 */
export type ImportReport = {
  readonly collection: string
  readonly mode: 'dry-run' | 'atomic' | 'partial'
  /** False after a dry run, and when an atomic import was refused as a whole. */
  readonly committed: boolean
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly errors: readonly ImportError[]
  /** Key of the refused rows as CSV with their reasons, for `Imports.errorsCsv`; null without any. */
  readonly report: string | null
  /** The operation that undoes it; null if nothing was written. */
  readonly operationId: string | null
}

export type Counts = {
  read: number
  created: number
  updated: number
  unchanged: number
  refused: number
}
export const noCounts = (): Counts => ({
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
})

/** Returns the counts after these rows. */
export const counted = (before: Counts, outcomes: readonly RowOutcome[]): Counts => {
  const after = { ...before }
  for (const { outcome } of outcomes) {
    after.read++
    after[outcome]++
  }
  return after
}

/** Columns of the entry at a path; of child rows, whose paths have numbers, those of their part. */
const columnsAt = (mapping: Mapping, path: string): string[] => {
  if (path === 'reason') return columnsOf(mapping, mapping.reason)
  const names = path.split('.').filter((part) => !/^\d+$/.test(part))
  const rest: string[] = []
  for (; names.length > 0; names.pop()) {
    const entry = own(mapping.fields, names.join('.'))
    if (entry === undefined) {
      rest.unshift(names.at(-1)!)
      continue
    }
    const inner =
      isReference(entry) && entry.create && rest.length > 0
        ? columnsAt({ ...mapping, fields: entry.create }, rest.join('.'))
        : []
    return inner.length > 0 ? inner : columnsOf(mapping, entry)
  }
  return []
}

/** Returns the errors of refused rows, with their lines and the column names of the file. */
export const errorsOf = (
  mapping: Mapping,
  outcomes: readonly RowOutcome[],
  rows: readonly TableRow[],
): ImportError[] => {
  const lines = new Map(rows.map(({ row, line }) => [row, line]))
  return outcomes.flatMap(({ row, errors }) =>
    errors.map(({ path, code, message, columns }) => ({
      row,
      line: lines.get(row)!,
      path,
      code,
      message: english(message),
      ...membersOf(message),
      columns: [...new Set(columns?.length ? columns : columnsAt(mapping, path))],
    })),
  )
}
