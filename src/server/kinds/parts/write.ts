/** Values as people read them: decimal amounts, labels, titles and local times. */
import { own } from '#schemas/define/own.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { labelIn } from '../../texts/labels.ts'
import type { ServerKind, Written } from '../types.ts'
import { minorDigits } from './amounts.ts'

type Write = ServerKind['write']
type Members = Readonly<Record<string, Json>>

/** True for the value of a group, an amount or a reference with its collection. */
export const isObject = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `251000` and `EUR` are `2510.00`. */
export const major = (value: Json | undefined): string => {
  if (!isObject(value) || typeof value.amount !== 'number') return ''
  const digits = minorDigits(String(value.currency))
  return (value.amount / 10 ** digits).toFixed(digits)
}

const option = ({ options }: FieldModel, one: Json, { keys, language }: Written): string => {
  const found = keys ? undefined : options?.find((o) => o.value === one)
  return found ? labelIn(language, found.label) : String(one)
}

/** Parts of a group, joined. */
export const inside = (
  fields: readonly FieldModel[],
  members: Json,
  of: (field: FieldModel, value: Json | undefined) => string,
): string =>
  isObject(members)
    ? fields
        .map((f) => of(f, own(members, f.name)))
        .filter(Boolean)
        .join(', ')
    : ''

/** A value or the label of an option; several are joined, as are the parts of a group. */
export const asIs: Write = (field, value, written, of) => {
  if (Array.isArray(value)) {
    return value
      .map((one) =>
        isObject(one) ? String(one.name ?? one.alt ?? one.file ?? '') : option(field, one, written),
      )
      .join('; ')
  }
  if (!isObject(value)) return option(field, value, written)
  return field.fields ? inside(field.fields, value, of) : JSON.stringify(value)
}

/** Titles of the records. */
export const asTitles: Write = (_, value, { titles }) =>
  [value]
    .flat()
    .flatMap((id) => own(titles, String(id)) ?? [])
    .join('; ')
