import { inside, say } from '#model/message.ts'
import type { order } from '#schemas/order.ts'
import type { ResourceModel } from '#model/types.ts'
import { invalid, Problem } from '../../base/problem.ts'
import type { Change, EntityRules, RuleValues } from '../types.ts'
import { agreedRate, commissionOf } from './commission.ts'
import { tooLarge, totalsOf } from './money.ts'
import { withoutGateway } from '../paymentTransaction/gateway.ts'
import { dueNow, refundNow, refundSubject, takePayment } from '../paymentTransaction/payments.ts'
import { completeRefund } from '../paymentTransaction/lineRefunds.ts'
import { keepRefunded } from '../paymentTransaction/keptLines.ts'
import { altersShare, postShare } from '../payout/posting.ts'
import { facts, settled } from '../paymentTransaction/subject.ts'

const DONE: readonly string[] = ['completed', 'cancelled']

const derive: EntityRules<typeof order>['derive'] = async (
  row,
  change,
  context,
): Promise<RuleValues<typeof order>> => {
  const totals = totalsOf(row.lines, row.currency)
  if (tooLarge(totals)) {
    throw invalid([{ path: 'lines', code: 'too_big', message: 'The total would be too large' }])
  }
  const { before, changed } = change
  const settlement = await settled(
    'order',
    {
      id: row.id,
      now: facts.order({ ...row, ...totals }),
      before: before && facts.order(before),
    },
    changed,
    context,
  )
  const { refunded } = settlement ?? row
  const rate = await agreedRate(row, change.before, context)
  return {
    ...totals,
    ...commissionOf(row.state, rate, totals, refunded?.amount ?? 0),
    ...settlement,
    placedAt: row.placedAt ?? (row.state === 'draft' ? null : context.now.toISOString()),
    closedAt: DONE.includes(row.state) ? (row.closedAt ?? context.now.toISOString()) : null,
    number: row.number ?? `ORD-${String(await context.nextNumber('order')).padStart(6, '0')}`,
  }
}

/**
 * Refuses changes to agreed terms: the currency once the order is placed, all money fields once it
 * is over.
 */
const refuseLateEdits = (
  { states }: Pick<ResourceModel, 'states'>,
  { before, changed }: Change<typeof order>,
): void => {
  if (!before) return
  const { state, number } = before
  const named = inside(states.find(({ value }) => value === state)?.label ?? state)
  if (DONE.includes(state) && (changed.has('lines') || changed.has('currency'))) {
    throw new Problem(
      409,
      'frozen',
      say('Order {{number}} is {{state}}; its lines stay as they are.', { number, state: named }),
      {
        errors: [
          {
            path: 'lines',
            code: 'frozen',
            message: say('The lines of a {{state}} order stay as they are', { state: named }),
          },
        ],
      },
    )
  }
  if (state !== 'draft' && changed.has('currency')) {
    throw new Problem(
      409,
      'frozen',
      say('Order {{number}} was placed in {{currency}}; its currency stays.', {
        number,
        currency: before.currency,
      }),
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
  beforeWrite(change, { resource }) {
    refuseLateEdits(resource, change)
    keepRefunded(resource, change)
  },
  async afterWrite(change, context) {
    const { after } = change
    if (after && altersShare(change)) await postShare({ field: 'order', row: after }, context)
  },
  actions: { pay: takePayment('order', withoutGateway), refund: refundSubject('order') },
  completes: { refund: completeRefund('order') },
  prefills: {
    pay: { needs: ['due'], run: dueNow('card') },
    refund: { needs: ['refundable'], run: refundNow },
  },
}
