import type { JobHandler } from '../../jobs/types.ts'
import type { PaymentGateway } from '../../payments/gateway.ts'
import { storedTransactions, type TransactionParts } from './stored.ts'

/** Kind of the job that refunds through the gateway: a refund, or a payment that was not due. */
export const REFUND_JOB = 'payment-refund'

/**
 * Runs refund jobs: sends the refund to the provider and records its response. A refund is in
 * processing before it is sent, so that nobody cancels what the provider may have paid already; a
 * repeated run sends it with the same key.
 */
export const refundJob = (
  parts: TransactionParts & { readonly gateway: PaymentGateway | undefined },
): JobHandler => {
  const { db, gateway } = parts
  const stored = storedTransactions(parts)

  /** False for a refund that is decided. */
  const begin = (id: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const now = await stored.lock(tx, id)
      if (now?.state === 'pending') await stored.writes(tx).transition(now, 'processing')
      return now?.state === 'pending' || now?.state === 'processing'
    })

  return async ({ payload }) => {
    const id = String((payload as { transaction?: unknown }).transaction)
    const row = await stored.find(id)
    if (!row || !gateway) return { refunded: false }
    const parent = row.parent === null ? row : await stored.find(row.parent)
    if (!parent?.reference || (row.parent !== null && !(await begin(id)))) {
      return { refunded: false }
    }
    const response = await gateway.refund({
      reference: parent.reference,
      amount: { amount: row.amount, currency: row.currency },
      key: id,
    })
    const refunded = !('failureCode' in response)
    // A payment that was not due never entered the ledger, so neither does its refund.
    if (row.parent === null) return { refunded }
    await db.transaction(async (tx) => {
      const sent = await stored.lock(tx, id)
      if (sent?.state !== 'processing') return
      const recorded = await stored
        .writes(tx)
        .set(
          sent,
          'failureCode' in response
            ? { failureCode: response.failureCode }
            : { providerReference: response.reference },
        )
      await stored.writes(tx).transition(recorded, refunded ? 'succeeded' : 'failed')
    })
    return { refunded }
  }
}
