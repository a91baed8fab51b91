/** Bulk changes and undo: the server previews them, then executes them. All throw `ApiProblem`. */
import type { Message } from '#model/message.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Json } from '#model/types.ts'
import { call, get } from './api.ts'
import type { UsedBy } from './past.ts'
import { awaitingApproval } from './writes.ts'

export type BulkDo =
  | { readonly patch: Readonly<Record<string, Json>> }
  | { readonly transition: string }
  | { readonly action: string; readonly input: Json }
  | { readonly delete: true }
  | { readonly restore: true }
  | { readonly purge: true }

/** The records of a bulk: by their ids, or every one that matches a filter and search. */
export type BulkSelection =
  | { readonly ids: readonly string[]; readonly trashed: boolean }
  | {
      readonly filter: Json
      readonly search?: string
      readonly trashed: boolean
      /** How many the person was shown; 409 `count_differs` with `count` if there are others now. */
      readonly expected: number
    }

/** A bulk request without `dryRun` and `planHash`. */
export type BulkBody = BulkSelection & { readonly do: BulkDo; readonly reason?: string }

export const outcomes = [
  'done',
  'unchanged',
  'refused',
  'changed',
  'gone',
  'not_processed',
] as const
export type Outcome = (typeof outcomes)[number]
export type Counts = Readonly<Partial<Record<Outcome, number>>>

/** A later change by somebody, of a record that an undo skips. */
export interface Later {
  readonly by: string | null
  readonly at: string
  readonly action: string
  /** Changed fields that the person may read. */
  readonly fields: readonly string[]
}

interface Row {
  readonly collection: string | null
  readonly id: string
  /** Null if the person may not list the record. */
  readonly title: string | null
}
/** A record that would be skipped, or the outcome of one. */
export interface OutcomeRow extends Row, Partial<Message> {
  readonly outcome: Outcome
  readonly path: string | null
  readonly code: string | null
  readonly message: string | null
  readonly later?: readonly Later[]
}
/** A record that would change, with its values before and after. */
export interface ChangedRow extends Row {
  readonly changes: Readonly<Record<string, readonly [Json, Json]>>
}

/** Result of a dry run. */
export interface Plan {
  /** Required for executing a bulk; an undo has none. */
  readonly planHash?: string
  readonly count: number
  readonly examined: number
  /** The counts cover only the examined records. */
  readonly estimate: boolean
  readonly counts: Counts
  readonly reasons: readonly (Partial<Message> & {
    readonly code: string
    /** Null for who may not know what it says. */
    readonly message: string | null
    readonly count: number
  })[]
  readonly refusals: readonly OutcomeRow[]
  readonly rows: readonly ChangedRow[]
  /** What refers to the records, if they are deleted or end. */
  readonly used?: readonly UsedBy[]
  /** What others must approve first, as the schemas declare it, and how many people. */
  readonly approvals?: readonly string[]
  readonly quorum?: number
}

/** A change of one or many records. */
export interface Operation {
  readonly id: string
  readonly at: string
  /** `create`, `update`, `transition`, `bulk`, `undo` … */
  readonly kind: string
  /** Name of the transition or action, the change of a bulk, or the kind that an undo reverts. */
  readonly name: string | null
  readonly channel: string
  readonly collection: string | null
  /** The record of a single change. */
  readonly recordId: string | null
  readonly title: string | null
  readonly state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Selected records; null for a single change. */
  readonly count: number | null
  readonly counts: Counts | null
  readonly jobId: string | null
  /** The server that carried it out is silent: another one continues. */
  readonly waiting: boolean
  readonly undoOf: string | null
  readonly undoneBy: string | null
  readonly canUndo: boolean
}

/** A dry run of thousands of records takes longer than other calls. */
const timeoutMs = 120_000
const post = async <T>(path: string, body: unknown): Promise<T> =>
  (await call<{ data: T }>(path, { method: 'POST', body, timeoutMs })).body.data

/** Previews a bulk; changes nothing. */
export const planBulk = (collection: string, body: BulkBody): Promise<Plan> =>
  post(`/api/${collection}/bulk`, { ...body, dryRun: true })
/**
 * Executes a previewed bulk; more than 50 records run as a job. Throws an `ApiProblem` with status
 * 202 if others must approve it first.
 */
export const applyBulk = async (
  collection: string,
  body: BulkBody,
  planHash: string | undefined,
): Promise<Operation> => {
  type Requested = { readonly id: string; readonly state: 'pending' }
  const done = await post<Operation | Requested>(`/api/${collection}/bulk`, { ...body, planHash })
  if (done.state === 'pending') throw awaitingApproval(done.id)
  return done
}
/** Previews an undo; changes nothing. */
export const planUndo = (id: string): Promise<Plan> => post(`/api/undo/${id}`, { dryRun: true })
/** Undoes an operation; the undo is an operation itself. */
export const applyUndo = (id: string): Promise<Operation> => post(`/api/undo/${id}`, {})
/** Ends a job after its current chunk; what is done stays done. */
export const cancelJob = async (id: string): Promise<void> => {
  await call(`/api/jobs/${id}/cancel`, { method: 'POST' })
}

const pollMs = 700
/** An operation, fetched again while it runs. */
export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: ['operations', 'one', id],
    queryFn: async ({ signal }) =>
      (await get<{ data: Operation }>(`/api/operations/${id}`, { signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.state === 'running' || (!state.data && state.error) ? pollMs : false,
    staleTime: 0,
  })

interface Page<T, N> {
  readonly data: readonly T[]
  readonly page: { readonly next: N | null }
}

/** The person's operations of the last 30 days, newest first. */
export const operationsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['operations', 'mine'],
    queryFn: ({ signal, pageParam }) =>
      get<Page<Operation, string>>('/api/operations', {
        query: { limit: 25, before: pageParam || undefined },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.next,
  })

/** The records of an operation with their outcomes, all or those with one outcome. */
export const outcomesQuery = (id: string, outcome: Outcome | undefined) =>
  infiniteQueryOptions({
    queryKey: ['operations', 'rows', id, outcome ?? ''],
    queryFn: ({ signal, pageParam }) =>
      get<Page<OutcomeRow, number>>(`/api/operations/${id}/rows`, {
        query: { limit: 50, after: pageParam, outcome },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last) => last.page.next,
  })
