/** Maps fields to columns: one rule for migrations, reads and writes. */
import { traits } from '#schemas/define/kinds.ts'
import type { FieldModel } from './types.ts'

/** Name in the database: `checkInTime` → `check_in_time`; also `service-jobs` → `service_jobs`. */
export const snake = (name: string): string =>
  name.replace(/-/g, '_').replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

/** Column names of a field: one, or for money `[<name>_amount, <name>_currency]`. */
export const columnsOf = (field: Pick<FieldModel, 'name' | 'kind'>): readonly string[] =>
  traits(field.kind).storage === 'money'
    ? [`${snake(field.name)}_amount`, `${snake(field.name)}_currency`]
    : [snake(field.name)]
