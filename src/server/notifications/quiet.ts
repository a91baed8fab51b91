/** Evaluates people's quiet hours on the server. */
import { QUIET_HOURS, quietUntil, readQuietHours } from '#model/quietHours.ts'
import type { Query } from '../database/query.ts'
import { SYSTEM_JOB, type Jobs } from '../jobs/types.ts'
import { DELIVER_JOB } from './kinds.ts'

/**
 * Current quiet hours: their end (ms since the epoch), and whether urgent notifications come
 * through.
 */
export interface Quiet {
  readonly until: number
  readonly urgent: boolean
}

/** Returns the people who have quiet hours now. */
export const quietNow = async (
  query: Query,
  people: readonly string[],
  now = Date.now(),
): Promise<ReadonlyMap<string, Quiet>> => {
  if (!people.length) return new Map()
  const { rows } = await query<{ id: string; value: unknown }>(
    `SELECT u."personId" AS id, p.value FROM "user" u JOIN preferences p ON p.account_id = u.id AND p.key = $2 WHERE u."personId" = ANY($1::uuid[]) AND p.value @> '{"on": true}'`,
    [people, QUIET_HOURS],
  )
  return new Map(
    rows.flatMap(({ id, value }): [string, Quiet][] => {
      const quiet = readQuietHours(value)
      const until = quietUntil(quiet, now)
      return until === undefined ? [] : [[id, { until, urgent: quiet.urgent }]]
    }),
  )
}

/** Returns until when a delivery is held; undefined when it is sent at once. */
export const heldUntil = (quiet: Quiet | undefined, urgent: boolean): number | undefined =>
  quiet && !(urgent && quiet.urgent) ? quiet.until : undefined

/** Re-evaluates held deliveries after a person changed their quiet hours. */
export const rescheduleHeld = async (
  { query, enqueue }: { readonly query: Query; readonly enqueue: Jobs['enqueue'] },
  person: string,
  key: string,
): Promise<void> => {
  if (key !== QUIET_HOURS) return
  const { rowCount } = await query(
    "UPDATE deliveries SET due_at = now() WHERE recipient_id = $1 AND record_id IS NULL AND held AND state = 'waiting' AND due_at > now()",
    [person],
  )
  if (rowCount) await enqueue({ kind: DELIVER_JOB, payload: {}, actor: SYSTEM_JOB })
}
