import { isUuid } from '#model/uuid.ts'
import { own } from '#schemas/define/own.ts'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { setMaxListeners } from 'node:events'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database/pool.ts'
import { notFound } from '../base/problem.ts'
import type { Access } from '../permissions/types.ts'
import { runJob } from './run.ts'
import { cancelJob, claim, insertJob, readJob, type Timing } from './store.ts'
import { runTask, type Task } from './tasks.ts'
import type { JobHandler, Jobs, JobView } from './types.ts'

export { JobFailed, type JobHandler, type Jobs, type JobState, type JobView } from './types.ts'

interface JobsOptions {
  /** By job kind. Kinds without a handler are left to other processes. */
  readonly handlers: Readonly<Record<string, JobHandler>>
  readonly log: { error(message: string): void }
  /** True while no further job may start, e.g. when the disk is full; checked at every poll. */
  readonly isPaused?: () => boolean
  /** Jobs this process runs at once; default 2. */
  readonly concurrency?: number
  readonly timing?: Partial<Timing>
}

const TIMING: Timing = { leaseMs: 30_000, pollMs: 2000, retryMs: 2000, maxAttempts: 5 }
const CHANNEL = 'jobs'

/**
 * The table-backed queue of background jobs. Jobs survive a crash: a running job whose process
 * stops its heartbeat is taken over and continues from its last checkpoint. Failures are retried
 * with growing delays, then kept as `failed`.
 *
 * ```ts
 * const jobs = createJobs(db, { handlers: { import: runImport }, log })
 * await jobs.start()
 * const id = await jobs.enqueue({ kind: 'import', payload, actor })
 * ```
 */
export const createJobs = (
  db: Database,
  { handlers, log, isPaused = () => false, concurrency = 2, timing: given = {} }: JobsOptions,
): Jobs => {
  const timing = { ...TIMING, ...given }
  // Names the process for operators who look into the table.
  const worker = `${os.hostname()}/${process.pid}/${randomUUID()}`
  const kinds = Object.keys(handlers)
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>()
  const tasks: Task[] = []
  const taskRuns: Promise<void>[] = []
  let stopping = new AbortController()
  let started = false
  let unlisten: (() => void) | undefined
  let poll: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false

  const look = async (): Promise<void> => {
    do {
      again = false
      while (!stopping.signal.aborted && !isPaused() && running.size < concurrency) {
        const job = await claim(db.query, worker, kinds, [...running.keys()], timing)
        if (!job) break
        const abort = new AbortController()
        const done = runJob({
          db,
          job,
          worker,
          handler: own(handlers, job.kind)!,
          timing,
          log,
          abort,
          isStopping: () => stopping.signal.aborted,
        })
          .catch((error: unknown) =>
            log.error(`Job ${job.id}: ${error instanceof Error ? error.message : String(error)}`),
          )
          .finally(() => {
            running.delete(job.id)
            wake()
          })
        running.set(job.id, { abort, done })
      }
    } while (again && !stopping.signal.aborted)
  }
  const wake = (): void => {
    if (!started || stopping.signal.aborted || kinds.length === 0) return
    again = true
    looking ??= look()
      .catch((error: unknown) =>
        log.error(
          `The job queue cannot be read: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
      .finally(() => {
        looking = undefined
      })
  }
  /** Aborts jobs that another process cancelled, sooner than their heartbeat would. */
  const dropCancelled = async (): Promise<void> => {
    if (running.size === 0) return
    const { rows } = await db.query<{ id: string }>(
      "SELECT id FROM jobs WHERE id = ANY($1::uuid[]) AND state = 'cancelled'",
      [[...running.keys()]],
    )
    for (const { id } of rows) running.get(id)?.abort.abort()
  }
  const runTaskFor = (task: Task): void =>
    void taskRuns.push(runTask(task, { db, leaseMs: timing.leaseMs, log, signal: stopping.signal }))

  const view = async (id: string, access: Access): Promise<JobView> => {
    const found = isUuid(id) ? await readJob(db.query, id) : undefined
    const { actor } = access
    if (
      !found ||
      (actor.kind !== 'system' && (found.accountId === null || found.accountId !== actor.accountId))
    ) {
      throw notFound('job')
    }
    const { accountId: _, ...job } = found
    return job
  }

  return {
    async enqueue(job, tx) {
      const id = uuidv7()
      await insertJob((tx ?? db).query, id, job)
      const tell = () => db.notify(CHANNEL)
      if (tx) tx.afterCommit(tell)
      else await tell()
      return id
    },
    get: view,
    async cancel(id, access) {
      await view(id, access)
      await cancelJob(db.query, id)
      running.get(id)?.abort.abort()
      await db.notify(CHANNEL)
      return view(id, access)
    },
    every(ms, name, fn) {
      const task = { ms, name, fn }
      tasks.push(task)
      if (started) runTaskFor(task)
    },
    async start() {
      if (started) return
      started = true
      stopping = new AbortController()
      // Each task adds a listener while it pauses.
      setMaxListeners(0, stopping.signal)
      unlisten = await db.listen(CHANNEL, () => {
        wake()
        void dropCancelled().catch(() => {})
      })
      poll = setInterval(wake, timing.pollMs)
      poll.unref()
      for (const task of tasks) runTaskFor(task)
      wake()
    },
    async stop(graceMs = 5000) {
      if (!started) return
      stopping.abort()
      clearInterval(poll)
      unlisten?.()
      await looking
      const late = setTimeout(() => {
        for (const { abort } of running.values()) abort.abort()
      }, graceMs)
      await Promise.all([...running.values()].map(({ done }) => done))
      clearTimeout(late)
      await Promise.all(taskRuns.splice(0))
      started = false
    },
  }
}
