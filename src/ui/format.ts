/**
 * Formats values for people. One set of Intl formatters per language and zone, each created once and
 * when it is first used: creating one costs more than a thousand uses.
 */

import { currencyFormat, type CurrencyFormat } from '#schemas/labels/currency.ts'

export { currencyFormat, type CurrencyFormat }

/** Amount in minor units and ISO 4217 currency. */
interface Amount {
  readonly amount: number
  readonly currency: string
}

export interface Format {
  number(value: number): string
  /** A count in a few characters: 5000 → `5K`. */
  compact(value: number): string
  /** `{ amount: 12345, currency: 'EUR' }` → `€123.45`. */
  money(value: Amount): string
  /** Basis points: 1250 → `12.5%`. */
  bps(value: number): string
  /** Local date `YYYY-MM-DD`, never shifted by a zone. */
  day(value: string): string
  /** Instant (ISO 8601) in the person's zone, date and time. */
  instant(value: string): string
  /** Instant as a time span from now: `3 hours ago`. */
  ago(value: string, now?: number): string
  /** `1.2 MB`. */
  bytes(value: number): string
  list(values: readonly string[]): string
}

const spans = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const once = <T>(create: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= create())
}

const make = (language: string, timeZone: string | undefined): Format => {
  const zone = timeZone ? { timeZone } : {}
  const number = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 6 }))
  const compact = once(() => new Intl.NumberFormat(language, { notation: 'compact' }))
  const percent = once(
    () => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }),
  )
  const day = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
  )
  const instant = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', ...zone }),
  )
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const list = once(() => new Intl.ListFormat(language, { type: 'conjunction' }))
  const currencies = new Map<string, CurrencyFormat>()
  const currency = (code: string) => {
    let known = currencies.get(code)
    if (!known) currencies.set(code, (known = currencyFormat(language, code)))
    return known
  }
  // An invalid date is shown unchanged: better than a broken page.
  const date = (text: string, format: () => Intl.DateTimeFormat) => {
    const d = new Date(text)
    return Number.isNaN(d.getTime()) ? text : format().format(d)
  }
  return {
    number: (v) => number().format(v),
    compact: (v) => compact().format(v),
    money: ({ amount, currency: code }) => {
      try {
        const c = currency(code)
        return c.format(amount / 10 ** c.digits)
      } catch {
        return `${amount / 100} ${code}`
      }
    },
    bps: (v) => percent().format(v / 10_000),
    day: (v) => date(`${v}T00:00:00Z`, day),
    instant: (v) => date(v, instant),
    ago: (v, now = Date.now()) => {
      const seconds = (new Date(v).getTime() - now) / 1000
      const span = spans.find(([, size]) => Math.abs(seconds) >= size)
      return span
        ? relative().format(Math.round(seconds / span[1]), span[0])
        : relative().format(Math.round(seconds), 'second')
    },
    bytes: (v) => {
      const step = Number(v >= 1000) + Number(v >= 1_000_000)
      return new Intl.NumberFormat(language, {
        style: 'unit',
        unit: (['byte', 'kilobyte', 'megabyte'] as const)[step],
        unitDisplay: step ? 'short' : 'long',
        maximumFractionDigits: 1,
      }).format(v / 1000 ** step)
    },
    list: (values) => (values.length < 2 ? (values[0] ?? '') : list().format(values)),
  }
}

const memo = new Map<string, Format>()

/** The formatters of a language and IANA zone (default: the zone of this device). Memoised. */
export const formatOf = (language: string, timeZone?: string): Format => {
  const key = `${language} ${timeZone ?? ''}`
  let known = memo.get(key)
  if (!known) memo.set(key, (known = make(language, timeZone)))
  return known
}
