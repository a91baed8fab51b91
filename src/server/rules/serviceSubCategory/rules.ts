import { say } from '#model/message.ts'
import type { serviceSubCategory } from '#schemas/serviceSubCategory.ts'
import { Problem } from '../../base/problem.ts'
import type { EntityRules } from '../types.ts'

/** Rules of sub-categories: one in use by services cannot change its category. */
export const serviceSubCategoryRules: EntityRules<typeof serviceSubCategory> = {
  async beforeWrite({ before, after, changed }, { tx }) {
    if (!before || !after || !changed.has('category')) return
    const { rows } = await tx.query<{ n: number }>(
      'SELECT count(*) AS n FROM services WHERE sub_category = $1 AND deleted_at IS NULL',
      [before.id],
    )
    const n = rows[0]!.n
    if (!n) return
    const [message, detail] =
      n === 1
        ? [
            'A service uses this sub-category, so it cannot move to another category',
            'A service uses this sub-category, so it cannot move to another category.',
          ]
        : [
            say('{{n}} services use this sub-category, so it cannot move to another category', {
              n,
            }),
            say('{{n}} services use this sub-category, so it cannot move to another category.', {
              n,
            }),
          ]
    throw new Problem(409, 'in_use', detail, {
      errors: [{ path: 'category', code: 'in_use', message }],
    })
  },
}
