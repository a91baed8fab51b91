import { say } from '#model/message.ts'
import type { service } from '#schemas/service.ts'
import { Problem, type FieldProblem } from '../../base/problem.ts'
import type { Change, EntityRules, RuleContext } from '../types.ts'
import { checkEach, refuseProblems } from './choice.ts'

/** Refuses a sub-category of another category. Locks it, so that nobody moves it meanwhile. */
const wrongSubCategory = async (
  { kind, after, changed }: Change<typeof service>,
  context: RuleContext,
): Promise<FieldProblem[]> => {
  if (
    !after?.subCategory ||
    after.deletedAt !== null ||
    !(kind === 'restore' || changed.has('category') || changed.has('subCategory'))
  ) {
    return []
  }
  const chosen = await context.lock('service-sub-categories', after.subCategory)
  return chosen?.category === after.category
    ? []
    : [
        {
          path: 'subCategory',
          code: 'wrong_category',
          message: 'This sub-category belongs to another category',
        },
      ]
}

/**
 * Rules of services: the sub-category belongs to the category; once approved by us, the vendor may
 * pause and resume the service.
 */
export const serviceRules: EntityRules<typeof service> = {
  async beforeWrite(change, context) {
    refuseProblems(await wrongSubCategory(change, context))
  },
  checkMany: (changes, context) =>
    checkEach(changes, (change) => wrongSubCategory(change, context)),
  invariants: {
    async active(row, context) {
      const vendor = await context.load('vendors', row.vendor)
      if (vendor?.state !== 'approved') {
        throw new Problem(
          409,
          'vendor_not_approved',
          vendor
            ? say('{{name}} is not an approved vendor now, so this service cannot be offered.', {
                name: vendor.displayName,
              })
            : 'Its vendor is not an approved vendor now, so this service cannot be offered.',
        )
      }
    },
  },
}
