import { say } from '#model/message.ts'
import type { subscriptionInvoice, SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import { invalid, Problem } from '../../base/problem.ts'
import { readLetterhead } from '../../organisation/organisation.ts'
import type { Change, EntityRules, RuleContext, RuleValues } from '../types.ts'
import { tooLarge, totalsOf } from '../order/money.ts'
import { withoutGateway } from '../paymentTransaction/gateway.ts'
import { dueNow, refundNow, refundSubject, takePayment } from '../paymentTransaction/payments.ts'
import { completeRefund } from '../paymentTransaction/lineRefunds.ts'
import { EMPTY, ledgerOf, settlementOf } from '../paymentTransaction/ledger.ts'
import { paperLanguage, paperTexts } from './language.ts'
import { readableVendor, vendorAddressee } from './recipient.ts'
import { addDays, dayOf, midnight } from '../subscription/calendar.ts'

/** Default days from issue to due date. */
const DUE_DAYS = 14
const FROZEN = ['lines', 'currency', 'periodStart', 'periodEnd', 'subscription'] as const

/**
 * `INV-2026-000001`: numbered per year without gaps, since the number is taken in the transaction
 * that issues.
 */
const nextNumber = async (issuedOn: string, context: RuleContext): Promise<string> => {
  const year = issuedOn.slice(0, 4)
  return `INV-${year}-${String(await context.nextNumber(`invoice-${year}`)).padStart(6, '0')}`
}

const derive: EntityRules<typeof subscriptionInvoice>['derive'] = async (
  given,
  { before },
  context,
): Promise<RuleValues<typeof subscriptionInvoice>> => {
  const row = given
  const { subtotal, tax, total } = totalsOf(row.lines, row.currency)
  if (tooLarge({ subtotal, discount: subtotal, tax, total })) {
    throw invalid([{ path: 'lines', code: 'too_big', message: 'The total would be too large' }])
  }
  const subscription = await context.load('subscriptions', row.subscription)
  const ledger = before ? await ledgerOf(context.tx, 'invoice', row.id) : EMPTY
  // A draft shows what will be due.
  const open = !['paid', 'void'].includes(row.state)
  const issued = row.state !== 'draft'
  const issuedOn = issued ? (row.issuedOn ?? dayOf(context.now)) : null
  const dueOn = row.dueOn ?? (issuedOn && addDays(issuedOn, DUE_DAYS))
  const overdue = row.state === 'open' && dueOn !== null && dueOn < dayOf(context.now)
  return {
    vendor: subscription?.vendor ?? row.vendor,
    subtotal,
    tax,
    total,
    ...settlementOf({ total, kept: 0, open }, ledger),
    issuedOn,
    dueOn,
    overdue,
    overdueAt: row.state === 'open' && !overdue && dueOn ? midnight(addDays(dueOn, 1)) : null,
    number: row.number ?? (issuedOn ? await nextNumber(issuedOn, context) : null),
  }
}

/** An issued invoice is immutable; only its due date may still be moved. */
const refuseLateEdits = ({ before, changed }: Change<typeof subscriptionInvoice>): void => {
  if (!before || before.state === 'draft') return
  const path = FROZEN.find((name) => changed.has(name))
  if (path) {
    throw new Problem(
      409,
      'frozen',
      say('Invoice {{number}} is issued and cannot change. Void it and create a new one.', {
        number: before.number ?? '',
      }),
      { errors: [{ path, code: 'frozen', message: 'An issued invoice stays as it is' }] },
    )
  }
}

/** Reactivates a subscription once its last overdue invoice is settled. */
const settleSubscription = async (
  invoice: SubscriptionInvoice,
  context: RuleContext,
): Promise<void> => {
  const held = await context.lock('subscriptions', invoice.subscription)
  if (!held || (held.state !== 'past_due' && held.state !== 'unpaid')) return
  const { rowCount } = await context.tx.query(
    "SELECT 1 FROM subscription_invoices WHERE subscription = $1 AND state = 'open' AND overdue AND id <> $2 AND deleted_at IS NULL LIMIT 1",
    [held.id, invoice.id],
  )
  if (!rowCount) await context.others.transition('subscriptions', held.id, 'active')
}

const markPastDue = async (invoice: SubscriptionInvoice, context: RuleContext): Promise<void> => {
  const held = await context.lock('subscriptions', invoice.subscription)
  if (held?.state === 'active') {
    await context.others.transition('subscriptions', held.id, 'past_due')
  }
}

/**
 * Rules of invoices: gap-free numbers, sums, immutable once issued, paid by the ledger, marked
 * overdue by the scheduler.
 */
export const subscriptionInvoiceRules: EntityRules<typeof subscriptionInvoice> = {
  derive,
  beforeWrite: refuseLateEdits,
  async afterWrite({ before, after, changed }, context) {
    if (!after || !before) return
    const invoice = after
    // Paid by the ledger, or nothing to pay.
    if (['open', 'uncollectible'].includes(invoice.state) && invoice.due?.amount === 0) {
      await context.others.transition('subscription-invoices', invoice.id, 'paid')
    } else if (changed.has('overdue') && invoice.overdue) await markPastDue(invoice, context)
    else if (changed.has('state') && ['paid', 'void'].includes(invoice.state)) {
      await settleSubscription(invoice, context)
    }
  },
  invariants: {
    open(row) {
      const { total } = row
      if (total && total.amount < 0) {
        throw new Problem(
          409,
          'negative',
          'An invoice cannot be negative; its lines add up to less than zero.',
        )
      }
    },
    paid(row) {
      const { due } = row
      if (due && due.amount > 0) {
        throw new Problem(
          409,
          'not_paid',
          say(
            '{{amount}} is still due. Record the payment; the invoice then becomes paid automatically.',
            {
              amount: due,
            },
          ),
        )
      }
    },
    void(row) {
      const { paid } = row
      if (paid && paid.amount > 0) {
        throw new Problem(
          409,
          'paid_already',
          say('{{amount}} was paid on this invoice. Refund it first.', { amount: paid }),
        )
      }
    },
  },
  refuseDelete(row) {
    if (row.state !== 'draft') {
      throw new Problem(409, 'issued', 'An issued invoice is kept permanently. Void it instead.')
    }
  },
  actions: { pay: takePayment('invoice', withoutGateway), refund: refundSubject('invoice') },
  completes: { refund: completeRefund('invoice') },
  prefills: {
    pay: { needs: ['due'], run: dueNow('bank') },
    refund: { needs: ['refundable'], run: refundNow },
  },
  mailings: {
    mail: {
      needs: ['number'],
      to: ({ vendor, number }, context) =>
        vendorAddressee(vendor, context, (says) => `${paperTexts[says].invoice} ${number}`),
    },
  },
  documents: {
    async document(row, context) {
      const invoice = row
      const vendor = await readableVendor(invoice.vendor, context)
      // Loads the text renderer, which the server does not need to start.
      const { invoicePdf } = await import('./pdf.ts')
      return {
        fileName: `${invoice.number ?? 'draft'}.pdf`,
        bytes: await invoicePdf({
          invoice,
          vendor,
          seller: await readLetterhead(context.tx.query),
          speaks: paperLanguage(vendor.address?.country),
        }),
      }
    },
  },
  scheduled: [{ from: ['open'], due: 'overdueAt', run: () => ({ overdue: true }) }],
}
