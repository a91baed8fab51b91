import { inside, say } from '#model/message.ts'
import { conflict } from '../base/problem.ts'
import type { EntityRules } from './types.ts'

/** Rules of records nested by their field `parent`: none can contain itself. */
export const treeRules = (
  one: string,
): Required<Pick<EntityRules, 'beforeWrite' | 'afterWrite'>> => ({
  async beforeWrite({ before, after, changed }, context) {
    // Two concurrent moves could close a cycle that neither sees, so moves are serialised.
    if (before && after?.parent && changed.has('parent')) {
      await context.lockName(`${context.resource.entity}.tree`)
    }
  },
  async afterWrite({ before, after, changed }, { tx, resource }) {
    if (!before || !after?.parent || !changed.has('parent')) return
    const { rows } = await tx.query<{ id: string }>(
      `WITH RECURSIVE above AS (SELECT parent AS id FROM "${resource.table}" WHERE id = $1 UNION SELECT c.parent FROM "${resource.table}" c JOIN above a ON c.id = a.id)
       SELECT id FROM above WHERE id = $1`,
      [after.id],
    )
    if (rows.length) {
      throw conflict(
        'cycle',
        'parent',
        say('A {{one}} cannot be inside itself', { one: inside(one) }),
      )
    }
  },
})
