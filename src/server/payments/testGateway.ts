import { randomBytes } from 'node:crypto'
import { Problem } from '../base/problem.ts'
import type { Checkout, KeptCard, PaymentEvent, PaymentGateway } from './gateway.ts'
import { isSignature, signature } from './signing.ts'

/** The payer's choices on the test page. */
export type Outcome = 'pay' | 'decline' | 'cancel'

/**
 * An opened payment page; it is encoded in its own signed URL, so nothing is stored and any process
 * can serve it.
 */
export interface TestSession extends Checkout {
  readonly reference: string
}

/**
 * The gateway of installations without a provider: uses a page of ours, moves no money, and reports
 * by a signed webhook as a provider would.
 */
export interface TestGateway extends PaymentGateway {
  /** Decodes the session in a URL; undefined if we did not sign it or it is older than a day. */
  session(token: string): TestSession | undefined
  /** Returns the webhook a provider would send for this outcome. */
  webhook(
    session: TestSession,
    outcome: Outcome,
    card?: TestCard,
  ): { readonly body: string; readonly header: string }
}

/** Cards that a payer may keep on the test page; later charges of the second one are declined. */
export const testCards = ['4242', '0341'] as const
export type TestCard = (typeof testCards)[number]

const TOLERANCE_S = 300
const PAGE_S = 86_400
const DECLINED = 'card_declined'

/** Signature of a webhook: `t=<seconds>,v1=<hmac>`. */
export const SIGNATURE_HEADER = 'webhook-signature'

const eventTypes: Readonly<Record<Outcome, PaymentEvent['type']>> = {
  pay: 'succeeded',
  decline: 'failed',
  cancel: 'cancelled',
}

const kept = (card: TestCard): KeptCard => ({
  reference: `test_card_${card}`,
  label: `Test card •• ${card}`,
})

const badSignature = (): Problem =>
  new Problem(400, 'bad_signature', 'The signature of this webhook is wrong.')

const eventOf = (body: string): PaymentEvent | undefined => {
  const parsed: unknown = (() => {
    try {
      return JSON.parse(body)
    } catch {
      return undefined
    }
  })()
  const { id, type, reference, failureCode, card } = (parsed ?? {}) as Partial<
    Record<string, unknown>
  >
  if (typeof id !== 'string' || !id || id.length > 200 || typeof reference !== 'string') {
    return undefined
  }
  if (type !== 'processing' && type !== 'succeeded' && type !== 'failed' && type !== 'cancelled') {
    return undefined
  }
  return {
    id,
    type,
    reference,
    ...(typeof failureCode === 'string' ? { failureCode } : {}),
    // Signed by us, so its form needs no further check.
    ...(card ? { card: card as KeptCard } : {}),
  }
}

/**
 * `base` is the server's public base URL, without a trailing slash; empty = the page's own origin.
 */
export const createTestGateway = (
  secret: string,
  { base = '', now = Date.now }: { base?: string; now?: () => number } = {},
): TestGateway => {
  const seconds = (): number => Math.floor(now() / 1000)
  const signed = (text: string): string => signature(secret, 'test-session', text)
  const webhookHeader = (body: string, at: number): string =>
    `t=${at},v1=${signature(secret, 'test-webhook', `${at}.${body}`)}`
  return {
    name: 'test',
    async createCheckout(checkout) {
      const reference = `test_${randomBytes(12).toString('hex')}`
      const text = Buffer.from(
        JSON.stringify({ ...checkout, reference, until: seconds() + PAGE_S }),
      ).toString('base64url')
      return { reference, redirect: `${base}/pay/test/${text}.${signed(text)}` }
    },
    async charge({ card, key }) {
      return card === kept('0341').reference
        ? { failureCode: DECLINED }
        : { reference: `test_charge_${key}` }
    },
    // No money moved, so a refund of any amount succeeds.
    async refund({ key }) {
      return { reference: `test_refund_${key}` }
    },
    parseWebhook(body, header) {
      const [, at = '', given = ''] =
        /^t=(\d{1,12}),v1=([\w-]+)$/.exec(header(SIGNATURE_HEADER) ?? '') ?? []
      if (
        !at ||
        Math.abs(seconds() - Number(at)) > TOLERANCE_S ||
        !isSignature(`t=${at},v1=${given}`, webhookHeader(body, Number(at)))
      ) {
        throw badSignature()
      }
      return eventOf(body)
    },
    session(token) {
      const [text = '', given = ''] = token.split('.')
      if (!isSignature(given, signed(text))) return undefined
      const session = JSON.parse(Buffer.from(text, 'base64url').toString()) as TestSession & {
        until: number
      }
      return session.until > seconds() ? session : undefined
    },
    webhook({ reference, keepCard }, outcome, card) {
      const event: PaymentEvent = {
        id: `${reference}_${outcome}`,
        reference,
        type: eventTypes[outcome],
        ...(outcome === 'decline' ? { failureCode: DECLINED } : {}),
        ...(outcome === 'pay' && keepCard && card ? { card: kept(card) } : {}),
      }
      const body = JSON.stringify(event)
      return { body, header: webhookHeader(body, seconds()) }
    },
  }
}
