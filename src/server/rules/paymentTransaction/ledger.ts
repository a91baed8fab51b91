import type { Tx } from '../../database/pool.ts'
import type { Order } from '#schemas/order.ts'
import { prepared } from '../../store/write/prepared.ts'
import type { Change } from '../types.ts'

/** The fields that say what a transaction is for. */
export type SubjectField = 'order' | 'booking' | 'invoice'

/** Sums of the ledger for one subject, in minor units of its currency: money that came, money paid back, and money on its way here. */
export interface Ledger {
  readonly captured: number
  readonly refunded: number
  readonly processing: number
}

/** Nothing happened yet. */
export const EMPTY: Ledger = { captured: 0, refunded: 0, processing: 0 }

/**
 * Is what is paid already on the record? Whatever moves the ledger writes it there in the same transaction (`settleSubject`), so only
 * a change of what is to be paid, or of what is paid, asks the ledger; any other needs no look at it, and so no transaction.
 */
export const stillSettled = (
  { before, changed }: Pick<Change, 'before' | 'changed'>,
  fields: readonly string[],
): boolean => before !== null && !fields.some((name) => changed.has(name))

/** Adds up the ledger of a subject as committed, and as written by this transaction. */
export const ledgerOf = async (tx: Tx, field: SubjectField, id: string): Promise<Ledger> => {
  const { rows } = await tx.query<{
    captured: number | null
    refunded: number | null
    processing: number | null
  }>(
    prepared(
      `SELECT sum(amount_amount) FILTER (WHERE kind = 'capture' AND state = 'succeeded')::bigint AS captured,
       sum(amount_amount) FILTER (WHERE kind = 'refund' AND state = 'succeeded')::bigint AS refunded,
       sum(amount_amount) FILTER (WHERE kind = 'capture' AND state = 'processing')::bigint AS processing
     FROM payment_transactions WHERE "${field}" = $1 AND deleted_at IS NULL`,
      [id],
    ),
  )
  const { captured, refunded, processing } = rows[0]!
  return {
    captured: Number(captured ?? 0),
    refunded: Number(refunded ?? 0),
    processing: Number(processing ?? 0),
  }
}

/** What stayed here. */
export const keptOf = ({ captured, refunded }: Ledger): number => captured - refunded

/** How far something with this total is paid. */
export const paymentStateOf = (total: number, ledger: Ledger): Order['paymentState'] => {
  if (ledger.captured === 0) return 'none'
  if (ledger.refunded >= ledger.captured) return 'refunded'
  if (ledger.refunded > 0) return 'partially_refunded'
  return ledger.captured >= total ? 'paid' : 'partial'
}
