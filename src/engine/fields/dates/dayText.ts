/**
 * Days and times as people type them: `31/12/2026` in the order of their region, `31 dec`, `31`,
 * `today`, `+3`, or ISO 8601. Values are local dates `YYYY-MM-DD` and times `HH:MM`. Pure.
 */
import { latinDigits } from '#ui/digits.ts'
import { addDays } from '../../list/layouts/days.ts'

export interface DayText {
  /** `2026-12-31` → `31 Dec 2026`; other text stays unchanged. */
  show(day: string): string
  /** The day of a text; undefined if it is none. `today`: completes a text without year or month. */
  read(text: string, today: string): string | undefined
  /** `15:00` → `3:00 PM` where people write so. */
  showTime(time: string): string
  /** Order of a numeric date: `dmy`, `mdy` or `ymd`, and its separator. */
  readonly order: readonly ('day' | 'month' | 'year')[]
  readonly separator: string
}

const plain = (text: string): string =>
  latinDigits(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

const two = (n: number): string => String(n).padStart(2, '0')
const dayOf = (year: number, month: number, day: number): string | undefined => {
  const full = year < 100 ? 2000 + year : year
  const text = `${String(full).padStart(4, '0')}-${two(month)}-${two(day)}`
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined
}

/** `15:30`, `15.30`, `15h30`, `1530`, `15h`, `3 pm`, `9` → `HH:MM`; undefined for other text. */
export const readTime = (text: string): string | undefined => {
  const found = /^(\d{1,2})(?:[:.h]?(\d{2})|h)?\s*([ap]\.?\s?m\.?|ص|م)?$/.exec(plain(text))
  if (!found) return undefined
  const [, hours, minutes = '00', half] = found
  const late = half?.startsWith('p') || half === 'م'
  const hour = half ? (Number(hours) % 12) + (late ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || (half && Number(hours) > 12)) return undefined
  return `${two(hour)}:${minutes}`
}

/** `HH:MM`, from 00:00 to 23:59. */
export const isTime = (text: string): boolean => readTime(text) === text

const STEP_MIN = 15
const DAY_MIN = 24 * 60

/** The next quarter of an hour, or the one before; noon of a text that is not a time. */
export const quarterFrom = (time: string, by: 1 | -1): string => {
  if (!isTime(time)) return '12:00'
  const quarters = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) / STEP_MIN
  const next = by > 0 ? Math.floor(quarters) + 1 : Math.ceil(quarters) - 1
  const minutes = (next * STEP_MIN + DAY_MIN) % DAY_MIN
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const SEPARATORS = ' ,،'

/** Splits `31 Dec 2026, 15:00` into its day and, if there is one, its time. */
export const splitTime = (text: string): { readonly day: string; readonly time?: string } => {
  const all = plain(text).replace(/\s/g, ' ')
  const found = /\d{1,2}[:.h]\d{2}(?: ?(?:[ap]\.? ?m\.?|ص|م))?$/.exec(all)
  const time = found && readTime(found[0])
  if (!time) return { day: text }
  let end = found.index
  // The `t` of ISO 8601 is between digits; that of `oct` does not.
  if (/\dt$/.test(all.slice(Math.max(0, end - 2), end))) return { day: all.slice(0, end - 1), time }
  while (end > 0 && SEPARATORS.includes(all.charAt(end - 1))) end--
  return end > 0 && end < found.index ? { day: all.slice(0, end), time } : { day: text }
}

const make = (language: string): DayText => {
  const medium = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' })
  const parts = new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).formatToParts(0)
  const order = parts.flatMap((p) =>
    p.type === 'day' || p.type === 'month' || p.type === 'year' ? [p.type] : [],
  )
  const names = (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, i) => ({
      month: i + 1,
      name: plain(format.format(Date.UTC(2026, i, 1))).replace(/\./g, ''),
    }))
  })
  const monthOf = (word: string): number | undefined =>
    names.find((n) => n.name === word)?.month ??
    (word.length >= 3 ? names.find((n) => n.name.startsWith(word))?.month : undefined)
  const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const nearby = [0, 1, -1].map((n) => ({ n, word: plain(near.format(n, 'day')) }))

  const fromNumbers = (n: readonly number[], today: string): string | undefined => {
    const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
    const [a = 0, b = 0, c = 0] = n
    if (n.length === 1) return dayOf(year, month, a)
    if (n.length === 2) {
      const dayFirst = order.indexOf('day') < order.indexOf('month')
      return dayFirst ? dayOf(year, b, a) : dayOf(year, a, b)
    }
    if (n.length !== 3) return undefined
    if (a > 31) return dayOf(a, b, c)
    const at = (part: 'day' | 'month' | 'year') => n[order.indexOf(part)] ?? 0
    return order[0] === 'year' ? dayOf(c, b, a) : dayOf(at('year'), at('month'), at('day'))
  }
  const read = (given: string, today: string): string | undefined => {
    const text = plain(given)
    const relative = /^([+-])(\d{1,4})$/.exec(text)
    if (relative) return addDays(today, Number(`${relative[1]}${relative[2]}`))
    const close = nearby.find((w) => w.word === text)
    if (close) return addDays(today, close.n)
    const iso = /^(\d{4})-(\d\d)-(\d\d)(?:t.*)?$/.exec(text)
    if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    const words = text.replace(/\./g, ' ').match(/\p{L}+/gu) ?? []
    const months = words.flatMap((w) => monthOf(w) ?? [])
    if (months.length > 1 || words.some((w) => w.length > 2 && monthOf(w) === undefined)) {
      return undefined
    }
    const n = (text.match(/\d+/g) ?? []).map(Number)
    const [month] = months
    if (month === undefined) return words.length ? undefined : fromNumbers(n, today)
    const [a, b] = n
    if (a === undefined || n.length > 2) return undefined
    if (b === undefined) return dayOf(Number(today.slice(0, 4)), month, a)
    return a > 31 ? dayOf(a, month, b) : dayOf(b, month, a)
  }
  return {
    show(day) {
      const at = Date.parse(`${day}T00:00:00Z`)
      return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at) ? medium.format(at) : day
    },
    read,
    showTime: (time) =>
      /^\d\d:\d\d$/.test(time) ? clock.format(Date.parse(`1970-01-01T${time}:00Z`)) : time,
    order,
    separator: parts.find((p) => p.type === 'literal')?.value.replace(/\u200f/g, '') ?? '/',
  }
}

const memo = new Map<string, DayText>()

/** Days as people write them in a BCP 47 language, whose region decides the order of numbers. */
export const dayTextOf = (language: string): DayText => {
  let known = memo.get(language)
  if (!known) memo.set(language, (known = make(language)))
  return known
}
