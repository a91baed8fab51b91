import { isUuid } from '#model/uuid.ts'
import { setMaxListeners } from 'node:events'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Query } from '../database/pool.ts'
import { notFound } from '../base/problem.ts'
import type { Access } from '../permissions/types.ts'
import { cancelJob, insertJob, LEASE_MS, readJob, type Timing } from './store.ts'
import { runTask, type Task } from './tasks.ts'
import type { JobHandler, Jobs, JobView } from './types.ts'
import { Worker } from './worker.ts'

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

const TIMING: Timing = { leaseMs: LEASE_MS, pollMs: 2000, retryMs: 2000, maxAttempts: 5 }
const CHANNEL = 'jobs'

/** A job as its requester sees it; 404 for others. */
const viewOf = async (
  query: Query,
  id: string,
  access: Access,
  leaseMs: number,
): Promise<JobView> => {
  const found = isUuid(id) ? await readJob(query, id, leaseMs) : undefined
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
  const worker = new Worker(db, { handlers, log, isPaused, concurrency, timing })
  const tasks: Task[] = []
  const taskRuns: Promise<void>[] = []
  let stopping = new AbortController()
  let started = false
  let unlisten: (() => void) | undefined
  let poll: NodeJS.Timeout | undefined
  const runTaskFor = (task: Task): void =>
    void taskRuns.push(runTask(task, { db, leaseMs: timing.leaseMs, log, signal: stopping.signal }))

  return {
    async enqueue(job, tx) {
      const id = uuidv7()
      await insertJob((tx ?? db).query, id, job)
      const tell = () => db.notify(CHANNEL)
      if (tx) tx.afterCommit(tell)
      else await tell()
      return id
    },
    get: (id, access) => viewOf(db.query, id, access, timing.leaseMs),
    async cancel(id, access) {
      await viewOf(db.query, id, access, timing.leaseMs)
      await cancelJob(db.query, id)
      worker.abort(id)
      await db.notify(CHANNEL)
      return viewOf(db.query, id, access, timing.leaseMs)
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
        worker.wake()
        void worker.dropCancelled().catch(() => {})
      })
      poll = setInterval(() => worker.wake(), timing.pollMs)
      poll.unref()
      for (const task of tasks) runTaskFor(task)
      await worker.start(stopping.signal)
    },
    async stop(graceMs = 5000) {
      if (!started) return
      stopping.abort()
      clearInterval(poll)
      unlisten?.()
      await worker.finish(graceMs)
      await Promise.all(taskRuns.splice(0))
      started = false
    },
  }
}
