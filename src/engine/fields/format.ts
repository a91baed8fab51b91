import type { FieldModel, Json } from '#model/types.ts'

/** Turns a value into text. Made once per field and language, since an `Intl` formatter costs far more to make than to use. */
export type Format = (value: Json) => string

interface Money { readonly amount: number; readonly currency: string }
interface Address { readonly line?: string | null; readonly city?: string | null; readonly region?: string | null; readonly postalCode?: string | null; readonly country?: string | null }

const currencies = new Map<string, { format: Intl.NumberFormat; scale: number }>()
const currencyFormat = (locale: string, currency: string) => {
  const key = `${locale} ${currency}`
  let known = currencies.get(key)
  if (!known) {
    let format: Intl.NumberFormat
    // An unknown code is still shown, as the code it is.
    try { format = new Intl.NumberFormat(locale, { style: 'currency', currency }) } catch { format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }) }
    known = { format, scale: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) }
    currencies.set(key, known)
  }
  return known
}

/** `{ amount: 12345, currency: 'EUR' }` → `€123.45`. */
export const formatMoney = (money: Money, locale: string): string => {
  const { format, scale } = currencyFormat(locale, money.currency)
  return format.format(money.amount / scale)
}

// Noon, so that no zone can move a local date to its neighbour.
const dayDate = (day: string) => new Date(`${day}T12:00:00Z`)

const named = (locale: string, type: 'region' | 'currency' | 'language'): Format => {
  const names = new Intl.DisplayNames([locale], { type })
  return (v) => { try { return names.of(String(v)) ?? String(v) } catch { return String(v) } }
}

/** One line of an address. */
export const formatAddress = (a: Address, country: Format): string =>
  [a.line, [a.postalCode, a.city].filter(Boolean).join(' '), a.region, a.country ? country(a.country) : null].filter(Boolean).join(', ')

const make = (field: FieldModel, locale: string, timeZone: string): Format => {
  switch (field.kind) {
    case 'int': case 'number': { const f = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }); return (v) => f.format(Number(v)) + (field.unit ? ` ${field.unit}` : '') }
    case 'bps': { const f = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }); return (v) => f.format(Number(v) / 10_000) }
    case 'rating': return (v) => '★'.repeat(Number(v)) || '—'
    case 'money': return (v) => formatMoney(v as unknown as Money, locale)
    case 'day': { const f = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }); return (v) => f.format(dayDate(String(v))) }
    case 'instant': { const f = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }); return (v) => f.format(new Date(String(v))) }
    case 'enum': case 'state': { const labels = new Map(field.options?.map((o) => [o.value, o.label])); return (v) => labels.get(String(v)) ?? String(v) }
    case 'enums': { const labels = new Map(field.options?.map((o) => [o.value, o.label])); return (v) => (v as string[]).map((e) => labels.get(e) ?? e).join(', ') }
    case 'tags': return (v) => (v as string[]).join(', ')
    case 'country': return named(locale, 'region')
    case 'currency': return named(locale, 'currency')
    case 'locale': return named(locale, 'language')
    case 'timeZone': return (v) => String(v).replace(/_/g, ' ')
    case 'address': { const country = named(locale, 'region'); return (v) => formatAddress(v as Address, country) }
    case 'location': return (v) => { const { lat, lng } = v as unknown as { lat: number; lng: number }; return `${lat.toFixed(5)}, ${lng.toFixed(5)}` }
    case 'rows': case 'images': case 'files': case 'refs': return (v) => String((v as unknown[]).length)
    case 'secret': return (v) => (typeof v === 'object' && v !== null && 'masked' in v ? String(v.masked) : String(v))
    case 'json': case 'object': case 'variant': return (v) => JSON.stringify(v)
    default: return String
  }
}

const made = new WeakMap<FieldModel, Map<string, Format>>()

/** Formatter of a field; empty values are the empty text. `timeZone` is where instants are shown. */
export const formatOf = (field: FieldModel, locale: string, timeZone: string): Format => {
  let of = made.get(field)
  if (!of) made.set(field, (of = new Map()))
  const key = `${locale} ${timeZone}`
  let format = of.get(key)
  if (!format) {
    const full = make(field, locale, timeZone)
    of.set(key, (format = (v) => (v === null || v === undefined || v === '' ? '' : full(v))))
  }
  return format
}

/** Numbers stand at the end of their column, so that digits line up. */
export const alignsEnd = (field: FieldModel): boolean => ['int', 'number', 'bps', 'money'].includes(field.kind)
