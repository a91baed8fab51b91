import type { Money } from '#schemas/define/fields.ts'

/** A payment about to be asked for. */
export interface Checkout {
  /** Id of the transaction that waits for it; also the key under which asking again makes no second payment. */
  readonly transaction: string
  readonly amount: Money
  /** What is paid, in words for the payer. */
  readonly title: string
  /** Where the payer's browser goes afterwards. */
  readonly successUrl: string
  readonly cancelUrl: string
}

/** What a provider tells about a payment. `id` names the event: however often it arrives, it counts once. */
export interface PaymentEvent {
  readonly id: string
  readonly type: 'processing' | 'succeeded' | 'failed' | 'cancelled'
  /** The provider's name for the payment, as `createCheckout` answered it. */
  readonly reference: string
  readonly failureCode?: string
}

export interface RefundOrder {
  /** The payment that is paid back. */
  readonly reference: string
  readonly amount: Money
  /** Asking again under this key pays nothing twice. */
  readonly key: string
}

/**
 * The way to a payment provider. The server keeps the ledger; a provider takes and returns the money and tells by
 * signed webhooks what happened. The one gateway there is so far is the built-in test gateway (`testGateway.ts`), which
 * moves no money. An adapter to a real provider is still to be written: `STRIPE_SECRET_KEY` and `STRIPE_WEBHOOK_SECRET`
 * are read and checked by the configuration, but with them set no gateway answers, and taking a payment is refused.
 */
export interface PaymentGateway {
  /** Part of the webhook's address: `/api/payments/webhook/<name>`. */
  readonly name: string
  /** Opens a payment; `redirect` is where the payer pays: a path of ours or an https address. */
  createCheckout(
    checkout: Checkout,
  ): Promise<{ readonly reference: string; readonly redirect: string }>
  /** Pays back. Throws when the provider cannot be reached; the job that asked tries again. */
  refund(
    order: RefundOrder,
  ): Promise<{ readonly reference: string } | { readonly failureCode: string }>
  /** Reads a webhook. Undefined for an event that is none of our business; throws a 400 problem when the signature is wrong or too old. */
  parseWebhook(body: string, header: (name: string) => string | undefined): PaymentEvent | undefined
}
