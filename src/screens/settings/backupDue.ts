import type { Backup, Installation } from './api.ts'

/** What it depends on. */
interface Made {
  readonly database: Pick<Installation['database'], 'kind'>
  readonly backups: readonly Pick<Backup, 'at'>[] | null
  readonly startedAt: string
}

/** A daily backup may begin some hours late, after a restart or while the server is busy. */
const LATE_MS = 36 * 3_600_000

/**
 * Since when there is no backup although one is made daily: the time of the newest, or of the start.
 * Undefined while none is missing, and where the database server makes them.
 */
export const missingSince = (
  { database, backups, startedAt }: Made,
  now: number,
): string | undefined => {
  if (database.kind !== 'embedded' || !backups) return undefined
  const newest = backups.reduce((last, { at }) => (at > last ? at : last), '')
  const since = newest || startedAt
  return now - Date.parse(since) > LATE_MS ? since : undefined
}
