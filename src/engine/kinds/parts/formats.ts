/** Formats that several kinds share. */
import type { FieldModel, Json } from '#model/types.ts'
import { formatOf } from '#ui/format.ts'
import { label } from '#ui/i18n.ts'
import type { Format, FormatMaker, ListKind } from '../types.ts'

export const plain: FormatMaker = () => String
export const count: FormatMaker = () => (v) => String((v as unknown[]).length)

export const plainList: ListKind = { format: plain, column: {} }
export const jsonList: ListKind = {
  format: () => (v) => JSON.stringify(v),
  column: null,
  edit: 'drawer',
}

/** One of the formats of the interface. */
export const common =
  (name: 'bps' | 'day' | 'instant' | 'money' | 'number'): FormatMaker =>
  (_, locale, timeZone) =>
    formatOf(locale, timeZone)[name] as Format

/** Units that every language has words for: `1 day`, `2 days`. */
const UNITS = new Map([
  ['days', 'day'],
  ['min', 'minute'],
])

/** A number with its unit. */
const quantity: FormatMaker = (field, locale, zone) => {
  const format = common('number')(field, locale, zone)
  const unit = UNITS.get(field.unit ?? '')
  if (unit) {
    const counted = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
    return (v) => counted.format(Number(v))
  }
  return field.unit ? (v) => `${format(v)} ${label(field.unit!)}` : format
}

export const numberList: ListKind = {
  format: quantity,
  column: { px: 92, end: true, fit: 'digits' },
}

/** The tone of an option. */
export const toneOf = (field: FieldModel, value: Json) =>
  field.options?.find((x) => x.value === value)?.tone ?? 'neutral'

/** The label of an option. */
export const option: FormatMaker = (field) => {
  const labels = new Map(field.options?.map((o) => [o.value, label(o.label)]))
  return (v) => labels.get(String(v)) ?? String(v)
}

/** The name of a country, currency or language by its code. */
export const named =
  (type: 'region' | 'currency' | 'language'): FormatMaker =>
  (_, locale) => {
    const names = new Intl.DisplayNames([locale], { type })
    return (v) => {
      try {
        return names.of(String(v)) ?? String(v)
      } catch {
        return String(v)
      }
    }
  }
