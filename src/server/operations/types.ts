import type { Message } from '#model/message.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import type { Json, Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import type { Jobs } from '../jobs/types.ts'
import type { Access, Actor } from '../permissions/types.ts'
import type { TransactionalWriter } from '../store/write/writer.ts'

/** Maximum ids in a request, rows executed within the request itself, and rows of a job per commit. */
export const MAX_IDS = 1_000
export const AT_ONCE = 50
export const CHUNK = 200
/**
 * A dry run of up to this many rows is one transaction; beyond, each chunk is one and the counts
 * are an estimate.
 */
export const MAX_EXACT = 5_000

/** The change that a bulk applies to each row. */
export type BulkDo =
  | { readonly patch: Readonly<Record<string, Json>> }
  | { readonly transition: string; readonly input?: Json | undefined }
  | { readonly action: string; readonly input?: Json | undefined }
  | { readonly delete: true }
  | { readonly restore: true }
  | { readonly purge: true }

/** Outcome of a row; a row without one was not processed. */
export const outcomes = ['done', 'unchanged', 'refused', 'changed', 'gone'] as const
export type Outcome = (typeof outcomes)[number]

/** Outcomes as shown: also that of a row that was not processed. */
export const shownOutcomes = [...outcomes, 'not_processed'] as const
export type ShownOutcome = (typeof shownOutcomes)[number]

export type Counts = Readonly<Record<Outcome, number>>

/** A row of an operation as of planning. */
export interface PlannedRow {
  readonly n: number
  readonly entity: string
  readonly id: string
  readonly version: number
}

/** A processed row. `path` is the field of a refusal. */
export interface TriedRow extends PlannedRow {
  readonly outcome: Outcome
  readonly code: string | null
  readonly path: string | null
  readonly message: string | null
  /** The message with its values, for other languages; null without values. */
  readonly said: Message | null
  /** Later changes by others, of a row that is skipped. */
  readonly later?: Json
}

/** Result of a dry run as approvers review it, with the values of the first rows. */
export interface ReviewedPlan {
  readonly counts: Counts
  readonly examined: number
  readonly estimate: boolean
  readonly reasons: readonly {
    readonly code: string
    readonly message: string
    readonly said?: Message | null
    readonly count: number
  }[]
  readonly rows: readonly {
    readonly id: string
    readonly changes: Readonly<Record<string, readonly [Json, Json]>>
  }[]
}

/**
 * The stored plan of a bulk: the change, the request, and whether the caller had just confirmed
 * their identity.
 */
export interface BulkPlan {
  readonly do: BulkDo
  readonly reason?: string | undefined
  /** Hash of the request. */
  readonly asked: string
  /** Hash of the ids and versions of its rows. */
  readonly digest: string
  readonly count: number
  readonly proved: boolean
  /** Approvals that some of its rows need. */
  readonly needs?: readonly string[]
  /** The dry run, if others must approve it. */
  readonly reviewed?: ReviewedPlan
  /** The request with which it was approved, and what may be done with it. */
  readonly approval?: { readonly request: string; readonly names: readonly string[] }
}

/** Dependencies of bulks and undos. */
export interface OperationParts {
  readonly db: Database
  readonly model: Model
  readonly resources: Readonly<Record<string, AnyResource>>
  readonly writer: TransactionalWriter
  readonly accessFor: (actor: Actor) => Access
  readonly enqueue: Jobs['enqueue']
}

/** Kind of the job that executes a bulk or an undo. */
export const OPERATION_JOB = 'operation'
