import type { Json } from '#model/types.ts'
import { RowsTable } from '../../fields/RowsTable.tsx'
import type { ValueKind } from '../types.ts'

export const value: ValueKind = ({ field, value, draw }) => (
  <RowsTable field={field} rows={value as Record<string, Json>[]} draw={draw} />
)
