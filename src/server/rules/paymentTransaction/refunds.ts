import { say } from '#model/message.ts'
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { Money } from '#schemas/define/fields.ts'
import { forbidden, invalid, Problem, type FieldProblem } from '../../base/problem.ts'
import { readOrganisation } from '../../organisation/organisation.ts'
import type { Tx } from '../../database/pool.ts'
import type { RuleContext } from '../types.ts'
import { ledgerOf, type SubjectField } from './ledger.ts'

/**
 * Refunded or soon to be refunded amount of a payment, in minor units. Leaves out the transaction
 * `but`.
 */
export const refundedOf = async (tx: Tx, parent: string, but?: string): Promise<number> => {
  const { rows } = await tx.query<{ sum: number | null }>(
    "SELECT sum(amount_amount)::bigint AS sum FROM payment_transactions WHERE parent = $1 AND kind = 'refund' AND state IN ('pending', 'processing', 'succeeded') AND deleted_at IS NULL AND id IS DISTINCT FROM $2::uuid",
    [parent, but ?? null],
  )
  return Number(rows[0]!.sum ?? 0)
}

type Refunds = Pick<PaymentTransaction, 'refunded' | 'refundable' | 'refundState'>

/** What a payment of `amount` says when `sent` was refunded, and `all` of it is or soon will be. */
export const refundsSaid = ({ amount, currency }: Money, sent: number, all: number): Refunds => {
  const known = sent >= amount ? 'refunded' : 'partially_refunded'
  return {
    refunded: sent > 0 ? { amount: sent, currency } : null,
    refundable: { amount: amount - all, currency },
    refundState: sent > 0 ? known : null,
  }
}

/** What a payment says of its refunds: what was sent back, and what still can be. */
export const refundsOf = async (
  tx: Tx,
  { id, kind, state, amount }: PaymentTransaction,
): Promise<Refunds> => {
  if (kind !== 'capture' || state !== 'succeeded') {
    return { refunded: null, refundable: null, refundState: null }
  }
  const { rows } = await tx.query<{ sent: number | null; all: number | null }>(
    `SELECT sum(amount_amount) FILTER (WHERE state = 'succeeded')::bigint AS sent, sum(amount_amount)::bigint AS all
     FROM payment_transactions WHERE parent = $1 AND kind = 'refund' AND state IN ('pending', 'processing', 'succeeded') AND deleted_at IS NULL`,
    [id],
  )
  return refundsSaid(amount, Number(rows[0]!.sent ?? 0), Number(rows[0]!.all ?? 0))
}

/** Amount of a payment that can still be refunded. */
export const refundableOf = async (
  tx: Tx,
  payment: PaymentTransaction,
  but?: string,
): Promise<Money> => ({
  amount:
    payment.kind === 'capture' && payment.state === 'succeeded'
      ? payment.amount.amount - (await refundedOf(tx, payment.id, but))
      : 0,
  currency: payment.amount.currency,
})

const subjects = ['order', 'booking', 'invoice'] as const satisfies SubjectField[]
type About = Pick<PaymentTransaction, SubjectField>

/** Refunded or soon to be refunded amount of what a transaction is for, in minor units. */
const refundedFor = async (tx: Tx, about: About): Promise<number> => {
  const field = subjects.find((name) => about[name])
  if (!field) return 0
  const { refunded, refunding } = await ledgerOf(tx, field, about[field]!)
  return refunded + refunding
}

/**
 * Requires a recent proof of identity for a refund above the organisation's limit, or in a currency
 * without a limit. `before` was refunded already, so that a large refund in parts is one.
 */
export const askProof = async (
  { amount, currency }: Money,
  before: number,
  context: RuleContext,
): Promise<void> => {
  const limit = await readOrganisation(context.tx.query)
  if (currency !== limit.currency || amount + before > limit.refundProofAbove) {
    context.requireProof()
  }
}

/**
 * Holds a refund up that needs a second person, and asks for a proof of identity. What was refunded
 * of the order, booking or invoice before counts too, of whichever payment, so that a large refund
 * in parts is one. The subject must be locked.
 */
export const holdLarge = async (
  { amount, currency }: Money,
  about: About,
  context: RuleContext,
): Promise<void> => {
  const before = await refundedFor(context.tx, about)
  await askProof({ amount, currency }, before, context)
  context.requireApproval('refund', { amount: { amount: amount + before, currency } })
}

/**
 * Refuses a refund that is not allowed or exceeds what was paid. Locks the payment, so that its
 * refunds are serialised.
 */
export const checkRefund = async (
  refund: PaymentTransaction,
  context: RuleContext,
): Promise<void> => {
  if (!context.access.can('paymentTransaction.refund')) {
    throw forbidden('You do not have the permission to refund.')
  }
  const payment = await context.lock('payment-transactions', refund.parent!)
  await askProof(refund.amount, await refundedFor(context.tx, refund), context)
  if (!payment) {
    throw invalid([
      {
        path: 'parent',
        code: 'unknown_reference',
        message: 'There is no such payment transaction',
      },
    ])
  }
  if (payment.kind !== 'capture' || payment.state !== 'succeeded') {
    throw new Problem(
      409,
      'not_refundable',
      say('{{number}} is not a received payment, so there is nothing to refund.', {
        number: payment.number,
      }),
    )
  }
  const errors: FieldProblem[] = subjects
    .filter((field) => refund[field] !== payment[field])
    .map((path) => ({
      path,
      code: 'invalid_value',
      message: say('A refund must be for the same record as {{number}}', {
        number: payment.number,
      }),
    }))
  if (refund.amount.currency !== payment.amount.currency) {
    errors.push({
      path: 'amount',
      code: 'invalid_value',
      message: say('{{number}} is in {{currency}}', {
        number: payment.number,
        currency: payment.amount.currency,
      }),
    })
  }
  if (errors.length) throw invalid(errors)
  const left = await refundableOf(context.tx, payment, refund.id)
  if (refund.amount.amount > left.amount) {
    throw new Problem(
      409,
      'over_refund',
      left.amount > 0
        ? say('At most {{amount}} of {{number}} can still be refunded.', {
            number: payment.number,
            amount: left,
          })
        : say('{{number}} is already refunded.', { number: payment.number }),
      { errors: [{ path: 'amount', code: 'too_big', message: say('At most {{n}}', { n: left }) }] },
    )
  }
}
