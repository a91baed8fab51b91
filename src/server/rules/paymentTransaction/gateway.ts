import { v7 as uuidv7 } from 'uuid'
import { Problem } from '../../base/problem.ts'
import type { Jobs } from '../../jobs/types.ts'
import type { PaymentGateway } from '../../payments/gateway.ts'
import type { PaymentLinks } from '../../payments/signing.ts'
import type { RuleBook } from '../../store/write/rules.ts'
import { queueDeclined } from '../subscriptionInvoice/declined.ts'
import type { Change, EntityRules, RuleContext } from '../types.ts'
import type { SubjectField } from './ledger.ts'
import { payLinkRules, type PayLinkParts } from './payLink.ts'
import { takePayment, type OpenPage } from './payments.ts'
import { REFUND_JOB } from './refundJob.ts'

interface CheckoutParts extends PayLinkParts {
  readonly gateway: PaymentGateway | undefined
  readonly links: PaymentLinks
  readonly enqueue: Jobs['enqueue']
  /** Base URL of our pages, without a trailing slash; empty = the origin of the payment page. */
  readonly pages: string
}

/** Opens a payment of an amount at the gateway; returns `{ redirect, transaction }`. */
const openPage =
  ({ gateway, links, pages }: CheckoutParts): OpenPage =>
  async ({ field, id: of, label, number }, amount, context) => {
    if (!gateway) throw noGateway()
    const id = uuidv7()
    const back = (page: string): string =>
      `${pages}/auth/${page}?transaction=${id}&link=${links.of(id)}`
    const { reference, redirect } = await gateway.createCheckout({
      transaction: id,
      amount,
      title: number === null ? `This ${label.toLowerCase()}` : `${label} ${number}`,
      successUrl: back('success'),
      cancelUrl: back('cancel'),
      // Only invoices come again by themselves.
      keepCard: field === 'invoice',
    })
    await context.others.create('payment-transactions', {
      id,
      kind: 'capture',
      method: 'card',
      [field]: of,
      amount,
      providerReference: reference,
    })
    return { result: { redirect, transaction: id } }
  }

const noGateway = (): Problem =>
  new Problem(
    409,
    'no_gateway',
    'No payment provider is set up, so payments can only be entered by hand.',
  )

/** The payment page of an installation without a gateway: throws 409. */
export const withoutGateway: OpenPage = () => {
  throw noGateway()
}

/** Enqueues what sends a new refund of a card payment to the gateway. */
const refundAtGateway = async (
  { enqueue }: CheckoutParts,
  { before, after }: Change,
  context: RuleContext,
): Promise<void> => {
  const isNew = !before && after?.kind === 'refund' && after.state === 'pending'
  if (!isNew || after.method !== 'card') return
  const { accountId, personId, name } = context.access.actor
  const payment = await context.load('payment-transactions', String(after.parent))
  if (!payment?.providerReference) return
  const payload = { transaction: after.id }
  const actor = { accountId, personId, name }
  await enqueue({ kind: REFUND_JOB, payload, actor }, context.tx)
}

/**
 * Adds a gateway to the rules: orders, bookings and invoices can be paid, and card refunds are sent by a job
 * that is enqueued when the refund commits. A saved card that is declined is mailed.
 */
export const withPayments = (rules: RuleBook, parts: CheckoutParts): RuleBook => {
  const ledger: EntityRules = rules.paymentTransaction ?? {}
  const paid = (entity: string, field: SubjectField): RuleBook => {
    const link = payLinkRules(parts, field)
    return {
      [entity]: {
        ...rules[entity],
        actions: {
          ...rules[entity]?.actions,
          ...link.actions,
          pay: takePayment(field, openPage(parts)) as never,
        },
        mailings: { ...rules[entity]?.mailings, ...link.mailings },
      },
    }
  }
  return {
    ...rules,
    ...paid('order', 'order'),
    ...paid('booking', 'booking'),
    ...paid('subscriptionInvoice', 'invoice'),
    paymentTransaction: {
      ...ledger,
      async afterWrite(change, context) {
        await ledger.afterWrite?.(change, context)
        if (!parts.gateway || !change.after) return
        await refundAtGateway(parts, change, context)
        const { before, after } = change
        const failed = after.state === 'failed' && before?.state !== 'failed'
        if (failed && after.attemptKey) {
          await queueDeclined(parts.enqueue, String(after.id), context.tx)
        }
      },
    },
  }
}
