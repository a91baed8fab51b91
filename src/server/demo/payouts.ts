/** The ledger of the vendors, and their payouts month by month. */
import type { Booking } from '#schemas/booking.ts'
import type { Order } from '#schemas/order.ts'
import { nextDay } from '#model/zone.ts'
import { moneyOf, PARTS, shareOfOrder, shareOfStay, type Share } from '../rules/payout/share.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { Random } from './random.ts'

interface Entry {
  readonly source: { readonly order: unknown } | { readonly booking: unknown }
  readonly subject: string
  readonly vendor: string
  readonly currency: string
  readonly rate: number
  readonly share: Share
  readonly at: Date
}

interface Given {
  readonly orders: readonly SeedRow[]
  readonly bookings: readonly SeedRow[]
  readonly hotels: readonly SeedRow[]
  readonly vendors: readonly SeedRow[]
}

/** What an order or stay of the demo is known by here. */
type EarningOrder = SeedRow &
  Parameters<typeof shareOfOrder>[0] &
  Pick<Order, 'number' | 'vendor' | 'currency' | 'commissionRate' | 'closedAt'>
type EarningStay = SeedRow &
  Parameters<typeof shareOfStay>[0] &
  Pick<Booking, 'code' | 'hotel' | 'total' | 'leftOn' | 'checkOut'>

const NO_COSTS = { fees: 0, advance: 0 }
const DAY_MS = 86_400_000

const entriesOf = ({ orders, bookings, hotels, vendors }: Given, now: Date): Entry[] => {
  const rateOf = new Map(vendors.map((v) => [v.id, Number(v.commission)]))
  const vendorOf = new Map(hotels.map((h) => [h.id, String(h.vendor)]))
  const fromOrders = orders.map((row): Entry => {
    const order = row as EarningOrder
    const rate = order.commissionRate ?? 0
    return {
      source: { order: row.id },
      subject: `Order ${order.number}`,
      vendor: order.vendor,
      currency: order.currency,
      rate,
      share: shareOfOrder(order, rate, NO_COSTS),
      at: new Date(order.closedAt ?? now),
    }
  })
  const fromStays = bookings.map((row): Entry => {
    const stay = row as EarningStay
    const vendor = vendorOf.get(stay.hotel)!
    const rate = rateOf.get(vendor) ?? 0
    return {
      source: { booking: row.id },
      subject: `Booking ${stay.code}`,
      vendor,
      currency: stay.total?.currency ?? 'EUR',
      rate,
      share: shareOfStay(stay, rate, NO_COSTS),
      at: new Date(`${stay.leftOn ?? stay.checkOut}T10:00:00Z`),
    }
  })
  return [...fromOrders, ...fromStays]
    .filter(({ share }) => PARTS.some((part) => share[part] !== 0))
    .map((entry) =>
      entry.at > now ? { ...entry, at: new Date(now.getTime() - 3_600_000) } : entry,
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
    .toISOString()
    .slice(0, 10)

/**
 * Entries of completed orders and stays, and a payout per vendor, currency and past month: paid, those
 * of the last month approved or drafts. What came this month is still open.
 */
export const makePayouts = (
  random: Random,
  given: Given,
): { readonly payouts: SeedRow[]; readonly entries: SeedRow[] } => {
  const { now } = random
  const thisMonth = monthOf(now)
  const lastMonth = monthOf(new Date(Date.parse(`${thisMonth}-01T00:00:00Z`) - DAY_MS))
  const payouts: SeedRow[] = []
  const groups = new Map<string, Entry[]>()
  const payoutOf = new Map<Entry, string>()
  const entries = entriesOf(given, now)
  for (const entry of entries) {
    const month = monthOf(entry.at)
    if (month === thisMonth) continue
    const key = `${month} ${entry.vendor} ${entry.currency}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  const ended = new Map<string, string>()
  for (const [key, own] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { vendor, currency, at } = own[0]!
    const month = key.slice(0, 7)
    const periodEnd = lastDayOf(month)
    const createdAt = new Date(
      Date.parse(`${periodEnd}T00:00:00Z`) + DAY_MS + payouts.length * 1000,
    )
    const sum = (part: keyof Share) => ({
      amount: own.reduce((all, { share }) => all + share[part], 0),
      currency,
    })
    const last = ended.get(`${vendor} ${currency}`)
    const recent = payouts.length % 3 === 0 ? 'approved' : 'draft'
    const state = month === lastMonth ? recent : 'paid'
    const later = (days: number) => {
      const then = Math.min(createdAt.getTime() + days * DAY_MS, now.getTime())
      return new Date(then).toISOString()
    }
    const id = random.id(createdAt)
    payouts.push({
      id,
      createdAt,
      number: `PO-${String(payouts.length + 1).padStart(6, '0')}`,
      vendor,
      currency,
      periodStart: last ? nextDay(last) : at.toISOString().slice(0, 10),
      periodEnd,
      entries: own.length,
      received: sum('received'),
      commission: sum('commission'),
      fees: sum('fees'),
      advance: sum('advance'),
      total: sum('amount'),
      state,
      approvedAt: state === 'draft' ? null : later(1),
      paidAt: state === 'paid' ? later(3) : null,
    })
    ended.set(`${vendor} ${currency}`, periodEnd)
    for (const entry of own) payoutOf.set(entry, id)
  }
  const rows = entries.map((entry): SeedRow => {
    const { source, subject, vendor, currency, rate, share, at } = entry
    return {
      id: random.id(at),
      createdAt: at,
      subject,
      vendor,
      ...source,
      ...moneyOf(share, currency),
      rate,
      payout: payoutOf.get(entry) ?? null,
      postedAt: at.toISOString(),
    }
  })
  return { payouts, entries: rows }
}
