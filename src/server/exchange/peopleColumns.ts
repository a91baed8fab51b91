/** Columns of an export for people: labels, decimal amounts, titles and local times. */
import { isMasked } from '#schemas/define/kinds.ts'
import { own } from '#schemas/define/own.ts'
import { maskIn } from '#model/masked.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { aheadMs } from '#model/zone.ts'
import { serverTexts } from '../texts/index.ts'
import { labelIn } from '../texts/labels.ts'
import type { WrittenLanguage } from '../texts/language.ts'
import type { Column, ExportRow } from './csv.ts'
import { minorDigits } from './values.ts'

/** Whom an export is for. */
export interface Readers {
  readonly language: WrittenLanguage
  /** IANA zone of instants. */
  readonly zone: string
}

type Titles = ExportRow['titles']
type Members = Readonly<Record<string, Json>>

const isObject = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `251000` and `EUR` are `2510.00`. */
const major = (value: Json | undefined): string => {
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

/** One value as a person reads it; fields of a group are joined, child rows one a line. */
const cellOf = (
  field: FieldModel,
  value: Json | undefined,
  titles: Titles,
  readers: Readers,
): string => {
  if (value === null || value === undefined) return ''
  const words = serverTexts[readers.language].cells
  const inside = (fields: readonly FieldModel[], members: Json): string =>
    isObject(members)
      ? fields
          .map((f) => cellOf(f, members[f.name], titles, readers))
          .filter(Boolean)
          .join(', ')
      : ''
  const option = (one: Json): string => {
    const found = field.options?.find((o) => o.value === one)
    return found ? labelIn(readers.language, found.label) : String(one)
  }
  switch (field.kind) {
    case 'boolean':
      return value === true ? words.yes : words.no
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
      return [value]
        .flat()
        .flatMap((id) => own(titles, String(id)) ?? [])
        .join('; ')
    case 'rows':
      return [value]
        .flat()
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

/**
 * Columns of one field for people: amounts in major units beside their currency, labels of choices
 * and states, titles of references, percentages, one column for each part of a group.
 */
export const peopleColumns = (field: FieldModel, readers: Readers): Column[] => {
  const { name } = field
  const header = labelIn(readers.language, field.label)
  if (isMasked(field)) {
    return [{ header, value: ({ row }) => maskIn(field, own(row, name)) ?? '' }]
  }
  if (field.kind === 'money') {
    const currency = serverTexts[readers.language].cells.currency
    return [
      { header, value: ({ row }) => major(own(row, name)) },
      {
        header: `${header} (${currency})`,
        value: ({ row }) => {
          const value = own(row, name)
          return isObject(value) ? String(value.currency) : ''
        },
      },
    ]
  }
  if (field.fields && field.kind !== 'rows') {
    return field.fields.map((part) => ({
      header: `${header}: ${labelIn(readers.language, part.label)}`,
      value: ({ row, titles }) => {
        const value = own(row, name)
        return cellOf(part, isObject(value) ? value[part.name] : null, titles, readers)
      },
    }))
  }
  return [
    {
      header: field.kind === 'bps' ? `${header} (%)` : header,
      value: ({ row, titles }) => cellOf(field, own(row, name), titles, readers),
    },
  ]
}
