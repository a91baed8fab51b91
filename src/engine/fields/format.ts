import type { AnyRef } from '#model/pointers.ts'
import { maskIn } from '#model/masked.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { formatOf as sharedFormats } from '#ui/format.ts'
import { label } from '#ui/i18n.ts'

/**
 * Formats a value as text. Created once per field and language, since an `Intl` formatter costs far
 * more to create than to use.
 */
export type Format = (value: Json) => string

interface Money {
  readonly amount: number
  readonly currency: string
}
interface Address {
  readonly line?: string | null
  readonly city?: string | null
  readonly region?: string | null
  readonly postalCode?: string | null
  readonly country?: string | null
}

const named = (locale: string, type: 'region' | 'currency' | 'language'): Format => {
  const names = new Intl.DisplayNames([locale], { type })
  return (v) => {
    try {
      return names.of(String(v)) ?? String(v)
    } catch {
      return String(v)
    }
  }
}

/** One line of an address. */
export const formatAddress = (a: Address, country: Format): string =>
  [
    a.line,
    [a.postalCode, a.city].filter(Boolean).join(' '),
    a.region,
    a.country ? country(a.country) : null,
  ]
    .filter(Boolean)
    .join(', ')

const make = (field: FieldModel, locale: string, timeZone: string): Format => {
  const shared = sharedFormats(locale, timeZone)
  switch (field.kind) {
    case 'int':
    case 'number':
      return (v) => shared.number(Number(v)) + (field.unit ? ` ${label(field.unit)}` : '')
    case 'bps':
      return (v) => shared.bps(Number(v))
    case 'rating':
      return (v) => '★'.repeat(Number(v)) || '—'
    case 'money':
      return (v) => shared.money(v as unknown as Money)
    case 'day':
      return (v) => shared.day(String(v))
    case 'instant':
      return (v) => shared.instant(String(v))
    case 'enum':
    case 'state': {
      const labels = new Map(field.options?.map((o) => [o.value, label(o.label)]))
      return (v) => labels.get(String(v)) ?? String(v)
    }
    case 'enums': {
      const labels = new Map(field.options?.map((o) => [o.value, label(o.label)]))
      return (v) => (v as string[]).map((e) => labels.get(e) ?? e).join(', ')
    }
    case 'tags':
      return (v) => (v as string[]).join(', ')
    case 'country':
      return named(locale, 'region')
    case 'currency':
      return named(locale, 'currency')
    case 'locale':
      return named(locale, 'language')
    case 'timeZone':
      return (v) => String(v).replace(/_/g, ' ')
    case 'address': {
      const country = named(locale, 'region')
      return (v) => formatAddress(v as Address, country)
    }
    case 'location':
      return (v) => {
        const { lat, lng } = v as { lat: number; lng: number }
        return `${lat.toFixed(5)}, ${lng.toFixed(5)}`
      }
    case 'rows':
    case 'images':
    case 'files':
    case 'refs':
      return (v) => String((v as unknown[]).length)
    case 'anyRef':
      return (v) => {
        const { type, id } = v as unknown as AnyRef
        return `${type}/${id}`
      }
    case 'json':
    case 'object':
    case 'variant':
      return (v) => JSON.stringify(v)
    default:
      return String
  }
}

const made = new WeakMap<FieldModel, Map<string, Format>>()

/**
 * Formatter of a field; empty values become the empty string. `timeZone`: zone instants are shown
 * in.
 */
export const formatOf = (field: FieldModel, locale: string, timeZone: string): Format => {
  let of = made.get(field)
  if (!of) made.set(field, (of = new Map()))
  const key = `${locale} ${timeZone}`
  let format = of.get(key)
  if (!format) {
    const full = make(field, locale, timeZone)
    of.set(
      key,
      (format = (v) =>
        v === null || v === undefined || v === '' ? '' : (maskIn(field, v) ?? full(v))),
    )
  }
  return format
}

/** True for numbers, which align at the end so that digits line up. */
export const alignsEnd = (field: FieldModel): boolean =>
  ['int', 'number', 'bps', 'money'].includes(field.kind)
