import type { Tx } from '../../database/pool.ts'
import type { Order } from '#schemas/order.ts'
import { prepared } from '../../store/write/prepared.ts'
import type { Change } from '../types.ts'

/** Fields that reference what a transaction pays for. */
export type SubjectField = 'order' | 'booking' | 'invoice'

/**
 * Ledger sums of one subject, in minor units of its currency: received, refunded, and in
 * processing.
 */
export interface Ledger {
  readonly captured: number
  readonly refunded: number
  readonly processing: number
}

/** A ledger without transactions. */
export const EMPTY: Ledger = { captured: 0, refunded: 0, processing: 0 }

/**
 * True when the paid amount on the record is current. Whatever changes the ledger updates the
 * record in the same transaction (`settleSubject`), so only a change of the amount due or paid
 * needs the ledger, and with it a transaction.
 */
export const stillSettled = (
  { before, changed }: Pick<Change, 'before' | 'changed'>,
  fields: readonly string[],
): boolean => before !== null && !fields.some((name) => changed.has(name))

/** Sums the ledger of a subject: committed transactions and those of this database transaction. */
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

/** Net amount received. */
export const keptOf = ({ captured, refunded }: Ledger): number => captured - refunded

/** Payment state of a subject with this total. */
export const paymentStateOf = (total: number, ledger: Ledger): Order['paymentState'] => {
  if (ledger.captured === 0) return 'none'
  if (ledger.refunded >= ledger.captured) return 'refunded'
  if (ledger.refunded > 0) return 'partially_refunded'
  return ledger.captured >= total ? 'paid' : 'partial'
}
