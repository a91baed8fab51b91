/**
 * The statements of the queue: each is one atomic step that any number of processes can run at
 * once.
 */
import { english, type Message, type Said } from '#model/message.ts'
import type { Json } from '#model/types.ts'
import type { Query } from '../database/pool.ts'
import type { JobActor, JobCounts, JobView, NewJob } from './types.ts'

/** Durations of the queue in milliseconds. */
export interface Timing {
  /** A running job without a heartbeat for this long is taken over. */
  readonly leaseMs: number
  /** How often an idle process polls for work. */
  readonly pollMs: number
  /** Wait before the second attempt; doubled each time. */
  readonly retryMs: number
  readonly maxAttempts: number
}

/** A job that a worker holds while the lease lasts. */
export interface Claim {
  readonly id: string
  readonly worker: string
}

export interface ClaimedJob extends Claim {
  readonly kind: string
  readonly payload: Json
  readonly actor: JobActor | null
  readonly attempts: number
  readonly result: Json
}

export const insertJob = async (query: Query, id: string, job: NewJob): Promise<void> => {
  await query(
    `INSERT INTO jobs (id, kind, payload, actor, run_at)
    VALUES ($1, $2, $3, $4, coalesce($5::timestamptz, now()))`,
    [id, job.kind, JSON.stringify(job.payload), JSON.stringify(job.actor), job.runAt ?? null],
  )
}

/** A job that this process runs now. */
export type BusyJob = Pick<ClaimedJob, 'id' | 'kind' | 'actor'>

const OF_OTHERS = "NOT coalesce(actor->>'accountId' = ANY($5), false)"
const OF_OTHER_KINDS = "NOT coalesce(kind || ' ' || (actor->>'accountId') = ANY($5), false)"

/**
 * Claims the job that has waited longest: due, or abandoned by a dead process. The attempt is
 * counted before the work; taking over an abandoned job counts double, so that a job that crashes
 * or blocks its process does not do so again and again. `busy` are jobs this process still runs:
 * those of other people come first, and of one person one of each kind runs at a time, so that
 * whoever has many keeps nobody waiting for all of them.
 */
export const claim = async (
  query: Query,
  worker: string,
  kinds: readonly string[],
  busy: readonly BusyJob[],
  timing: Timing,
): Promise<ClaimedJob | undefined> => {
  const take = async (among: string, excluded: readonly string[]) => {
    const { rows } = await query<ClaimedJob>(
      `UPDATE jobs SET state = 'running',
      attempts = attempts + CASE state WHEN 'running' THEN 2 ELSE 1 END,
      locked_by = $1, locked_until = now() + $2 * interval '1 ms'
    WHERE id = (SELECT id FROM jobs
      WHERE state IN ('queued', 'running') AND run_at <= now()
        AND (state = 'queued' OR locked_until < now())
        AND kind = ANY($3) AND NOT id = ANY($4::uuid[]) AND ${among}
      ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, locked_by AS worker, kind, payload, actor, attempts, result`,
      [worker, timing.leaseMs, kinds, busy.map((job) => job.id), excluded],
    )
    return rows[0]
  }
  const people = busy.flatMap(({ kind, actor }) => {
    const account = actor?.accountId
    return account ? [{ account, kind }] : []
  })
  const first = await take(
    OF_OTHERS,
    people.map(({ account }) => account),
  )
  if (first || !people.length) return first
  return take(
    OF_OTHER_KINDS,
    people.map(({ account, kind }) => `${kind} ${account}`),
  )
}

const OURS = "WHERE id = $1 AND locked_by = $2 AND state = 'running'"

/** Extends the lease and writes progress; false when the job is no longer ours. */
export const beat = async (
  query: Query,
  { id, worker }: Claim,
  leaseMs: number,
  progress?: { fraction: number; counts: JobCounts | undefined },
): Promise<boolean> =>
  (
    await query(
      `UPDATE jobs SET locked_until = now() + $3 * interval '1 ms',
        progress = coalesce($4, progress), counts = coalesce($5::jsonb, counts) ${OURS}`,
      [
        id,
        worker,
        leaseMs,
        progress?.fraction ?? null,
        progress?.counts ? JSON.stringify(progress.counts) : null,
      ],
    )
  ).rowCount > 0

/**
 * Saves a checkpoint in the column of the result. One that differs from the last is progress, and
 * the attempts start again: a long job survives any number of processes, a job that never
 * gets further does not. Returns the attempts, undefined when the job is no longer ours.
 */
export const saveCheckpoint = async (
  query: Query,
  { id, worker }: Claim,
  where: Json,
  counts: JobCounts | undefined,
): Promise<number | undefined> =>
  (
    await query<{ attempts: number }>(
      `UPDATE jobs SET attempts = CASE WHEN result IS DISTINCT FROM $3::jsonb THEN 1 ELSE attempts END,
        result = $3::jsonb, counts = coalesce($4::jsonb, counts) ${OURS} RETURNING attempts`,
      [id, worker, JSON.stringify(where), counts ? JSON.stringify(counts) : null],
    )
  ).rows[0]?.attempts

export const succeed = (query: Query, { id, worker }: Claim, result: Json) =>
  query(
    `UPDATE jobs SET state = 'succeeded', progress = 1, result = $3, error = NULL,
      finished_at = now(), locked_by = NULL, locked_until = NULL ${OURS}`,
    [id, worker, JSON.stringify(result)],
  )

/** Dead letter: kept with its reason, never retried. */
export const fail = (query: Query, { id, worker }: Claim, error: Said, result: Json) =>
  query(
    `UPDATE jobs SET state = 'failed', result = $4, error = $3, said = $5,
      finished_at = now(), locked_by = NULL, locked_until = NULL ${OURS}`,
    [
      id,
      worker,
      english(error),
      JSON.stringify(result),
      typeof error === 'string' ? null : JSON.stringify(error),
    ],
  )

/** Requeues the job, due after `waitMs`; `free` does not count the attempt. */
export const putBack = (
  query: Query,
  { id, worker }: Claim,
  waitMs: number,
  error: string | null,
  free: boolean,
) =>
  query(
    `UPDATE jobs SET state = 'queued', run_at = now() + $3 * interval '1 ms', error = $4,
      attempts = attempts - $5, locked_by = NULL, locked_until = NULL ${OURS}`,
    [id, worker, waitMs, error, free ? 1 : 0],
  )

export const cancelJob = (query: Query, id: string) =>
  query(
    `UPDATE jobs SET state = 'cancelled', finished_at = now(), locked_by = NULL, locked_until = NULL
    WHERE id = $1 AND state IN ('queued', 'running')`,
    [id],
  )

/** Duration of a lease in milliseconds, extended three times in it. */
export const LEASE_MS = 30_000

/** SQL: half of its lease ago nobody extended it any more, so its server is gone or cut off. */
export const silent = (jobs: string, leaseMs = LEASE_MS): string =>
  `coalesce(${jobs}.state = 'running' AND ${jobs}.locked_until < now() + ${leaseMs / 2} * interval '1 ms', false)`

/** The job and the account that requested it. */
export const readJob = async (
  query: Query,
  id: string,
  leaseMs: number,
): Promise<(JobView & { accountId: string | null }) | undefined> => {
  const {
    rows: [job],
  } = await query<JobView & { accountId: string | null; said: Message | null }>(
    `SELECT id, kind, state, progress, counts, ${silent('jobs', leaseMs)} AS waiting,
      CASE WHEN state IN ('succeeded', 'failed') THEN result END AS result,
      CASE WHEN state = 'failed' THEN error END AS error,
      CASE WHEN state = 'failed' THEN said END AS said,
      created_at AS "createdAt", finished_at AS "finishedAt", actor->>'accountId' AS "accountId"
    FROM jobs WHERE id = $1`,
    [id],
  )
  if (!job) return undefined
  const { said, ...view } = job
  return { ...view, ...said }
}

/** Claims a periodic task when it is due; false if it is not due or another process has it. */
export const claimTask = async (query: Query, name: string, leaseMs: number): Promise<boolean> =>
  (
    await query(
      `INSERT INTO settings AS s (key, value)
      VALUES ('task:' || $1, jsonb_build_object('next', now() + $2 * interval '1 ms'))
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      WHERE (s.value->>'next')::timestamptz <= now()`,
      [name, leaseMs],
    )
  ).rowCount > 0

/** Sets when the task is due again. */
export const scheduleTask = (query: Query, name: string, waitMs: number) =>
  query(
    `UPDATE settings SET value = jsonb_build_object('next', now() + $2 * interval '1 ms')
    WHERE key = 'task:' || $1`,
    [name, waitMs],
  )
