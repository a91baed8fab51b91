/** Data of compared proposals. Pure. */
import type { Included } from '#data/types.ts'
import { addDays } from '#engine/list/layouts/days.ts'
import type { Amount } from '../shared/money.ts'
import type { Seen } from '../shared/resources.ts'

export interface Line {
  readonly label: string
  readonly quantity: number
  readonly unit: Amount
}

/** A proposal with facts about its vendor; undefined is unknown or not readable by the person. */
export interface Offer {
  readonly row: Seen<'proposals'>
  readonly vendor: string | undefined
  readonly amount: Amount | undefined
  readonly lines: readonly Line[]
  /** Local date. */
  readonly startOn: string | undefined
  readonly finishOn: string | undefined
  readonly durationDays: number | undefined
  /** Instant. */
  readonly validUntil: string | undefined
  readonly rating: number | undefined
  /** Number of orders the vendor has completed. */
  readonly completed: number | undefined
  readonly city: string | undefined
  /** Day the vendor was created. */
  readonly since: string | undefined
  readonly message: string | undefined
}

const textOf = (v: unknown): string | undefined =>
  typeof v === 'string' && v !== '' ? v : undefined
const numberOf = (v: unknown): number | undefined => (typeof v === 'number' ? v : undefined)

/**
 * `included` has the vendors' fields; `completed` the orders by vendor, absent when the person may
 * not list orders.
 */
export const offerOf = (
  row: Seen<'proposals'>,
  included: Included,
  completed: ReadonlyMap<string, number> | undefined,
): Offer => {
  const id = String(row.vendor)
  const vendor = included.vendors?.[id]
  const startOn = textOf(row.startOn)
  const durationDays = numberOf(row.durationDays)
  return {
    row,
    vendor: vendor?.title,
    startOn,
    durationDays,
    amount: row.amount ?? undefined,
    lines: row.lines ?? [],
    finishOn: startOn && durationDays ? addDays(startOn, durationDays - 1) : undefined,
    validUntil: textOf(row.validUntil),
    rating: numberOf(vendor?.ratingAverage),
    completed: completed && (completed.get(id) ?? 0),
    city: textOf((vendor?.address as { city?: unknown } | null | undefined)?.city),
    since: textOf(vendor?.createdAt)?.slice(0, 10),
    message: textOf(row.message),
  }
}

/**
 * Difference from the cheapest in the same currency: amount in minor units and share in basis
 * points; undefined when nothing can be compared.
 */
export const dearerBy = (
  offer: Offer,
  all: readonly Offer[],
): { readonly amount: number; readonly bps: number } | undefined => {
  const { amount } = offer
  const alike = amount
    ? all.flatMap((o) => (o.amount?.currency === amount.currency ? [o.amount.amount] : []))
    : []
  if (!amount || alike.length < 2) return undefined
  const least = Math.min(...alike)
  return {
    amount: amount.amount - least,
    bps: least ? Math.round(((amount.amount - least) * 10_000) / least) : 0,
  }
}

export type Order = 'price' | 'start' | 'finish' | 'rating' | 'completed'
type Measure = (offer: Offer) => number | undefined
const dayNumber = (day: string | undefined): number | undefined =>
  day === undefined ? undefined : Date.parse(day)

/** Ranking value of each row, lower is better; values where more is better are negated. */
const measures: Readonly<Record<Order, Measure>> = {
  price: (o) => o.amount?.amount,
  start: (o) => dayNumber(o.startOn),
  finish: (o) => dayNumber(o.finishOn),
  rating: (o) => (o.rating === undefined ? undefined : -o.rating),
  completed: (o) => (o.completed === undefined ? undefined : -o.completed),
}

/**
 * Best proposals by a measure, empty if all are equal. Prices in several currencies have no best.
 */
export const bestBy = (order: Order, all: readonly Offer[]): ReadonlySet<Offer> => {
  if (order === 'price' && new Set(all.map((o) => o.amount?.currency)).size > 1) return new Set()
  const values = all.map(measures[order])
  const known = values.filter((v): v is number => v !== undefined)
  const best = Math.min(...known)
  return known.length < 2 || known.every((v) => v === best)
    ? new Set()
    : new Set(all.filter((_, i) => values[i] === best))
}

/** Best first, unknown last, ties in their original order. */
export const sorted = (order: Order, all: readonly Offer[]): readonly Offer[] =>
  [...all].sort((a, b) => {
    if (order === 'price' && a.amount && b.amount && a.amount.currency !== b.amount.currency) {
      return a.amount.currency < b.amount.currency ? -1 : 1
    }
    return (measures[order](a) ?? Infinity) - (measures[order](b) ?? Infinity) || 0
  })
