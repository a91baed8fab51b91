/** Payments and refunds of one record: the actions `pay` and `refund`, and what prefills them. */
import { say } from '#model/message.ts'
import type { Payment, Refund } from '#schemas/settlement.ts'
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { Money } from '#schemas/define/fields.ts'
import { forbidden, invalid, notFound, Problem } from '../../base/problem.ts'
import { revisionRows } from '../../store/read/history.ts'
import type { ActionResult, RuleContext } from '../types.ts'
import { linesOf, takeLines, type RefundedLine } from './lineRefunds.ts'
import { ledgerOf, settlementOf, type Ledger, type SubjectField } from './ledger.ts'
import { askProof, refundableOf } from './refunds.ts'
import { lockSubject, type Subject } from './subject.ts'
import { nothingDue } from './subjectMessages.ts'

/** Opens the payment page of a gateway for an amount that is due. */
export type OpenPage = (
  subject: Subject,
  amount: Money,
  context: RuleContext,
) => Promise<ActionResult>

const BY_HAND = ['create', 'transition.processing', 'transition.succeeded'] as const

/** True when the person may record money that was received outside of the gateway. */
const mayRecord = ({ access }: Pick<RuleContext, 'access'>): boolean =>
  BY_HAND.every((key) => access.can(`paymentTransaction.${key}`))

const subjectOf = async (
  field: SubjectField,
  id: string,
  context: RuleContext,
): Promise<{ subject: Subject; ledger: Ledger }> => {
  const subject = await lockSubject({ [field]: id }, context)
  if (!subject?.total) throw notFound('record')
  return { subject, ledger: await ledgerOf(context.tx, field, id) }
}

/** Refuses another currency than the subject's, and more than `most`. */
const checkAmount = (
  amount: Money,
  { total }: Subject,
  most: number,
  code: 'overpaid' | 'over_refund',
): void => {
  const currency = total!.currency
  if (amount.currency !== currency) {
    throw invalid([
      {
        path: 'amount',
        code: 'invalid_value',
        message: say('Payments here are in {{currency}}', { currency }),
      },
    ])
  }
  if (amount.amount <= most) return
  const n = { amount: Math.max(0, most), currency }
  throw new Problem(409, code, say('At most {{n}}.', { n }), {
    errors: [{ path: 'amount', code: 'too_big', message: say('At most {{n}}', { n }) }],
  })
}

/** Action `pay`: records what was received, or opens the payment page. Never more than is due. */
export const takePayment =
  (field: SubjectField, openPage: OpenPage) =>
  async (
    row: { readonly id: string },
    { amount: given, method, reference }: Payment,
    context: RuleContext,
  ): Promise<ActionResult> => {
    const { subject, ledger } = await subjectOf(field, row.id, context)
    const due = settlementOf(subject, ledger).due!
    const left = due.amount - ledger.processing
    if (left <= 0) throw new Problem(409, 'paid', nothingDue(subject, ledger))
    const amount = given ?? { ...due, amount: left }
    checkAmount(amount, subject, left, 'overpaid')
    if (method === 'online') return openPage(subject, amount, context)
    if (!mayRecord(context)) {
      throw forbidden('You do not have the permission to record a payment.')
    }
    const made = await context.others.create('payment-transactions', {
      kind: 'capture',
      method,
      amount,
      [field]: row.id,
      note: reference ?? null,
    })
    for (const state of ['processing', 'succeeded'] as const) {
      await context.others.transition('payment-transactions', made.id, state)
    }
    return { touched: true, result: { transaction: made.id, number: made.number } }
  }

/** What is paid back of one payment, and the lines of its record that it is for. */
interface Back {
  readonly amount: Money
  readonly reason: string
  readonly lines?: RefundedLine[]
}

/**
 * Pays back part of one payment: cash at once, a card through the gateway, a bank transfer when it
 * is marked as sent.
 */
export const payBack = async (
  { id, method, providerReference, order, booking, invoice }: PaymentTransaction,
  { amount, reason, lines = [] }: Back,
  context: RuleContext,
): Promise<{ transaction: string; number: string; state: 'succeeded' | 'pending' }> => {
  const made = await context.others.create('payment-transactions', {
    kind: 'refund',
    method,
    amount,
    parent: id,
    note: reason,
    lines,
    order,
    booking,
    invoice,
  })
  const byHand =
    method === 'cash' || method === 'manual' || (method === 'card' && !providerReference)
  if (byHand) {
    for (const state of ['processing', 'succeeded'] as const) {
      await context.others.transition('payment-transactions', made.id, state)
    }
  }
  return { transaction: made.id, number: made.number, state: byHand ? 'succeeded' : 'pending' }
}

/**
 * Action `refund`: pays back lines or an amount, up to what is refundable, from the newest payment
 * on. What was refunded
 * of the record before counts for the approval, so that a large refund in parts is one.
 */
export const refundSubject =
  (field: SubjectField) =>
  async (
    row: { readonly id: string },
    input: Refund,
    context: RuleContext,
  ): Promise<ActionResult> => {
    const { reason } = input
    const amount = input.amount!
    if (!context.access.can('paymentTransaction.refund')) {
      throw forbidden('You do not have the permission to refund.')
    }
    const { subject, ledger } = await subjectOf(field, row.id, context)
    const before = ledger.refunded + ledger.refunding
    await askProof(amount, before, context)
    checkAmount(amount, subject, settlementOf(subject, ledger).refundable!.amount, 'over_refund')
    context.requireApproval('refund', {
      amount: { ...amount, amount: amount.amount + before },
    })
    const { rows } = await context.tx.query<{ id: string }>(
      `SELECT id FROM payment_transactions WHERE "${field}" = $1 AND kind = 'capture' AND state = 'succeeded' AND deleted_at IS NULL ORDER BY created_at DESC, id DESC`,
      [row.id],
    )
    let left = amount.amount
    let lines = await linesOf(field, row, input.lines, context)
    const transactions: string[] = []
    for (const { id } of rows) {
      const payment = await context.lock('payment-transactions', id)
      const part = payment ? Math.min(left, (await refundableOf(context.tx, payment)).amount) : 0
      if (!payment || part <= 0) continue
      const [taken, rest] = takeLines(lines, part)
      const back = { amount: { ...amount, amount: part }, reason, lines: taken }
      transactions.push((await payBack(payment, back, context)).transaction)
      lines = rest
      left -= part
    }
    return { touched: true, result: { transactions } }
  }

/** What prefills `pay`: all that is due, by the usual method. */
export const dueNow =
  (usual: 'card' | 'bank') =>
  (row: { readonly due: Money | null }, context: RuleContext): Partial<Payment> => ({
    ...(row.due ? { amount: row.due } : {}),
    method: mayRecord(context) ? usual : 'online',
  })

/** What prefills `refund`: all that is refundable, and why a cancelled record was cancelled. */
export const refundNow = async (
  row: { readonly id: string; readonly state: string; readonly refundable: Money | null },
  { tx, resource }: RuleContext,
): Promise<Partial<Refund>> => {
  // Whoever reads the record also reads its history, which has the reason.
  const [last] =
    row.state === 'cancelled'
      ? await revisionRows(tx, resource, row.id, { limit: 1, where: "a.action = 'transition'" })
      : []
  const reason = last?.reason
  return {
    ...(row.refundable?.amount ? { amount: row.refundable } : {}),
    ...(reason ? { reason } : {}),
  }
}
