import { createHash } from 'node:crypto'
import { columnsOf, snake } from '#model/columns.ts'
import type { FieldModel } from '#model/types.ts'

/** Column of a field: `checkIn` → `check_in`. */
export const columnName = snake

/** Columns of a field in sort order: for money, currency before amount. */
export const columnNames = (field: Pick<FieldModel, 'name' | 'kind'>): string[] =>
  [...columnsOf(field)].reverse()

const MAX_BYTES = 63

/**
 * Name of an index or constraint: `<table>_<columns>_<suffix>`, shortened with a hash beyond
 * PostgreSQL's 63 bytes.
 */
export const constraintName = (
  table: string,
  columns: readonly string[],
  suffix: 'key' | 'idx' | 'fk' | 'check',
): string => {
  const full = [table, ...columns, suffix].join('_')
  if (full.length <= MAX_BYTES) return full
  const hash = createHash('sha256').update(full).digest('hex').slice(0, 8)
  return `${full.slice(0, MAX_BYTES - hash.length - suffix.length - 2)}_${hash}_${suffix}`
}

/** `'it''s'`. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
