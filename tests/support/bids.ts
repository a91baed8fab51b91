/** Jobs, vendors and proposals on a fresh database, for tests of the bidding rules. */
import type { RecordData } from '#server/store/types.ts'
import type { Json } from '#model/types.ts'
import { fromRow, selected, type StoredRow } from '#server/store/write/rows.ts'
import { eur, openStays, unique, type Stays } from './stays.ts'

export interface Bids extends Stays {
  readonly category: RecordData
  approved(): Promise<RecordData>
  job(more?: object, state?: string): Promise<RecordData>
  /** Creates a proposal, by default of a new vendor, with two lines of 30.00 and 2 × 10.00. */
  propose(job: RecordData, more?: object, state?: string): Promise<RecordData>
  /** The record as stored now. */
  fresh(entity: string, record: RecordData): Promise<RecordData>
}

/** Default lines of a proposal: 50.00 EUR. */
export const LINES = [
  { label: 'Travel', quantity: 1, unit: eur(3000) },
  { label: 'Hours', quantity: 2, unit: eur(1000) },
]

export const openBids = async (): Promise<Bids> => {
  const s = await openStays()
  const category = await s.make('serviceCategory', { name: 'Cleaning', slug: unique() })
  const given = (state: string | undefined): Record<string, Json> | undefined =>
    state ? { state } : undefined
  const approved = () =>
    s.make('vendor', { displayName: 'Clean', legalName: 'Clean Lda' }, { state: 'approved' })
  return {
    ...s,
    category,
    approved,
    job: (more = {}, state = 'open') =>
      s.make(
        'serviceJob',
        {
          code: unique(),
          title: 'Clean the flat',
          customer: s.customer.id,
          category: category.id,
          ...more,
        },
        given(state),
      ),
    propose: async (job, more = {}, state) =>
      s.make(
        'proposal',
        {
          code: unique(),
          job: job.id,
          lines: LINES,
          ...('vendor' in more ? {} : { vendor: (await approved()).id }),
          ...more,
        },
        given(state),
      ),
    fresh: async (entity, record) => {
      const resource = s.of(entity)
      return fromRow(
        (
          await s.db.query<StoredRow>(
            `SELECT ${selected(resource, 't')} FROM "${resource.table}" t WHERE id = $1`,
            [record.id],
          )
        ).rows[0]!,
      )
    },
  }
}
