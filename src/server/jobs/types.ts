import type { Json } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import type { Access } from '../permissions/types.ts'

export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** Who asked for a job. Rights are looked up again when it runs. */
export interface JobActor {
  readonly accountId: string | null
  readonly personId: string | null
  readonly name: string | null
}

/** Nobody in particular: the product itself asked, and rights are all there. */
export const SYSTEM_JOB: JobActor = { accountId: null, personId: null, name: null }

/** How many rows of what: `{ read: 500, created: 498 }`. */
export type JobCounts = Readonly<Record<string, number>>

/** A job as its owner sees it; `progress` runs from 0 to 1, instants are ISO 8601 UTC. */
export interface JobView {
  readonly id: string
  readonly kind: string
  readonly state: JobState
  readonly progress: number
  readonly counts: JobCounts
  readonly result: Json
  /** A sentence for people; null unless failed. */
  readonly error: string | null
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** What a handler gets. */
export interface RunningJob {
  readonly id: string
  readonly payload: Json
  readonly actor: JobActor
  /** 1 on the first try. */
  readonly attempt: number
  /** What an earlier try saved by `save`; null at first. */
  readonly saved: Json
  /** Aborted when the job is cancelled, was taken by another process, or the server stops. */
  readonly signal: AbortSignal
  /** Tells how far the job is; written at most four times a second. */
  progress(fraction: number, counts?: JobCounts): Promise<void>
  /** Keeps where to continue after a crash; with a transaction, together with what it wrote. Throws when the job is no longer ours. */
  save(where: Json, counts?: JobCounts, tx?: Tx): Promise<void>
}

/** Does the work and answers the result. Throw `Problem` or `JobFailed` for what trying again cannot fix. */
export type JobHandler = (job: RunningJob) => Promise<Json>

/** Ends a job permanently, without another try; `result` is kept for the person. */
export class JobFailed extends Error {
  readonly result: Json
  constructor(message: string, result: Json = null) {
    super(message)
    this.name = 'JobFailed'
    this.result = result
  }
}

export interface NewJob {
  readonly kind: string
  readonly payload: Json
  readonly actor: JobActor
  /** ISO 8601; default now. */
  readonly runAt?: string
}

/** The queue. */
export interface Jobs {
  /** Puts a job in the queue and answers its id; inside a transaction it exists once that commits. */
  enqueue(job: NewJob, tx?: Tx): Promise<string>
  /** 404 problem unless the caller asked for the job. */
  get(id: string, access: Access): Promise<JobView>
  /** Cancels a waiting or running job; a finished one stays as it is. Returns it as it then stands. */
  cancel(id: string, access: Access): Promise<JobView>
  /** Runs `fn` about every `ms`, in one process at a time, from `start` to `stop`. */
  every(ms: number, name: string, fn: (signal: AbortSignal) => Promise<void>): void
  /** Begins to work. */
  start(): Promise<void>
  /** Takes no more work and waits for what runs; after `graceMs` it is told to stop and goes back into the queue. Default 5000. */
  stop(graceMs?: number): Promise<void>
}
