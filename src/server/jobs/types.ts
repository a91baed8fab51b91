import { english, type Message, type Said } from '#model/message.ts'
import type { Json } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import type { Access } from '../permissions/types.ts'

export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** Who requested a job. Permissions are looked up again when it runs. */
export interface JobActor {
  readonly accountId: string | null
  readonly personId: string | null
  readonly name: string | null
}

/** A job requested by the product itself, with all permissions. */
export const SYSTEM_JOB: JobActor = { accountId: null, personId: null, name: null }

/** Row counts by name: `{ read: 500, created: 498 }`. */
export type JobCounts = Readonly<Record<string, number>>

/** A job as its owner sees it; `progress` runs from 0 to 1, timestamps are ISO 8601 UTC. */
export interface JobView extends Partial<Message> {
  readonly id: string
  readonly kind: string
  readonly state: JobState
  readonly progress: number
  readonly counts: JobCounts
  /** Its server is silent: another one takes it over at the end of the lease. */
  readonly waiting: boolean
  readonly result: Json
  /** A message for the user; null unless failed. */
  readonly error: string | null
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** What a handler receives. */
export interface RunningJob {
  readonly id: string
  readonly payload: Json
  readonly actor: JobActor
  /** 1 on the first attempt. */
  readonly attempt: number
  /** What an earlier attempt saved with `save`; null at first. */
  readonly saved: Json
  /** Aborted when the job is cancelled or taken over by another process, or the server stops. */
  readonly signal: AbortSignal
  /** Reports progress; written at most four times a second. */
  progress(fraction: number, counts?: JobCounts): Promise<void>
  /**
   * Saves a checkpoint to resume from after a crash; with a transaction, atomically with its
   * writes. Throws when the job is no longer ours.
   */
  save(where: Json, counts?: JobCounts, tx?: Tx): Promise<void>
  /**
   * Runs once this attempt stored the job's result or failure: for deleting what attempts need. A
   * crash in between skips it, and so does losing the job to another process.
   */
  afterEnd(clean: () => Promise<void>): void
}

/**
 * Does the work and returns the result. Throw `Problem` or `JobFailed` for errors that a retry
 * cannot fix.
 */
export type JobHandler = (job: RunningJob) => Promise<Json>

/** Ends a job permanently, without a retry; `result` is kept for the person. */
export class JobFailed extends Error {
  /** The message with its values, for other languages. */
  readonly said: Said
  readonly result: Json
  constructor(message: Said, result: Json = null) {
    super(english(message))
    this.name = 'JobFailed'
    this.said = message
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
  /** Queues a job and returns its id; inside a transaction it exists once that commits. */
  enqueue(job: NewJob, tx?: Tx): Promise<string>
  /** 404 unless the caller requested the job. */
  get(id: string, access: Access): Promise<JobView>
  /** Cancels a waiting or running job; a finished one is unchanged. Returns its new state. */
  cancel(id: string, access: Access): Promise<JobView>
  /** Runs `fn` about every `ms`, in one process at a time, from `start` to `stop`. */
  every(ms: number, name: string, fn: (signal: AbortSignal) => Promise<void>): void
  /** Starts working. */
  start(): Promise<void>
  /**
   * Takes no new work and waits for running jobs; after `graceMs` they are aborted and requeued.
   * Default 5000.
   */
  stop(graceMs?: number): Promise<void>
}
