import { say } from '#model/message.ts'
import type { paymentTransaction, PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { Json } from '#model/types.ts'
import { invalid, Problem } from '../../base/problem.ts'
import type { Change, EntityRules, RuleContext, RuleValues } from '../types.ts'
import type { InputOf } from '#schemas/define/rows.ts'
import { ledgerOf, type SubjectField } from './ledger.ts'
import { checkRefund, holdLarge, refundableOf, refundsOf } from './refunds.ts'
import { issueCreditNote } from '../creditNote/issue.ts'
import { postSubject } from '../payout/posting.ts'
import { payBack, refundNow } from './payments.ts'
import { lockSubject, roomOf, settleSubject } from './subject.ts'
import { notPayable, nothingDue, onlyDue } from './subjectMessages.ts'

/** States in which a capture reduces the amount due. */
const TAKING: readonly string[] = ['processing', 'succeeded']

const sameCurrency = (row: PaymentTransaction, total: Money | null): void => {
  if (total && row.amount.currency !== total.currency) {
    throw invalid([
      {
        path: 'amount',
        code: 'invalid_value',
        message: say('Payments here are in {{currency}}', { currency: total.currency }),
      },
    ])
  }
}

/**
 * Never captures more than is due: a second payer gets an error, and duplicate provider money is
 * refunded.
 */
const checkCapture = async (
  row: PaymentTransaction,
  context: RuleContext,
  isPast: boolean,
): Promise<void> => {
  const subject = await lockSubject(row, context)
  if (!subject) return
  sameCurrency(row, subject.total)
  if (!subject.open && !isPast) {
    throw new Problem(409, 'not_payable', notPayable(subject))
  }
  const ledger = await ledgerOf(context.tx, subject.field, subject.id)
  const room = roomOf(subject, ledger)
  if (row.amount.amount > room) {
    const left = { amount: room, currency: row.amount.currency }
    throw new Problem(
      409,
      'overpaid',
      room > 0 ? onlyDue(subject, left) : nothingDue(subject, ledger),
      { errors: [{ path: 'amount', code: 'too_big', message: say('At most {{n}}', { n: left }) }] },
    )
  }
}

/** Facts of a transaction that never change once it is in the ledger. */
const FACTS = [
  'kind',
  'method',
  'amount',
  'order',
  'booking',
  'invoice',
  'parent',
  'providerReference',
] as const

/** Refuses changes to facts. The provider's reference arrives later and is added once. */
const refuseRewriting = ({ before, changed }: Change<typeof paymentTransaction>): void => {
  const path = FACTS.find(
    (name) =>
      changed.has(name) && !(name === 'providerReference' && (before?.[name] ?? null) === null),
  )
  if (!before || !path) return
  const message = 'Ledger entries cannot be changed; add a correcting transaction'
  throw new Problem(
    409,
    'ledger',
    'Ledger entries cannot be changed; add a correcting transaction.',
    { errors: [{ path, code: 'ledger', message }] },
  )
}

const beforeWrite: EntityRules<typeof paymentTransaction>['beforeWrite'] = async (
  change,
  context,
) => {
  const { kind, before, after, changed } = change
  if (!after) return
  refuseRewriting(change)
  const row = after
  if (row.kind === 'refund') {
    if (before) return
    await checkRefund(row, context)
    // What another system refunded is only recorded here.
    const past = kind === 'import' && row.state === 'succeeded'
    if (past && context.access.can('paymentTransaction.override')) return
    return holdLarge(row.amount, row, context)
  }
  if (row.kind === 'capture') {
    const entering = TAKING.includes(row.state) && !TAKING.includes(String(before?.state))
    if ((!before && row.state === 'pending') || (changed.has('state') && entering))
    // Imported captures are kept, whatever the state of their subject.
    {
      await checkCapture(row, context, kind === 'import' && !before && row.state === 'succeeded')
    }
    return
  }
  if (!before) sameCurrency(row, (await lockSubject(row, context))?.total ?? null)
}

/** Fields that a payment's refunds change, and the state that makes it refundable. */
const REFUNDS = ['state', 'refunded', 'refundable', 'refundState'] as const

/** The one record that a payment is for. */
const subjectOf = ({ order, booking, invoice }: Pick<PaymentTransaction, SubjectField>) => {
  if (order) return { order }
  return booking ? { booking } : { invoice }
}

/** Refunds a payment. */
const refund = async (
  payment: PaymentTransaction,
  input: InputOf<typeof paymentTransaction, 'refund'>,
  context: RuleContext,
): Promise<{ touched: true; result: Json }> => {
  await holdLarge(input.amount, payment, context)
  // A resent request must not refund twice.
  return { touched: true, result: await payBack(payment, input, context) }
}

const processed = (
  _row: PaymentTransaction,
  context: RuleContext,
): RuleValues<typeof paymentTransaction> => ({
  processedAt: context.now.toISOString(),
})

/**
 * Rules of the ledger: numbers, a single currency, no capture above what is due, no refund above
 * what was paid, and subjects always in step with the ledger.
 */
export const paymentTransactionRules: EntityRules<typeof paymentTransaction> = {
  async holdFirst(id, context) {
    const { rows } = await context.tx.query<Pick<PaymentTransaction, SubjectField>>(
      'SELECT "order", booking, invoice FROM payment_transactions WHERE id = $1',
      [id],
    )
    if (rows[0]) await lockSubject(subjectOf(rows[0]), context)
  },
  async derive(row, change, context): Promise<RuleValues<typeof paymentTransaction>> {
    if (row.number) {
      return REFUNDS.some((name) => change.changed.has(name)) ? refundsOf(context.tx, row) : {}
    }
    // Every writer locks the subject, then the payment that is refunded, then the number, for which
    // every payment waits; taking them in different orders would deadlock.
    await lockSubject(row, context)
    if (row.parent) await context.lock('payment-transactions', String(row.parent))
    return { number: `PAY-${String(await context.nextNumber('payment')).padStart(6, '0')}` }
  },
  beforeWrite,
  async afterWrite({ kind, before, after, changed }, context) {
    if (!after || !changed.has('state')) return
    if (after.kind === 'fee' || after.kind === 'payout') return postSubject(after, context)
    if (after.kind !== 'capture' && after.kind !== 'refund') return
    if (after.kind === 'refund') {
      const payment = await context.lock('payment-transactions', after.parent!)
      if (payment) {
        const values = await refundsOf(context.tx, payment)
        await context.others.update('payment-transactions', payment.id, values)
      }
    } else if (after.state !== 'succeeded' && before?.state !== 'succeeded') return
    const subject = await lockSubject(after, context)
    if (!subject) return
    await settleSubject(subject, context)
    // The system from which past refunds are imported has issued notes of its own.
    if (after.kind === 'refund' && after.state === 'succeeded' && kind !== 'import') {
      await issueCreditNote(after, await ledgerOf(context.tx, subject.field, subject.id), context)
    }
  },
  onTransition: { succeeded: processed, failed: processed },
  actions: { refund },
  prefills: { refund: { needs: ['refundable'], run: refundNow } },
  previews: {
    /** `{ refundable }`: amount of this payment that can still be refunded. */
    refundable: {
      needs: ['kind', 'state', 'amount'],
      async run(row, context) {
        return { refundable: await refundableOf(context.tx, row) }
      },
    },
  },
}
