/** What a payer sees of a payment they come back from. */
import { call } from './api.ts'
import { storedTokens } from './session.ts'
import type { RecordAnswer } from './types.ts'

/**
 * A payment as a payer knows it; `record` and what it refers to only for people who may read the
 * ledger.
 */
export interface PaymentSeen {
  readonly number: string
  readonly amount: { readonly amount: number; readonly currency: string }
  readonly state: string
  readonly answer?: RecordAnswer
}

const COLLECTION = 'payment-transactions'

/**
 * The payment, as the person or else the signed link of the way back may see it; null where neither may. A session that
 * ran out opens no sign-in here: who comes back from a payment has no need of one.
 */
export const paymentSeen = async (
  transaction: string,
  link: string | undefined,
  signal: AbortSignal,
): Promise<PaymentSeen | null> => {
  const quiet = { anonymous: true, signal } as const
  if (storedTokens()) {
    const own = await call<RecordAnswer>(
      `/api/${COLLECTION}/${encodeURIComponent(transaction)}`,
      quiet,
    ).catch(() => undefined)
    const record = own?.body.data
    if (record && typeof record.number === 'string' && record.amount) {
      return {
        number: record.number,
        amount: record.amount as never,
        state: String(record.state),
        answer: own.body,
      }
    }
  }
  if (!link) return null
  const seen = await call<{ data: PaymentSeen }>(
    `/api/payments/status/${encodeURIComponent(transaction)}`,
    { ...quiet, query: { link } },
  ).catch(() => undefined)
  return seen?.body.data ?? null
}
