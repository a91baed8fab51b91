import type { Message } from '#model/message.ts'
import type { ApprovalKind, ApprovalState } from '#model/approvals.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import { notFound } from '../base/problem.ts'
import type { Access, Actor } from '../permissions/types.ts'
import type { OperationParts, ReviewedPlan } from '../operations/types.ts'
import type { Vault } from '../secrets/vault.ts'
import type { TransactionalWriter } from '../store/write/writer.ts'

/** Dependencies of approvals. */
export interface ApprovalParts {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  /** Seals what was asked: it may contain secrets. */
  readonly vault: Vault
  readonly accessFor: (actor: Actor) => Access
  /** Plans and executes bulks. */
  readonly operations: OperationParts
}

/** A write of one record that may need an approval. */
export type Wanted =
  | { readonly create: Json }
  | { readonly patch: Json }
  | { readonly transition: string; readonly input: Json }
  | { readonly action: string; readonly input: Json }
  | { readonly remove: 'delete' | 'purge' }
  | { readonly revision: string; readonly fields: readonly string[] | null }

/**
 * The record a write is about, at the version it was requested for. One that would be created has
 * an empty id and version 0.
 */
export interface Target {
  readonly resource: ResourceModel
  readonly id: string
  readonly version: number
}

/** A write of a record, as requested. */
export interface Requested {
  readonly target: Target
  readonly wanted: Wanted
}

/** Changes by field, `[before, after]`, as in the audit. */
export type Changes = Readonly<Record<string, readonly [Json, Json]>>

/** Another record that a write changes or, with the id of its trial, creates. */
export interface OtherChange {
  readonly entity: string
  readonly id: string
  readonly created: boolean
  readonly changes: Changes
}

/** A bulk as approvers review it: its selection, and the result of its dry run. */
export interface ShownBulk extends ReviewedPlan {
  readonly count: number
  /** As sent; absent for records named by ids. */
  readonly filter?: Json
  readonly search?: string
}

/** What approvers see besides the request itself. */
export interface Shown {
  readonly kind?: ApprovalKind
  readonly name?: string | null
  /** Input of an action or transition, or the new values of a bulk. */
  readonly input?: Json
  readonly approvals?: readonly string[]
  readonly changes: Changes
  /** The first other records with their changes. */
  readonly others?: readonly OtherChange[]
  readonly bulk?: ShownBulk
}

/** A stored request; `state` is `expired` once its time is over. */
export interface RequestRow {
  readonly id: string
  readonly entity: string
  /** Null for a record that would be created, until it is, and for a bulk. */
  readonly record: string | null
  readonly version: number | null
  readonly requester: string
  readonly account: string | null
  readonly proved: boolean
  readonly at: string
  readonly expires: string
  readonly state: ApprovalState
  readonly ended: string | null
  readonly quorum: number
  readonly needs: readonly string[]
  readonly payload: string | null
  readonly shown: Shown
  readonly hash: string
  readonly code: string | null
  readonly reason: string | null
  readonly said: Message | null
  readonly overridden: string | null
  readonly operation: string | null
}

/** Select list of a `RequestRow` under the alias `a`. */
export const REQUEST = `a.id, a.entity, a.record_id AS record, a.version, a.requester_id AS requester, a.account_id AS account, a.proved, a.at, a.expires_at AS expires,
CASE WHEN a.state IN ('pending', 'approved') AND a.expires_at <= now() THEN 'expired' ELSE a.state END AS state,
coalesce(a.ended_at, CASE WHEN a.state IN ('pending', 'approved') AND a.expires_at <= now() THEN a.expires_at END) AS ended, a.quorum, a.needs, a.payload, a.shown, a.hash, a.code, a.reason, a.said, a.overridden_by AS overridden, a.operation_id AS operation`

/** The resource of a request; 404 if the schemas no longer have it. */
export const resourceOf = (model: Model, { entity }: Pick<RequestRow, 'entity'>): ResourceModel => {
  const found = model.resources.find((r) => r.entity === entity)
  if (!found) throw notFound('request')
  return found
}
