import { say } from '#model/message.ts'
import { Problem } from '../../base/problem.ts'
import type { EntityRules } from '../types.ts'
import type { vendor } from '#schemas/vendor.ts'
import { upcomingBookings } from '../hotel/rules.ts'
import { preparePayout } from '../payout/prepare.ts'
import {
  derivePapers,
  documentActions,
  missingKinds,
  requiredKinds,
  requirePapers,
  todayOf,
} from './documents.ts'

/**
 * Rules of vendors: approval requires accepted, valid documents; a vendor with published hotels or
 * upcoming guests cannot be closed.
 */
export const vendorRules: EntityRules<typeof vendor> = {
  derive: (row, _, context) => derivePapers(row, todayOf(context)),
  actions: { ...documentActions, preparePayout },
  invariants: { approved: requirePapers },
  previews: {
    documents: {
      needs: ['kind', 'documents'],
      run(row) {
        return { required: requiredKinds(row.kind), missing: missingKinds(row) }
      },
    },
  },
  // The scheduler marks a document on the day it expires; the record stores the next such day.
  scheduled: [
    {
      from: ['applied', 'under_review', 'approved', 'suspended', 'rejected'],
      due: 'nextExpiry',
      run: (row, context) => derivePapers(row, todayOf(context)),
    },
  ],
  async beforeWrite({ after, before, changed }, context) {
    if (!before || after?.state !== 'closed' || !changed.has('state')) return
    const { rows } = await context.tx.query<{ id: string; state: string }>(
      'SELECT id, state FROM hotels WHERE vendor = $1 AND deleted_at IS NULL ORDER BY id',
      [after.id],
    )
    const published = rows.filter((r) => r.state === 'published').length
    if (published) {
      throw new Problem(
        409,
        'has_hotels',
        published === 1
          ? 'This vendor has 1 published hotel; suspend or archive it first.'
          : say('This vendor has {{n}} published hotels; suspend or archive them first.', {
              n: published,
            }),
      )
    }
    let guests = 0
    for (const { id } of rows) {
      const hotel = await context.lock('hotels', id)
      if (hotel) guests += await upcomingBookings(context, hotel)
    }
    if (guests) {
      throw new Problem(
        409,
        'has_bookings',
        guests === 1
          ? 'The hotels of this vendor have 1 booking still to come.'
          : say('The hotels of this vendor have {{n}} bookings still to come.', { n: guests }),
      )
    }
  },
}
