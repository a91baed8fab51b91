import type { serviceBookmark } from '#schemas/serviceBookmark.ts'
import { Problem } from '../../base/problem.ts'
import type { Change, EntityRules, RuleContext, RuleRow } from '../types.ts'

/** Service that a bookmark counts for; undefined while it is in the trash. */
const counted = (row: RuleRow<typeof serviceBookmark> | null): string | undefined =>
  row && row.deletedAt === null ? row.service : undefined

/** Services whose count changes, in the order in which all writers lock them. */
const touched = ({ before, after }: Change<typeof serviceBookmark>): string[] => {
  const [was, now] = [counted(before), counted(after)]
  return was === now ? [] : [was, now].filter((id) => id !== undefined).sort()
}

const hold = async (services: readonly string[], context: RuleContext): Promise<void> => {
  for (const id of [...new Set(services)].sort()) await context.lock('services', id)
}

const count = async (service: string, context: RuleContext): Promise<void> => {
  const { rows } = await context.tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM service_bookmarks WHERE service = $1 AND deleted_at IS NULL',
    [service],
  )
  await context.others.update('services', service, { bookmarks: rows[0]!.n })
}

const refuseSecond = async (
  { after }: Change<typeof serviceBookmark>,
  context: RuleContext,
): Promise<void> => {
  if (!after || after.deletedAt !== null) return
  const { customer, service } = after
  const { rows } = await context.tx.query(
    'SELECT 1 FROM service_bookmarks WHERE customer = $1 AND service = $2 AND id <> $3 AND deleted_at IS NULL',
    [customer, service, after.id],
  )
  const message = 'This customer has already bookmarked this service'
  if (rows.length) {
    throw new Problem(409, 'taken', 'This customer has already bookmarked this service.', {
      errors: [{ path: 'service', code: 'taken', message }],
    })
  }
}

/** Rules of bookmarks: one per customer and service, and their count on the service. */
export const serviceBookmarkRules: EntityRules<typeof serviceBookmark> = {
  async beforeWrite(change, context) {
    await hold(touched(change), context)
    if (touched(change).length || change.changed.has('customer')) {
      await refuseSecond(change, context)
    }
  },
  /** Duplicate pairs within a batch are caught by the unique index. */
  async checkMany(changes, context) {
    await hold(changes.flatMap(touched), context)
    return new Map()
  },
  async afterWrite(change, context) {
    for (const id of touched(change)) await count(id, context)
  },
}
