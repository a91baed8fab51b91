import { errorOf } from '#model/message.ts'
import type { Database } from '../database/pool.ts'
import { Problem } from '../base/problem.ts'
import {
  beat,
  type ClaimedJob,
  fail,
  putBack,
  saveCheckpoint,
  succeed,
  type Timing,
} from './store.ts'
import { JobFailed, SYSTEM_JOB, type JobCounts, type JobHandler, type RunningJob } from './types.ts'

const PROGRESS_MS = 250

/** A claimed job and what it runs with. */
export interface JobRun {
  readonly db: Database
  readonly job: ClaimedJob
  readonly handler: JobHandler
  readonly timing: Timing
  readonly log: { error(message: string): void }
  readonly abort: AbortController
  readonly isStopping: () => boolean
}

interface Run extends JobRun {
  /** Attempts since the last checkpoint. */
  readonly tries: { count: number }
}

/** The handler's view of the job; reporting progress also extends the lease. */
const surface = (
  { db, job, timing, abort, tries }: Run,
  atEnd: (() => Promise<void>)[],
): RunningJob => {
  let written = 0
  return {
    id: job.id,
    payload: job.payload,
    actor: job.actor ?? SYSTEM_JOB,
    attempt: job.attempts,
    saved: job.result,
    signal: abort.signal,
    async progress(fraction: number, counts?: JobCounts) {
      const now = Date.now()
      if (now - written < PROGRESS_MS && fraction < 1) return
      written = now
      if (
        !(await beat(db.query, job, timing.leaseMs, {
          fraction: Math.min(1, Math.max(0, fraction)),
          counts,
        }))
      ) {
        abort.abort()
      }
    },
    async save(where, counts, tx) {
      const attempts = await saveCheckpoint((tx ?? db).query, job, where, counts)
      if (attempts === undefined) {
        abort.abort()
        throw new JobFailed('The job was cancelled or taken by another process.')
      }
      const keep = (): void => void (tries.count = attempts)
      if (tx) tx.afterCommit(keep)
      else keep()
    },
    afterEnd: (clean) => void atEnd.push(clean),
  }
}

/** Fails or requeues the job; true if this stored its permanent failure. */
const giveUp = async (
  { db, job, timing, log, isStopping, abort, tries }: Run,
  error: unknown,
): Promise<boolean> => {
  // Put back without counting the attempt: only the shutdown is to blame.
  if (isStopping() && abort.signal.aborted) {
    await putBack(db.query, job, 0, null, true)
    return false
  }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Problem || error instanceof JobFailed) {
    const { rowCount } = await fail(
      db.query,
      job,
      error.said,
      error instanceof JobFailed
        ? error.result
        : {
            errors: (error.extra.errors ?? []).map(({ path, code, message }) =>
              errorOf({ path, code, message }),
            ),
          },
    )
    return rowCount > 0
  }
  log.error(
    `Job ${job.kind} ${job.id}, try ${tries.count} of ${timing.maxAttempts}: ${error instanceof Error ? (error.stack ?? message) : message}`,
  )
  if (tries.count >= timing.maxAttempts) {
    const { rowCount } = await fail(
      db.query,
      job,
      'The job failed several times and was given up. The server log says why.',
      null,
    )
    return rowCount > 0
  }
  await putBack(db.query, job, timing.retryMs * 2 ** (tries.count - 1), message, false)
  return false
}

/**
 * Runs a claimed job until it succeeds, is requeued or fails. Writes nothing if the job is no
 * longer ours.
 */
export const runJob = async (given: JobRun): Promise<void> => {
  const { db, job, handler, timing, abort } = given
  const run: Run = { ...given, tries: { count: job.attempts } }
  if (job.attempts > timing.maxAttempts) {
    await fail(db.query, job, 'The job ended its process several times and was given up.', null)
    return
  }
  const heart = setInterval(
    () =>
      void beat(db.query, job, timing.leaseMs).then(
        (ours) => {
          if (!ours) abort.abort()
        },
        () => {},
      ),
    timing.leaseMs / 3,
  )
  heart.unref()
  const atEnd: (() => Promise<void>)[] = []
  // Only what this process stored is an end: another may have taken the job and still need its file.
  let ended: boolean
  try {
    const result = await handler(surface(run, atEnd))
    ended = (await succeed(db.query, job, result)).rowCount > 0
  } catch (error) {
    ended = await giveUp(run, error)
  } finally {
    clearInterval(heart)
  }
  if (ended) for (const clean of atEnd) await clean()
}
