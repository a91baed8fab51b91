import { own } from '#schemas/define/own.ts'
import type { Database } from '../database/pool.ts'
import { releaseAbandoned, workerName } from './abandoned.ts'
import { runJob } from './run.ts'
import { claim, type BusyJob, type ClaimedJob, type Timing } from './store.ts'
import type { JobHandler } from './types.ts'

/** What a worker runs, and how much at once. */
export interface WorkerOptions {
  readonly handlers: Readonly<Record<string, JobHandler>>
  readonly log: { error(message: string): void }
  readonly isPaused: () => boolean
  readonly concurrency: number
  readonly timing: Timing
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Work of this process: claims due jobs, up to its concurrency, and runs them. */
export class Worker {
  /** Jobs that run now, by id. */
  private readonly running = new Map<
    string,
    { job: BusyJob; abort: AbortController; done: Promise<void> }
  >()
  private readonly name = workerName()
  private readonly kinds: readonly string[]
  private readonly db: Database
  private readonly options: WorkerOptions
  private stopping: AbortSignal = AbortSignal.abort()
  private looking: Promise<void> | undefined
  private again = false

  constructor(db: Database, options: WorkerOptions) {
    this.db = db
    this.options = options
    this.kinds = Object.keys(options.handlers)
  }

  /** Takes jobs until `stopping` is aborted, first those that a process left behind. */
  async start(stopping: AbortSignal): Promise<void> {
    this.stopping = stopping
    await releaseAbandoned(this.db.query)
    this.wake()
  }

  /** Looks for due jobs. */
  wake(): void {
    if (this.stopping.aborted || this.kinds.length === 0) return
    this.again = true
    this.looking ??= this.look()
      .catch((error: unknown) =>
        this.options.log.error(`The job queue cannot be read: ${messageOf(error)}`),
      )
      .finally(() => {
        this.looking = undefined
      })
  }

  abort(id: string): void {
    this.running.get(id)?.abort.abort()
  }

  /** Aborts jobs that another process cancelled, sooner than their heartbeat would. */
  async dropCancelled(): Promise<void> {
    if (this.running.size === 0) return
    const { rows } = await this.db.query<{ id: string }>(
      "SELECT id FROM jobs WHERE id = ANY($1::uuid[]) AND state = 'cancelled'",
      [[...this.running.keys()]],
    )
    for (const { id } of rows) this.abort(id)
  }

  /** Waits for running jobs; aborts them after `graceMs`. */
  async finish(graceMs: number): Promise<void> {
    await this.looking
    const late = setTimeout(() => {
      for (const { abort } of this.running.values()) abort.abort()
    }, graceMs)
    await Promise.all([...this.running.values()].map(({ done }) => done))
    clearTimeout(late)
  }

  private async look(): Promise<void> {
    const { isPaused, concurrency, timing } = this.options
    do {
      this.again = false
      while (!this.stopping.aborted && !isPaused() && this.running.size < concurrency) {
        const busy = Array.from(this.running.values(), ({ job }) => job)
        const job = await claim(this.db.query, this.name, this.kinds, busy, timing)
        if (!job) break
        this.run(job)
      }
    } while (this.again && !this.stopping.aborted)
  }

  private run(job: ClaimedJob): void {
    const { handlers, timing, log } = this.options
    const abort = new AbortController()
    const done = runJob({
      db: this.db,
      job,
      handler: own(handlers, job.kind)!,
      timing,
      log,
      abort,
      isStopping: () => this.stopping.aborted,
    })
      .catch((error: unknown) => log.error(`Job ${job.id}: ${messageOf(error)}`))
      .finally(() => {
        this.running.delete(job.id)
        this.wake()
      })
    this.running.set(job.id, { job, abort, done })
  }
}
