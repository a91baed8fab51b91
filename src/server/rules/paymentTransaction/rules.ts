import type { paymentTransaction, PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { Json } from '#model/types.ts'
import { invalid, Problem } from '../../problem.ts'
import type { Change, EntityRules, RuleContext, RuleValues } from '../types.ts'
import type { InputOf } from '#schemas/define/resource.ts'
import { ledgerOf } from './ledger.ts'
import { askProof, checkRefund, moneyText, refundableOf } from './refunds.ts'
import { lockSubject, nothingDue, roomOf, settleSubject } from './subject.ts'

/** States in which a capture takes of what is due. */
const TAKING: readonly string[] = ['processing', 'succeeded']

const sameCurrency = (row: PaymentTransaction, total: Money | null): void => {
  if (total && row.amount.currency !== total.currency) {
    throw invalid([
      {
        path: 'amount',
        code: 'invalid_value',
        message: `What is paid here is in ${total.currency}`,
      },
    ])
  }
}

/** More than is due is never taken: a second payer is told, and money of a provider that comes twice goes back. */
const checkCapture = async (
  row: PaymentTransaction,
  context: RuleContext,
  isPast: boolean,
): Promise<void> => {
  const subject = await lockSubject(row, context)
  if (!subject) return
  sameCurrency(row, subject.total)
  if (!subject.open && !isPast) {
    throw new Problem(
      409,
      'not_payable',
      `${subject.name} is ${subject.state.replaceAll('_', ' ')}; it cannot be paid.`,
    )
  }
  const ledger = await ledgerOf(context.tx, subject.field, subject.id)
  const room = roomOf(subject, ledger)
  if (row.amount.amount > room) {
    const left = { amount: room, currency: row.amount.currency }
    throw new Problem(
      409,
      'overpaid',
      room > 0
        ? `Of ${subject.name.replace(/^[A-Z]/, (c) => c.toLowerCase())} only ${moneyText(left)} is still due.`
        : nothingDue(subject, ledger),
      { errors: [{ path: 'amount', code: 'too_big', message: `At most ${moneyText(left)}` }] },
    )
  }
}

/** What a transaction is: it never changes once it is in the ledger. */
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

/** The provider tells its reference later; that is added once. */
const refuseRewriting = ({ before, changed }: Change<typeof paymentTransaction>): void => {
  const path = FACTS.find(
    (name) =>
      changed.has(name) && !(name === 'providerReference' && (before?.[name] ?? null) === null),
  )
  if (!before || !path) return
  const message = 'What is in the ledger stays; add a transaction that sets it right'
  throw new Problem(409, 'ledger', `${message}.`, { errors: [{ path, code: 'ledger', message }] })
}

const beforeWrite: EntityRules<typeof paymentTransaction>['beforeWrite'] = async (
  change,
  context,
) => {
  const { kind, before, after, changed } = change
  if (!after) return
  refuseRewriting(change)
  const row = after
  if (row.kind === 'refund') return before ? undefined : checkRefund(row, context)
  if (row.kind === 'capture') {
    const entering = TAKING.includes(row.state) && !TAKING.includes(String(before?.state))
    if ((!before && row.state === 'pending') || (changed.has('state') && entering))
    // What an old system took was taken, whatever has become of its subject since.
    {
      await checkCapture(row, context, kind === 'import' && !before && row.state === 'succeeded')
    }
    return
  }
  if (!before) sameCurrency(row, (await lockSubject(row, context))?.total ?? null)
}

/** Pays back what a clerk hands out at once; a card goes through the gateway, a bank transfer is marked when it was sent. */
const refund = async (
  payment: PaymentTransaction,
  input: InputOf<typeof paymentTransaction, 'refund'>,
  context: RuleContext,
): Promise<{ touched: true; result: Json }> => {
  const { id, method, order, booking, invoice, providerReference } = payment
  await askProof(input.amount, context)
  const made = await context.others.create('payment-transactions', {
    kind: 'refund',
    method,
    amount: input.amount,
    parent: id,
    note: input.reason,
    ...(order ? { order } : booking ? { booking } : { invoice }),
  })
  const byHand =
    method === 'cash' || method === 'manual' || (method === 'card' && !providerReference)
  if (byHand) {
    for (const state of ['processing', 'succeeded'] as const) {
      await context.others.transition('payment-transactions', made.id, state)
    }
  }
  // A refund that is sent again must not pay back again.
  return {
    touched: true,
    result: { transaction: made.id, number: made.number, state: byHand ? 'succeeded' : 'pending' },
  }
}

const processed = (
  _row: PaymentTransaction,
  context: RuleContext,
): RuleValues<typeof paymentTransaction> => ({
  processedAt: context.now.toISOString(),
})

/** Rules of the ledger: numbers, one currency, nothing beyond what is due, no refund beyond what was paid, and the subject always says what the ledger says. */
export const paymentTransactionRules: EntityRules<typeof paymentTransaction> = {
  async derive(row, _change, context): Promise<RuleValues<typeof paymentTransaction>> {
    if (row.number) return {}
    // Held before the number, which everyone who enters a payment waits for: two who take both in another order would wait for each other.
    if (row.parent) await context.lock('payment-transactions', String(row.parent))
    await lockSubject(row, context)
    return { number: `PAY-${String(await context.nextNumber('payment')).padStart(6, '0')}` }
  },
  beforeWrite,
  async afterWrite({ before, after, changed }, context) {
    if (!after || !changed.has('state') || !['capture', 'refund'].includes(String(after.kind))) {
      return
    }
    if (after.state !== 'succeeded' && before?.state !== 'succeeded') return
    const subject = await lockSubject(after, context)
    if (subject) await settleSubject(subject, context)
  },
  onTransition: { succeeded: processed, failed: processed },
  actions: { refund },
  previews: {
    /** `{ refundable }`: what of this payment can still be paid back. */
    refundable: {
      needs: ['kind', 'state', 'amount'],
      async run(row, context) {
        return { refundable: await refundableOf(context.tx, row) }
      },
    },
  },
}
