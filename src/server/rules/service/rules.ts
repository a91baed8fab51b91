import type { Service } from '#schemas/service.ts'
import type { Vendor } from '#schemas/vendor.ts'
import { Problem, type FieldProblem } from '../../problem.ts'
import type { Change, EntityRules, RuleContext } from '../../store/write/rules.ts'
import { checkEach, refuseProblems } from './choice.ts'

/** A sub-category of another category is refused. It is held, so that nobody moves it meanwhile. */
const wrongSubCategory = async (
  { kind, after, changed }: Change,
  context: RuleContext,
): Promise<FieldProblem[]> => {
  const service = after as unknown as Service | null
  if (
    !service?.subCategory ||
    after!.deletedAt !== null ||
    !(kind === 'restore' || changed.has('category') || changed.has('subCategory'))
  ) {
    return []
  }
  const chosen = await context.lock('service-sub-categories', service.subCategory)
  return chosen?.category === service.category
    ? []
    : [
        {
          path: 'subCategory',
          code: 'wrong_category',
          message: 'This sub-category belongs to another category',
        },
      ]
}

/** Rules of services: the sub-category lies in the category; we approve what its vendor may then pause and resume. */
export const service: EntityRules = {
  async beforeWrite(change, context) {
    refuseProblems(await wrongSubCategory(change, context))
  },
  checkMany: (changes, context) =>
    checkEach(changes, (change) => wrongSubCategory(change, context)),
  guards: {
    async active(row, context) {
      const vendor = (await context.load(
        'vendors',
        (row as unknown as Service).vendor,
      )) as unknown as Vendor | undefined
      if (vendor?.state !== 'approved') {
        throw new Problem(
          409,
          'vendor_not_approved',
          `${vendor?.displayName ?? 'Its vendor'} is not an approved vendor now, so this service cannot be offered.`,
        )
      }
    },
  },
}
