import type { Tx } from '../../database/pool.ts'
import type { Order } from '#schemas/order.ts'
import type { Money } from '#schemas/define/fields.ts'
import { prepared } from '../../store/write/prepared.ts'

/** Fields that reference what a transaction pays for. */
export type SubjectField = 'order' | 'booking' | 'invoice'

/**
 * Ledger sums of one subject, in minor units of its currency: received, refunded, captures in
 * processing, and refunds that are not sent yet.
 */
export interface Ledger {
  readonly captured: number
  readonly refunded: number
  readonly processing: number
  readonly refunding: number
}

/** A ledger without transactions. */
export const EMPTY: Ledger = { captured: 0, refunded: 0, processing: 0, refunding: 0 }

/** Sums the ledger of a subject: committed transactions and those of this database transaction. */
export const ledgerOf = async (tx: Tx, field: SubjectField, id: string): Promise<Ledger> => {
  const { rows } = await tx.query<{
    captured: number | null
    refunded: number | null
    processing: number | null
    refunding: number | null
  }>(
    prepared(
      `SELECT sum(amount_amount) FILTER (WHERE kind = 'capture' AND state = 'succeeded')::bigint AS captured,
       sum(amount_amount) FILTER (WHERE kind = 'refund' AND state = 'succeeded')::bigint AS refunded,
       sum(amount_amount) FILTER (WHERE kind = 'capture' AND state = 'processing')::bigint AS processing,
       sum(amount_amount) FILTER (WHERE kind = 'refund' AND state IN ('pending', 'processing'))::bigint AS refunding
     FROM payment_transactions WHERE "${field}" = $1 AND deleted_at IS NULL`,
      [id],
    ),
  )
  const { captured, refunded, processing, refunding } = rows[0]!
  return {
    captured: Number(captured ?? 0),
    refunded: Number(refunded ?? 0),
    processing: Number(processing ?? 0),
    refunding: Number(refunding ?? 0),
  }
}

/** Net amount received. */
export const keptOf = ({ captured, refunded }: Ledger): number => captured - refunded

/** Payment state of a subject with this total. */
export const paymentStateOf = (total: number, ledger: Ledger): Order['paymentState'] => {
  if (ledger.captured === 0) return 'none'
  if (ledger.refunded >= ledger.captured) return 'refunded'
  if (ledger.refunded > 0) return 'partially_refunded'
  return ledger.captured >= total ? 'paid' : 'partial'
}

/** What a subject owes: `total` for what it is, of which `kept` is never paid back. */
export interface Owed {
  readonly total: Money | null
  /** Minor units: the fee of a cancelled booking. */
  readonly kept: number
  /** True when it accepts payments now. */
  readonly open: boolean
}

/** What the ledger makes of a subject; the schemas' fields `settlement`. */
export interface Settlement {
  readonly paid: Money | null
  readonly refunded: Money | null
  readonly due: Money | null
  readonly refundable: Money | null
  readonly paymentState: Order['paymentState']
}

/**
 * What is paid, refunded, due and refundable. What was paid in full once is not due again after a
 * refund. The only place that decides a payment state.
 */
export const settlementOf = ({ total, kept, open }: Owed, ledger: Ledger): Settlement => {
  const money = (amount: number): Money | null =>
    total && { amount: Math.max(0, amount), currency: total.currency }
  const received = keptOf(ledger)
  const owed = total?.amount ?? 0
  return {
    paid: money(received),
    refunded: ledger.refunded > 0 ? money(ledger.refunded) : null,
    due: money(open && ledger.captured < owed ? owed - received : 0),
    refundable: money(received - ledger.refunding - kept),
    paymentState: paymentStateOf(owed, ledger),
  }
}
