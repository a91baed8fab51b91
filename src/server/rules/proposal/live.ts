import type { Proposal } from '#schemas/proposal.ts'
import type { Tx } from '../../database/pool.ts'

/** States in which a proposal occupies its vendor's place at the job. */
export const LIVE: readonly Proposal['state'][] = ['draft', 'submitted', 'shortlisted', 'accepted']

interface Found {
  readonly id: string
  readonly vendor: string
  readonly state: Proposal['state']
}

/** Live proposals of a job, in the order of their ids. Stable only while the job is locked. */
export const liveAt = async (tx: Tx, job: string): Promise<readonly Found[]> =>
  (
    await tx.query<Found>(
      'SELECT id, vendor, state FROM proposals WHERE job = $1 AND state = ANY($2::text[]) AND deleted_at IS NULL ORDER BY id',
      [job, LIVE],
    )
  ).rows
