/** What was typed into a form as plain text, as people read it. */
import { own } from '#schemas/define/own.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { formatOf } from '#engine/fields/format.ts'
import { label, t } from '#ui/i18n.ts'

/** The language and time zone of the reader. */
export interface Reader {
  readonly language: string
  readonly zone: string
}
type Values = Readonly<Record<string, Json>>

const isEmpty = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every((part) => isEmpty(part as Json)))

/** An amount that was not typed yet has a currency alone. */
const isTyped = (field: FieldModel, value: Json): boolean =>
  !isEmpty(value) && (field.kind !== 'money' || (value as Values).amount !== null)

const partsOf = (fields: readonly FieldModel[], value: Json, reader: Reader): string =>
  linesOf(fields, value as Values, reader).join(', ')

const textOf = (field: FieldModel, value: Json, reader: Reader): string => {
  switch (field.kind) {
    case 'rows':
      return (value as readonly Json[])
        .map((row) => `\n- ${partsOf(field.fields ?? [], row, reader)}`)
        .join('')
    case 'object':
      return partsOf(field.fields ?? [], value, reader)
    case 'variant': {
      const shape = field.variants?.find((v) => v.value === (value as Values).kind)
      const parts = partsOf(shape?.fields ?? [], value, reader)
      return [label(shape?.label ?? ''), parts].filter(Boolean).join(', ')
    }
    case 'boolean':
      return t(value ? 'common.yes' : 'common.no')
    case 'json':
      return JSON.stringify(value)
    default:
      return formatOf(field, reader.language, reader.zone)(value)
  }
}

/** A line for each field that has a value. */
export const linesOf = (
  fields: readonly FieldModel[],
  values: Values,
  reader: Reader,
): readonly string[] =>
  fields.flatMap((field) => {
    const value = own(values, field.name) ?? null
    if (!isTyped(field, value)) return []
    const text = textOf(field, value, reader)
    return `${label(field.label)}:${text.startsWith('\n') ? '' : ' '}${text}`
  })
