import { own } from '#schemas/define/own.ts'
import type { ResourceModel } from '#model/types.ts'
import type { RowOutcome } from './importChunk.ts'
import { columnsOf, type Mapping } from '#model/importMapping.ts'

/**
 * One reason why a row was refused: `row` counts from 1 below the header; `column` is a column of
 * the file, or the field if no column caused the error.
 */
export type ImportError = {
  readonly row: number
  readonly column: string
  readonly reason: string
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

const labelOf = (resource: ResourceModel, path: string): string =>
  resource.fields.find((f) => f.name === path.split('.')[0])?.label ?? path

/** Columns of the entry at a path; of child rows, whose paths have numbers, those of their part. */
const columnsAt = (mapping: Mapping, path: string): string[] => {
  if (path === 'reason') return columnsOf(mapping, mapping.reason)
  const names = path.split('.').filter((part) => !/^\d+$/.test(part))
  for (; names.length > 0; names.pop()) {
    const entry = own(mapping.fields, names.join('.'))
    if (entry !== undefined) return columnsOf(mapping, entry)
  }
  return []
}

/** Returns the errors of refused rows, with the column names of the file. */
export const errorsOf = (
  resource: ResourceModel,
  mapping: Mapping,
  outcomes: readonly RowOutcome[],
): ImportError[] =>
  outcomes.flatMap(({ row, errors }) =>
    errors.map((error): ImportError => {
      const columns = error.columns?.length ? error.columns : columnsAt(mapping, error.path)
      return {
        row,
        column: [...new Set(columns)].join(', ') || labelOf(resource, error.path),
        reason: error.message,
      }
    }),
  )
