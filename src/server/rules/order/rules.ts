import type { order } from '#schemas/order.ts'
import { invalid, Problem } from '../../problem.ts'
import type { Change, EntityRules, RuleValues } from '../types.ts'
import { agreedRate, commissionOf } from './commission.ts'
import { tooLarge, totalsOf } from './money.ts'
import { payWithoutGateway } from '../paymentTransaction/gateway.ts'
import {
  EMPTY,
  keptOf,
  ledgerOf,
  paymentStateOf,
  stillSettled,
} from '../paymentTransaction/ledger.ts'

const DONE: readonly string[] = ['completed', 'cancelled']
const REFUNDED: readonly string[] = ['refunded', 'partially_refunded']

/** Fields that determine the sums and the paid amount. */
const PRICED = ['lines', 'currency', 'total', 'paid', 'paymentState'] as const

const derive: EntityRules<typeof order>['derive'] = async (
  row,
  change,
  context,
): Promise<RuleValues<typeof order>> => {
  const totals = totalsOf(row.lines, row.currency)
  if (tooLarge(totals)) {
    throw invalid([{ path: 'lines', code: 'too_big', message: 'The total would be too large' }])
  }
  const settled = stillSettled(change, PRICED)
  // Commission depends on the refunded amount even when nothing about payments changes.
  const known = settled && !REFUNDED.includes(row.paymentState)
  const ledger =
    known || change.kind === 'create' || !change.before
      ? EMPTY
      : await ledgerOf(context.tx, 'order', row.id)
  const rate = await agreedRate(row, change.before, context)
  return {
    ...totals,
    ...commissionOf(row.state, rate, totals, ledger.refunded),
    ...(settled
      ? {}
      : {
          paid: { amount: keptOf(ledger), currency: row.currency },
          paymentState: paymentStateOf(totals.total.amount, ledger),
        }),
    placedAt: row.placedAt ?? (row.state === 'draft' ? null : context.now.toISOString()),
    closedAt: DONE.includes(row.state) ? (row.closedAt ?? context.now.toISOString()) : null,
    number: row.number ?? `ORD-${String(await context.nextNumber('order')).padStart(6, '0')}`,
  }
}

/**
 * Refuses changes to agreed terms: the currency once the order is placed, all money fields once it
 * is over.
 */
const refuseLateEdits = ({ before, changed }: Change<typeof order>): void => {
  if (!before) return
  const { state, number } = before
  if (DONE.includes(state) && (changed.has('lines') || changed.has('currency'))) {
    throw new Problem(409, 'frozen', `Order ${number} is ${state}; its lines stay as they are.`, {
      errors: [
        {
          path: 'lines',
          code: 'frozen',
          message: `The lines of a ${state} order stay as they are`,
        },
      ],
    })
  }
  if (state !== 'draft' && changed.has('currency')) {
    throw new Problem(
      409,
      'frozen',
      `Order ${number} was placed in ${before.currency}; its currency stays.`,
      {
        errors: [
          { path: 'currency', code: 'frozen', message: 'The currency of a placed order stays' },
        ],
      },
    )
  }
}

/**
 * Rules of orders: number, sums, the paid amount from the ledger, and fields that become immutable.
 */
export const orderRules: EntityRules<typeof order> = {
  derive,
  beforeWrite: refuseLateEdits,
  actions: { pay: payWithoutGateway },
}
