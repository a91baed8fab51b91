/** A payment as its payer sees it on return from the provider. */
import { call } from './api.ts'
import { storedTokens } from './session.ts'
import type { RecordResponse } from './types.ts'

/**
 * A payment as its payer sees it; `record` and its references only for people who may read the
 * ledger.
 */
export interface PaymentSeen {
  readonly number: string
  readonly amount: { readonly amount: number; readonly currency: string }
  readonly state: string
  readonly response?: RecordResponse
}

const COLLECTION = 'payment-transactions'

/**
 * The payment, as visible to the person or by the signed return link; null if neither permits it.
 * An expired session does not open the sign-in dialog: a returning payer does not need one.
 */
export const paymentSeen = async (
  transaction: string,
  link: string | undefined,
  signal: AbortSignal,
): Promise<PaymentSeen | null> => {
  const quiet = { anonymous: true, signal } as const
  if (storedTokens()) {
    const own = await call<RecordResponse>(
      `/api/${COLLECTION}/${encodeURIComponent(transaction)}`,
      quiet,
    ).catch(() => undefined)
    const record = own?.body.data
    if (record && typeof record.number === 'string' && record.amount) {
      return {
        number: record.number,
        amount: record.amount as never,
        state: String(record.state),
        response: own.body,
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
