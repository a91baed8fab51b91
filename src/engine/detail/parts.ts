/** Values behind the declared parts of a record's page. Pure. */
import type { RestPart, SharePart } from '#schemas/define/detail.ts'
import type { RecordData } from '#data/types.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { daysFrom } from '../list/layouts/days.ts'

interface Money {
  readonly amount: number
  readonly currency: string
}

/** A readable field of the record; undefined for one the person may not read. */
export const readable = (
  resource: ResourceModel,
  record: RecordData,
  name: string,
): FieldModel | undefined =>
  name in record ? resource.fields.find((f) => f.name === name) : undefined

const isMoney = (value: Json | undefined): value is Json & Money =>
  typeof value === 'object' && value !== null && 'amount' in value

/** An amount or integer as a number; none counts as zero. */
const amountOf = (value: Json | undefined): number => {
  if (isMoney(value)) return value.amount
  return typeof value === 'number' ? value : 0
}

/** True for a state the part is for. */
export const matters = (part: { readonly in?: readonly string[] }, record: RecordData): boolean =>
  !part.in || part.in.includes(String(record.state))

const comparable = (whole: Json | undefined, part: Json | undefined): boolean =>
  whole !== null &&
  whole !== undefined &&
  (!isMoney(whole) || !isMoney(part) || whole.currency === part.currency)

/** What is left: an amount like `of`, never below zero; undefined when there is nothing to compare. */
export const restOf = (part: RestPart, record: RecordData): Json | undefined => {
  const [whole, less] = [record[part.of], record[part.less]]
  if (less === undefined || !comparable(whole, less)) return undefined
  const left = Math.max(0, amountOf(whole) - amountOf(less))
  return isMoney(whole) ? { amount: left, currency: whole.currency } : left
}

/** The share that is done, 0 to 1; undefined when there is nothing to compare. */
export const shareOf = ({ done, of }: SharePart, record: RecordData): number | undefined => {
  const [whole, part] = [record[of], record[done]]
  if (part === undefined || !comparable(whole, part) || amountOf(whole) <= 0) return undefined
  return Math.min(1, Math.max(0, amountOf(part) / amountOf(whole)))
}

/** Two days or instants as one range in a language: `Dec 1 – 4, 2026`. */
export const rangeText = (
  kind: 'day' | 'instant',
  from: string,
  to: string,
  language: string,
  timeZone: string,
): string => {
  const format = new Intl.DateTimeFormat(
    language,
    kind === 'day'
      ? { dateStyle: 'medium', timeZone: 'UTC' }
      : { dateStyle: 'medium', timeStyle: 'short', timeZone },
  )
  const [start, end] = [new Date(from), new Date(to)]
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return `${from} – ${to}`
  return end < start
    ? `${format.format(start)} – ${format.format(end)}`
    : format.formatRange(start, end)
}

/** A day relative to today: `tomorrow`, `in 3 days`. */
export const dayFromNow = (day: string, today: string, language: string): string => {
  const days = daysFrom(today, day)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (Math.abs(days) >= 365) return format.format(Math.round(days / 365), 'year')
  if (Math.abs(days) >= 60) return format.format(Math.round(days / 30), 'month')
  return format.format(days, 'day')
}
