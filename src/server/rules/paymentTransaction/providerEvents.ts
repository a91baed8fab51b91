import { Problem } from '../../base/problem.ts'
import type { Tx } from '../../database/transaction.ts'
import { SYSTEM_JOB, type Jobs } from '../../jobs/types.ts'
import type { PaymentEvent, PaymentGateway } from '../../payments/gateway.ts'
import { withIdempotency } from '../../store/write/idempotency.ts'
import { keepCard } from './keptCard.ts'
import { REFUND_JOB, refundJob } from './refundJob.ts'
import {
  storedTransactions,
  type StoredTransaction,
  type TransactionParts,
  type TransactionWrites,
} from './stored.ts'

/** States that a payment passes through after an event; none when it is final already. */
const stepsTo = (event: PaymentEvent['type'], state: string): readonly string[] => {
  const open = state === 'pending' || state === 'processing'
  const processing = state === 'pending' ? ['processing'] : []
  if (event === 'cancelled') return state === 'pending' ? ['cancelled'] : []
  return event === 'processing' || !open ? processing : [...processing, event]
}

/**
 * Applies the transition of an event. Final states never change, so late or duplicate events have
 * no effect. `sendBack` refunds what the provider took.
 */
const settle = async (
  found: StoredTransaction,
  event: PaymentEvent,
  writes: TransactionWrites,
  sendBack: () => Promise<unknown>,
): Promise<void> => {
  let row: Pick<StoredTransaction, 'id' | 'version'> = found
  const fail = async (failureCode: string): Promise<void> => {
    row = await writes.set(row, { failureCode })
  }
  // Failed or cancelled here, but paid after all.
  if (event.type === 'succeeded' && ['failed', 'cancelled'].includes(found.state)) await sendBack()
  for (const to of stepsTo(event.type, found.state)) {
    if (to === 'failed') await fail(event.failureCode ?? 'declined')
    try {
      row = await writes.transition(row, to)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409) throw error
      // Paid by somebody else or cancelled meanwhile.
      await fail('not_due')
      await writes.transition(row, 'cancelled', error.message)
      if (event.type === 'succeeded') await sendBack()
      return
    }
  }
}

interface PaymentParts extends TransactionParts {
  readonly gateway: PaymentGateway | undefined
  readonly enqueue: Jobs['enqueue']
}

/** Applies the events of a provider and runs refund jobs. */
export const createPayments = (parts: PaymentParts) => {
  const stored = storedTransactions(parts)
  const sendBack = (tx: Tx, { id }: StoredTransaction) =>
    parts.enqueue({ kind: REFUND_JOB, payload: { transaction: id }, actor: SYSTEM_JOB }, tx)

  return {
    /** Applies an event once; returns whether its transaction is known. */
    async apply(provider: string, event: PaymentEvent): Promise<boolean> {
      const { body } = await withIdempotency(
        parts.db,
        { person: `webhook:${provider}`, key: event.id, bodyHash: '' },
        async (tx) => {
          const found = await stored.lockByReference(tx, event.reference)
          if (found) {
            await settle(found, event, stored.writes(tx), () => sendBack(tx, found))
            if (event.card) await keepCard(parts, tx, found.id, event.card)
          }
          return { status: 200, headers: {}, body: String(found !== undefined) }
        },
      )
      return body === 'true'
    },
    refund: refundJob(parts),
    /** State of a transaction for its payment page; undefined for an unknown id. */
    async statusOf(transaction: string) {
      const found = await stored.find(transaction)
      return (
        found && {
          number: found.number,
          amount: { amount: found.amount, currency: found.currency },
          state: found.state,
        }
      )
    },
  }
}
