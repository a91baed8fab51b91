import type { Money } from '#schemas/define/fields.ts'

/** A payment to be requested. */
export interface Checkout {
  /** Id of the transaction waiting for it; also the idempotency key. */
  readonly transaction: string
  readonly amount: Money
  /** Description of the payment, for the payer. */
  readonly title: string
  /** Where the payer's browser is redirected afterwards. */
  readonly successUrl: string
  readonly cancelUrl: string
  /** Offers the payer to keep the card for later charges. */
  readonly keepCard?: boolean
}

/** A card that a payer allowed to be charged later. */
export interface KeptCard {
  /** The provider's id of the card; useless without the installation's secrets. */
  readonly reference: string
  /** What people read, such as `Visa •• 4242`. */
  readonly label: string
}

/**
 * A provider's event about a payment. `id` identifies the event: it counts once, however often it
 * arrives.
 */
export interface PaymentEvent {
  readonly id: string
  readonly type: 'processing' | 'succeeded' | 'failed' | 'cancelled'
  /** The provider's id of the payment, as returned by `createCheckout`. */
  readonly reference: string
  readonly failureCode?: string
  /** Present if the payer keeps it. */
  readonly card?: KeptCard
}

/** A charge of a kept card, while its holder is away. */
export interface ChargeOrder {
  /** The provider's id of the card. */
  readonly card: string
  readonly amount: Money
  readonly title: string
  /** Idempotency key. */
  readonly key: string
}

export interface RefundOrder {
  /** The payment to refund. */
  readonly reference: string
  readonly amount: Money
  /** Idempotency key. */
  readonly key: string
}

/**
 * Interface to a payment provider. The server keeps the ledger; a provider moves the money and
 * reports by signed webhooks what happened. The only gateway so far is the built-in test gateway
 * (`testGateway.ts`), which moves no money. An adapter to a real provider does not exist yet:
 * `STRIPE_SECRET_KEY` and `STRIPE_WEBHOOK_SECRET` are read and validated by the configuration, but
 * with them set there is no gateway, and taking a payment is refused.
 */
export interface PaymentGateway {
  /** Part of the webhook's URL: `/api/payments/webhook/<name>`. */
  readonly name: string
  /** Starts a payment; `redirect` is where the payer pays: a path of ours or an https URL. */
  createCheckout(
    checkout: Checkout,
  ): Promise<{ readonly reference: string; readonly redirect: string }>
  /**
   * Charges a kept card. `processing`: a webhook will report the result. Throws when the provider is
   * unreachable; the calling job retries.
   */
  charge(
    order: ChargeOrder,
  ): Promise<
    { readonly reference: string; readonly processing?: true } | { readonly failureCode: string }
  >
  /** Refunds a payment. Throws when the provider is unreachable; the calling job retries. */
  refund(
    order: RefundOrder,
  ): Promise<{ readonly reference: string } | { readonly failureCode: string }>
  /**
   * Parses a webhook. Undefined for an irrelevant event; throws a 400 problem when the signature is
   * wrong or too old.
   */
  parseWebhook(body: string, header: (name: string) => string | undefined): PaymentEvent | undefined
}
