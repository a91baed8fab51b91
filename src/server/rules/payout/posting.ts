/** Enters what orders and stays earn into the ledger of their vendors. */
import type { Booking } from '#schemas/booking.ts'
import type { Order } from '#schemas/order.ts'
import { Problem } from '../../base/problem.ts'
import type { RuleContext } from '../types.ts'
import {
  changeOf,
  moneyOf,
  PARTS,
  shareOfOrder,
  shareOfStay,
  type Costs,
  type Share,
} from './share.ts'

/** Order or stay that earns money, with the field that refers to it. */
type Source =
  | { readonly field: 'order'; readonly row: Order }
  | { readonly field: 'booking'; readonly row: Booking }

/** Serialises all changes of one vendor's ledger; take it after locks of orders and stays. */
export const lockLedger = (vendor: string, context: RuleContext): Promise<void> =>
  context.lockName(`vendor-ledger:${vendor}`)

/** `sum(…) AS part` of every part of a share. */
const SUMS = PARTS.map((part) => `coalesce(sum("${part}_amount"), 0)::bigint AS ${part}`).join(', ')
/** Vendor and rate of the first entry. */
const TERMS = ['vendor', 'rate'].map((name) => `(array_agg(${name} ORDER BY id))[1] AS ${name}`)

interface Posted {
  readonly share: Share
  /** Who got it, and at which rate; undefined while nothing is posted. */
  readonly terms: { readonly vendor: string; readonly rate: number | null } | undefined
}

const postedOf = async ({ field, row }: Source, { tx }: RuleContext): Promise<Posted> => {
  const { rows } = await tx.query<
    Record<keyof Share, number> & { vendor: string | null; rate: number | null }
  >(`SELECT ${SUMS}, ${TERMS.join(', ')} FROM vendor_entries WHERE "${field}" = $1`, [row.id])
  const { vendor, rate, ...share } = rows[0]!
  for (const part of PARTS) share[part] = Number(share[part])
  return { share, terms: vendor === null ? undefined : { vendor, rate } }
}

const costsOf = async ({ field, row }: Source, { tx }: RuleContext): Promise<Costs> => {
  const { rows } = await tx.query<{ fees: number; advance: number }>(
    `SELECT coalesce(sum(amount_amount) FILTER (WHERE kind = 'fee'), 0)::bigint AS fees,
       coalesce(sum(amount_amount) FILTER (WHERE kind = 'payout'), 0)::bigint AS advance
     FROM payment_transactions WHERE "${field}" = $1 AND state = 'succeeded' AND deleted_at IS NULL`,
    [row.id],
  )
  return { fees: Number(rows[0]!.fees), advance: Number(rows[0]!.advance) }
}

/** Vendor and rate: of an order as agreed; of a stay those of its hotel and category. */
const termsOf = async (
  { field, row }: Source,
  context: RuleContext,
): Promise<{ vendor: string; rate: number }> => {
  if (field === 'order') return { vendor: row.vendor, rate: row.commissionRate ?? 0 }
  const hotel = await context.load('hotels', row.hotel)
  if (!hotel) throw new Problem(409, 'hotel_gone', 'The hotel of this booking no longer exists.')
  const category = hotel.category ? await context.load('categories', hotel.category) : undefined
  const rate = category?.commission ?? (await context.load('vendors', hotel.vendor))?.commission
  return { vendor: hotel.vendor, rate: rate ?? 0 }
}

/**
 * Brings the ledger of the vendor in step with an order or stay that the caller has locked: adds an
 * entry with what changed since the last one. Vendor and rate stay those of the first entry.
 */
export const postShare = async (source: Source, context: RuleContext): Promise<void> => {
  const { field, row } = source
  const currency = row.total?.currency
  if (!currency) return
  const posted = await postedOf(source, context)
  const { vendor, rate } = posted.terms ?? (await termsOf(source, context))
  const costs = await costsOf(source, context)
  const share =
    field === 'order' ? shareOfOrder(row, rate ?? 0, costs) : shareOfStay(row, rate ?? 0, costs)
  const change = changeOf(share, posted.share)
  if (!change) return
  await lockLedger(vendor, context)
  await context.others.create('vendor-entries', {
    subject: field === 'order' ? `Order ${row.number}` : `Booking ${row.code}`,
    vendor,
    [field]: row.id,
    ...moneyOf(change, currency),
    rate,
    postedAt: context.now.toISOString(),
  })
}

/** Fields of an order or a stay that its share depends on, besides its costs. */
const SHARED: readonly string[] = ['state', 'paid', 'total', 'cancellationFee']
/** States in which something is earned, or no longer. */
const OVER: readonly string[] = [
  'completed',
  'cancelled',
  'checked_out',
  'no_show',
  'expired',
] satisfies (Order['state'] | Booking['state'])[]

interface Stated {
  readonly state: string
}

/** True when a change can alter what was earned. New records have received nothing yet. */
export const altersShare = ({
  before,
  after,
  changed,
}: {
  readonly before: Stated | null
  readonly after: Stated | null
  readonly changed: ReadonlySet<string>
}): boolean =>
  before !== null &&
  after !== null &&
  [before.state, after.state].some((state) => OVER.includes(state)) &&
  SHARED.some((name) => changed.has(name))

/** Posts the share of the order or stay that a fee or a payout of the payment ledger is about. */
export const postSubject = async (
  { order, booking }: { readonly order: string | null; readonly booking: string | null },
  context: RuleContext,
): Promise<void> => {
  if (order) {
    const row = await context.lock('orders', order)
    if (row) await postShare({ field: 'order', row }, context)
  } else if (booking) {
    const row = await context.lock('bookings', booking)
    if (row) await postShare({ field: 'booking', row }, context)
  }
}

/**
 * Posts what a vendor earned before there was a ledger. Locks all of it first: whoever pays locks an
 * order before the ledger.
 */
export const postMissing = async (vendor: string, context: RuleContext): Promise<void> => {
  const { rows } = await context.tx.query<{ id: string; field: 'order' | 'booking' }>(
    `SELECT o.id, 'order' AS field FROM orders o
       WHERE o.vendor = $1 AND o.state = 'completed' AND o.kind <> 'subscription' AND o.paid_amount > 0
         AND o.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM vendor_entries e WHERE e."order" = o.id)
     UNION ALL
     SELECT b.id, 'booking' AS field FROM bookings b JOIN hotels h ON h.id = b.hotel
       WHERE h.vendor = $1 AND b.state IN ('checked_out', 'no_show', 'cancelled') AND b.paid_amount > 0
         AND (b.state <> 'cancelled' OR b.cancellation_fee_amount > 0)
         AND b.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM vendor_entries e WHERE e.booking = b.id)
     ORDER BY id`,
    [vendor],
  )
  for (const { id, field } of rows) {
    await context.lock(field === 'order' ? 'orders' : 'bookings', id)
  }
  for (const { id, field } of rows) {
    await postSubject({ order: null, booking: null, [field]: id }, context)
  }
}
