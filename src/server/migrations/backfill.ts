import { traits } from '#schemas/define/kinds.ts'
import type { FieldModel, Model } from '#model/types.ts'
import { columnName, columnNames, quoted } from './names.ts'

const neutral = (field: FieldModel, column: string, unique: boolean): string | undefined => {
  if (field.kind === 'money') {
    return column.endsWith('_amount') ? String(field.min ?? 0) : quoted(field.currency ?? 'EUR')
  }
  if (field.options?.[0] && field.kind === 'enum') return quoted(field.options[0].value)
  switch (traits(field.kind).storage) {
    case 'text':
      return unique ? '"id"::text' : quoted('')
    case 'integer':
    case 'double':
      return String(field.min ?? 0)
    case 'boolean':
      return 'false'
    case 'date':
      return '"created_at"::date'
    case 'timestamptz':
      return '"created_at"'
    case 'uuid[]':
    case 'text[]':
      return quoted('{}')
    case 'jsonb':
      return quoted(['rows', 'images', 'files'].includes(field.kind) ? '[]' : '{}')
    default:
      return undefined
  }
}

/**
 * SQL value for existing rows of a column that becomes required and has no default. Undefined if
 * there is no neutral value: a person must choose a reference or a file.
 */
export const backfillOf = (model: Model, table: string, column: string): string | undefined => {
  const resource = model.resources.find((r) => r.table === table)
  const field = resource?.fields.find((f) => columnNames(f).includes(column))
  if (!resource || !field) return undefined
  return neutral(
    field,
    column,
    resource.unique.some((names) => names.some((name) => columnName(name) === column)),
  )
}
