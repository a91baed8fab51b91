import { invalid } from '../http/problem.ts'
import type { EntityRules } from '../store/write/rules.ts'

/** Rules of hotel categories: no category lies inside itself. */
export const category: EntityRules = {
  async beforeWrite({ before, after, changed }, context) {
    // Two moves at once could close a circle that neither sees, so moves happen one after the other.
    if (before && after?.parent && changed.has('parent')) await context.lockName('category.tree')
  },
  async afterWrite({ before, after, changed }, { tx }) {
    if (!before || !after?.parent || !changed.has('parent')) return
    const { rows } = await tx.query<{ id: string }>(
      `WITH RECURSIVE above AS (SELECT parent AS id FROM categories WHERE id = $1 UNION SELECT c.parent FROM categories c JOIN above a ON c.id = a.id)
       SELECT id FROM above WHERE id = $1`, [after.id])
    if (rows.length) throw invalid([{ path: 'parent', code: 'cycle', message: 'A category cannot lie inside itself' }])
  },
}
