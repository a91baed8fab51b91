import type { Hotel } from '#schemas/hotel.ts'
import { Problem } from '../../problem.ts'
import type { EntityRules } from '../../store/write/rules.ts'
import type { Vendor } from '#schemas/vendor.ts'
import type { Values } from '../../store/write/rules.ts'
import { upcomingBookings } from '../hotel/rules.ts'
import {
  derivePapers,
  documentActions,
  missingKinds,
  requiredKinds,
  requirePapers,
  todayOf,
} from './documents.ts'

/** Rules of vendors: approved with accepted papers that are valid; one with published hotels or guests still to come cannot be closed. */
export const vendor: EntityRules = {
  derive: (row, _, context) =>
    derivePapers(row as unknown as Vendor, todayOf(context)) as unknown as Values,
  actions: documentActions,
  guards: { approved: requirePapers },
  previews: {
    documents: {
      needs: ['kind', 'documents'],
      run(row) {
        const papers = row as unknown as Vendor
        return { required: requiredKinds(papers.kind), missing: missingKinds(papers) }
      },
    },
  },
  // A document that has run out is marked on its day, and the next day to come stands in the record.
  scheduled: [
    {
      from: ['applied', 'under_review', 'approved', 'suspended', 'rejected'],
      due: 'nextExpiry',
      run: (row, context) =>
        derivePapers(row as unknown as Vendor, todayOf(context)) as unknown as Values,
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
        `This vendor has ${published} published ${published === 1 ? 'hotel' : 'hotels'}; suspend or archive ${published === 1 ? 'it' : 'them'} first.`,
      )
    }
    let guests = 0
    for (const { id } of rows) {
      guests += await upcomingBookings(
        context,
        (await context.lock('hotels', id)) as unknown as Hotel,
      )
    }
    if (guests) {
      throw new Problem(
        409,
        'has_bookings',
        `The hotels of this vendor have ${guests} ${guests === 1 ? 'booking' : 'bookings'} still to come.`,
      )
    }
  },
}
