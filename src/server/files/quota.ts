import { say } from '#model/message.ts'
import type { Query } from '../database/query.ts'
import { Problem } from '../base/problem.ts'

/** Maximum bytes one person may upload per day. */
export const maxBytesPerDay = 1_000_000_000
/** Maximum bytes one person without an account may send per day, by support page and e-mail. */
export const maxSenderBytesPerDay = 100_000_000

/** Whose daily limit a file counts towards: that of a person, with an account or without. */
export interface Owner {
  readonly id: string
  readonly account: boolean
}

/** Bytes that count towards a daily limit before they are a file: a row of `uploads`. */
interface Reservation {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly collection?: string | undefined
}

/**
 * Reserves bytes within the daily limit, in the transaction of `query`: they count until the row is
 * deleted, has its file, or is purged after a day. The same id again changes its bytes. Rejects with
 * a 429 beyond the limit.
 */
export const reserve = async (
  query: Query,
  owner: Owner,
  { id, name, bytes, collection }: Reservation,
): Promise<void> => {
  const [column, most] = owner.account
    ? (['created_by', maxBytesPerDay] as const)
    : (['sender', maxSenderBytesPerDay] as const)
  // Uploads at the same time would all find the same bytes left.
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`files ${owner.id}`])
  const {
    rows: [row],
  } = await query<{ total: number | string }>(
    `select (select coalesce(sum(size), 0) from files where ${column} = $1 and created_at > now() - interval '24 hours') + (select coalesce(sum(size), 0) from uploads where created_by = $1 and file_id is null and id <> $2) as total`,
    [owner.id, id],
  )
  if (Number(row!.total) + bytes > most) {
    throw new Problem(
      429,
      'file_quota',
      say('You may upload {{n}} MB a day. Try again tomorrow.', { n: most / 1_000_000 }),
      { headers: { 'Retry-After': '3600' } },
    )
  }
  await query(
    'insert into uploads (id, created_by, name, size, collection) values ($1, $2, $3, $4, $5) on conflict (id) do update set size = excluded.size',
    [id, owner.id, name, bytes, collection ?? null],
  )
}

/** Gives reserved bytes back. */
export const release = async (query: Query, id: string): Promise<void> => {
  await query('delete from uploads where id = $1', [id])
}
