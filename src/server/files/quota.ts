import { say } from '#model/message.ts'
import type { Query } from '../database/query.ts'
import { Problem } from '../base/problem.ts'

/** Maximum bytes one person may upload per day. */
export const maxBytesPerDay = 1_000_000_000
/** Maximum bytes one person without an account may send per day, by support page and e-mail. */
export const maxSenderBytesPerDay = 100_000_000

/** Who a file counts for: a person with an account, or else a sender without one. */
export interface Uploader {
  readonly person: string | null
  readonly sender: string | undefined
}

/**
 * Rejects an upload beyond the daily limit with a 429. Files that the system itself creates have no
 * limit.
 */
export const requireQuota = async (
  query: Query,
  { person, sender }: Uploader,
  bytes: number,
): Promise<void> => {
  const id = person ?? sender
  if (id === undefined) return
  const [column, most] =
    person === null
      ? (['sender', maxSenderBytesPerDay] as const)
      : (['created_by', maxBytesPerDay] as const)
  const {
    rows: [row],
  } = await query<{ total: number | string }>(
    `select coalesce(sum(size), 0) as total from files where ${column} = $1 and created_at > now() - interval '24 hours'`,
    [id],
  )
  if (Number(row!.total) + bytes > most) {
    throw new Problem(
      429,
      'file_quota',
      say('You may upload {{n}} MB a day. Try again tomorrow.', { n: most / 1_000_000 }),
      { headers: { 'Retry-After': '3600' } },
    )
  }
}
