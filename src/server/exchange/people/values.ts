/** Values as people read them: decimal amounts, labels, titles and local times. */
import { own } from '#schemas/define/own.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { aheadMs } from '#model/zone.ts'
import { serverTexts } from '../../texts/index.ts'
import { labelIn } from '../../texts/labels.ts'
import type { ExportRow } from '../csv.ts'
import { minorDigits } from '../values.ts'
import type { Readers } from './readers.ts'

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

/** `2026-05-31 14:30` in the zone, which spreadsheets read as a time. */
const localTime = (instant: string, zone: string): string => {
  const at = Date.parse(instant)
  return Number.isNaN(at)
    ? instant
    : new Date(at + aheadMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
}

const listOf = (value: Json): readonly Json[] => [value].flat()

/** One value as a person reads it; fields of a group are joined, child rows one a line. */
export const cellOf = (
  field: FieldModel,
  value: Json | undefined,
  titles: ExportRow['titles'],
  readers: Readers,
): string => {
  if (value === null || value === undefined) return ''
  const inside = (fields: readonly FieldModel[], members: Json): string =>
    isObject(members)
      ? fields
          .map((f) => cellOf(f, own(members, f.name), titles, readers))
          .filter(Boolean)
          .join(', ')
      : ''
  const option = (one: Json): string => {
    const found = readers.keys ? undefined : field.options?.find((o) => o.value === one)
    return found ? labelIn(readers.language, found.label) : String(one)
  }
  switch (field.kind) {
    case 'boolean': {
      const { yes, no } = serverTexts[readers.language].cells
      if (readers.keys) return String(value)
      return value === true ? yes : no
    }
    case 'bps':
      return String(Number(value) / 100)
    case 'money':
      return isObject(value) ? `${major(value)} ${String(value.currency)}` : ''
    case 'instant':
      return localTime(String(value), readers.zone)
    case 'ref':
      return own(titles, String(value)) ?? ''
    case 'anyRef':
      return own(titles, isObject(value) ? String(value.id) : '') ?? ''
    case 'refs':
      return listOf(value)
        .flatMap((id) => own(titles, String(id)) ?? [])
        .join('; ')
    case 'rows':
      return listOf(value)
        .map((row) => inside(field.fields ?? [], row))
        .join('\n')
    case 'variant': {
      const kind = isObject(value) ? value.kind : undefined
      const of = field.variants?.find((v) => v.value === kind)
      return of
        ? [labelIn(readers.language, of.label), inside(of.fields, value)].filter(Boolean).join(': ')
        : ''
    }
    default:
      if (Array.isArray(value)) {
        return value
          .map((one) =>
            isObject(one) ? String(one.name ?? one.alt ?? one.file ?? '') : option(one),
          )
          .join('; ')
      }
      if (isObject(value)) return field.fields ? inside(field.fields, value) : JSON.stringify(value)
      return option(value)
  }
}
