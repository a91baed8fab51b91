import type { Json, ResourceModel } from '#model/types.ts'
import type { ListQuery } from '#model/query.ts'
import type { Access } from '../permissions/types.ts'
import type { Approval } from './write/gate.ts'

/** A record in memory: API values by field name. */
export type RecordData = { readonly id: string; readonly version: number } & Readonly<
  Record<string, Json>
>

/** The kind of an operation. */
export type OperationKind =
  | 'create'
  | 'update'
  | 'delete'
  | 'purge'
  | 'restore'
  | 'transition'
  | 'action'
  | 'import'
  | 'bulk'
  | 'undo'

/** How an operation began; further writes by rules belong to it. */
export interface OperationRoot {
  readonly kind: OperationKind
  readonly entity: string
  /** The record of a single write. */
  readonly recordId?: string | undefined
  /** Name of the transition or action. */
  readonly name?: string | undefined
}

/** What every write has besides its content. */
export interface WriteContext {
  readonly access: Access
  readonly channel: 'api' | 'import' | 'bulk' | 'system' | 'job'
  readonly requestId: string
  /** Groups the changes of one request; returned as `X-Operation-Id`. */
  readonly operationId: string
  /** Set by the writer when the operation begins. */
  readonly operation?: OperationRoot | undefined
  /** Why, for all changes of an operation to its own records; a change may have one of its own. */
  readonly reason?: string | undefined
  /** Set while a request for approval is prepared or applied. */
  readonly approval?: Approval | undefined
}

/**
 * Reads. Responses contain only what `access` can see. All throw `Problem` (src/server/base/problem.ts).
 */
export interface Reader {
  /** JSON text of the whole response body `{ data, included, page }`, built by PostgreSQL. */
  list(resource: ResourceModel, query: ListQuery, access: Access): Promise<string>
  /**
   * JSON text of `{ data, included }` and the version; 404 when absent or outside the caller's
   * rows.
   */
  get(
    resource: ResourceModel,
    id: string,
    access: Access,
    options?: { trashed?: boolean },
  ): Promise<{ body: string; version: number }>
  /** `{ data, included, asOf }` of a record at an instant; 404 before it was created. */
  asOf(resource: ResourceModel, id: string, access: Access, at: string): Promise<Json>
  /** `{ data, included, page, asOf }` of the records that were live at an instant. */
  listAsOf(
    resource: ResourceModel,
    query: ListQuery & { readonly asOf: string },
    access: Access,
  ): Promise<Json>
  /** `[{ id, title, subtitle? }]`. */
  options(
    resource: ResourceModel,
    query: {
      search?: string
      ids?: readonly string[]
      limit?: number
      filter?: ListQuery['filter']
    },
    access: Access,
  ): Promise<{ id: string; title: string; subtitle?: string }[]>
  aggregate(
    resource: ResourceModel,
    query: {
      group: readonly string[]
      measures: readonly string[]
      filter?: ListQuery['filter']
      search?: string
      timeZone: string
    },
    access: Access,
  ): Promise<Json>
  /**
   * Rows of a list in its order, without a page limit, in constant memory; values as the API
   * returns them, with titles of references.
   */
  stream(
    resource: ResourceModel,
    query: ListQuery,
    access: Access,
  ): AsyncIterable<{ row: RecordData; titles: Readonly<Record<string, string>> }>
  history(
    resource: ResourceModel,
    id: string,
    access: Access,
    query?: { readonly limit?: number; readonly cursor?: string | undefined },
  ): Promise<Json>
  /** Records that point at this one; `trashed`: also those in the trash. */
  whereUsed(
    resource: ResourceModel,
    id: string,
    access: Access,
    options?: { readonly trashed?: boolean },
  ): Promise<WhereUsed>
}

/** Records of one collection that point at a record by one field. */
export interface UsedBy {
  readonly collection: string
  readonly field: string
  /** Deleting the record is refused, or empties the field. */
  readonly onDelete: 'refuse' | 'clear'
  /** At most 1,000 unless `countIsExact`. */
  readonly count: number
  readonly countIsExact: boolean
  /** The first five; `title` is null if the caller cannot read it. */
  readonly records: readonly { readonly id: string; readonly title: string | null }[]
}
export interface WhereUsed {
  readonly data: readonly UsedBy[]
}

/** A record, at the version that a write of it expects. */
export interface AtVersion {
  readonly id: string
  readonly version: number
}

/** Writes: each is one transaction with its audit row. */
export interface Writer {
  create(resource: ResourceModel, body: unknown, context: WriteContext): Promise<RecordData>
  patch(
    resource: ResourceModel,
    id: string,
    version: number,
    body: unknown,
    context: WriteContext,
  ): Promise<RecordData>
  /** Moves to the trash, or deletes permanently. */
  remove(
    resource: ResourceModel,
    id: string,
    version: number,
    options: { purge: boolean },
    context: WriteContext,
  ): Promise<void>
  restore(
    resource: ResourceModel,
    id: string,
    version: number,
    context: WriteContext,
  ): Promise<RecordData>
  transition(
    resource: ResourceModel,
    target: AtVersion,
    to: string,
    body: unknown,
    context: WriteContext,
  ): Promise<RecordData>
  restoreRevision(
    resource: ResourceModel,
    target: AtVersion,
    revision: string,
    context: WriteContext,
    /** Restores only these fields. */
    only?: readonly string[],
  ): Promise<RecordData>
}

/** Titles of referenced records by collection and id, as responses include them. */
export type IncludedTitles = Readonly<Record<string, Readonly<Record<string, Json>>>>
