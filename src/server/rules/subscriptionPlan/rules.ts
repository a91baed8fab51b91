import type { subscriptionPlan } from '#schemas/subscriptionPlan.ts'
import { Problem } from '../../base/problem.ts'
import type { EntityRules } from '../types.ts'

const PRICE = ['price', 'interval', 'intervalCount', 'tax'] as const

/**
 * Rules of plans: a new price of an active plan creates a new version; a retired plan is immutable.
 */
export const subscriptionPlanRules: EntityRules<typeof subscriptionPlan> = {
  derive(row, { before, changed }) {
    const { revision } = row
    return before?.state === 'active' && PRICE.some((name) => changed.has(name))
      ? { revision: Number(before.revision) + 1 }
      : { revision }
  },
  beforeWrite({ before, changed }) {
    const path = PRICE.find((name) => changed.has(name))
    if (before?.state === 'retired' && path) {
      throw new Problem(409, 'frozen', 'This plan is retired; its price stays as it is.', {
        errors: [{ path, code: 'frozen', message: 'The price of a retired plan stays' }],
      })
    }
  },
}
