/**
 * Writes of records: each returns the new record and the operation that undoes it. All throw
 * `ApiProblem`; with status 202 and the request's id in `members.id` when nothing is written
 * because others must approve it first.
 */
import type { Json, ResourceModel } from '#model/types.ts'
import { call, get, type ApiResponse, type CallOptions } from './api.ts'
import { ApiProblem } from './problem.ts'
import type { RecordData } from './types.ts'

type Collection = Pick<ResourceModel, 'collection'>
type Body = Readonly<Record<string, Json>>
/** A record at the version that the write expects; 412 if it has another one. */
type Versioned = Pick<RecordData, 'id' | 'version'>
/** Pass the key of a failed attempt to retry the same write. */
interface Attempt {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}
export interface Written {
  readonly record: RecordData
  readonly operationId: string | undefined
}

/** What is thrown instead of a result while others must approve a change: the id of its request. */
export const awaitingApproval = (id: string): ApiProblem =>
  new ApiProblem({
    status: 202,
    code: 'approval_requested',
    detail: 'Sent for approval. Nothing changes until it is approved.',
    members: { id },
  })

const written = async <T>(path: string, options: CallOptions): Promise<ApiResponse<T>> => {
  const response = await call<T>(path, options)
  if (response.status !== 202) return response
  const { data } = response.body as { readonly data: { readonly id: string } }
  throw awaitingApproval(data.id)
}
const write = async (path: string, options: CallOptions): Promise<Written> => {
  const response = await written<{ data: RecordData }>(path, options)
  return { record: response.body.data, operationId: response.operationId }
}
const at = (resource: Collection, id: string) =>
  `/api/${resource.collection}/${encodeURIComponent(id)}`

export const createRecord = (
  resource: Collection,
  body: Body,
  attempt: Attempt = {},
): Promise<Written> => write(`/api/${resource.collection}`, { method: 'POST', body, ...attempt })
/** Changed fields only; 412 carries `current`. */
export const patchRecord = (
  resource: Collection,
  on: Versioned,
  body: Body,
  attempt: Attempt = {},
): Promise<Written> =>
  write(at(resource, on.id), { method: 'PATCH', body, ifMatch: on.version, ...attempt })
/** Takes the transition named by its target state. */
export const transitionRecord = (
  resource: Collection,
  on: Versioned,
  to: string,
  body: Body = {},
  attempt: Attempt = {},
): Promise<Written> =>
  write(`${at(resource, on.id)}/actions/${to}`, {
    method: 'POST',
    body,
    ifMatch: on.version,
    ...attempt,
  })
/** Runs a declared action; `result` is its response besides the record. */
export const actOnRecord = async (
  resource: Collection,
  on: Versioned,
  action: string,
  body: Body = {},
  attempt: Attempt = {},
): Promise<Written & { readonly result: Json }> => {
  const response = await written<{ data: RecordData; result?: Json }>(
    `${at(resource, on.id)}/actions/${action}`,
    { method: 'POST', body, ifMatch: on.version, ...attempt },
  )
  return {
    record: response.body.data,
    operationId: response.operationId,
    result: response.body.result ?? null,
  }
}
export const restoreRecord = (
  resource: Collection,
  on: Versioned,
  attempt: Attempt = {},
): Promise<Written> =>
  write(`${at(resource, on.id)}/restore`, { method: 'POST', ifMatch: on.version, ...attempt })
/** Restores the values of an earlier revision; with `fields`, only these. */
export const restoreRevision = (
  resource: Collection,
  on: Versioned,
  revision: string,
  fields?: readonly string[],
): Promise<Written> =>
  write(`${at(resource, on.id)}/history/${revision}/restore`, {
    method: 'POST',
    ifMatch: on.version,
    ...(fields ? { body: { fields } } : {}),
  })
/** Returns the value of a sensitive field; the view is recorded with its reason. Never cached. */
export const revealField = async (
  resource: Collection,
  id: string,
  field: string,
  reason: string,
): Promise<Json> => {
  const response = await call<{ data: Body }>(`${at(resource, id)}/reveal`, {
    method: 'POST',
    body: { field, reason },
  })
  return new Map(Object.entries(response.body.data)).get(field) ?? null
}
/**
 * Previews an action, computed by the server's rules from the person's choices so far; changes
 * nothing.
 */
export const previewRecord = async (
  resource: Collection,
  id: string,
  preview: string,
  input: Readonly<Record<string, string>> = {},
): Promise<Body | string> =>
  (
    await get<{ data: Body | string }>(
      `${at(resource, id)}/previews/${encodeURIComponent(preview)}`,
      { query: input },
    )
  ).data
/** Moves to the trash, or deletes permanently. Returns the operation. */
export const removeRecord = async (
  resource: Collection,
  on: Versioned,
  options: Attempt & { purge?: boolean } = {},
): Promise<string | undefined> => {
  const { purge, ...attempt } = options
  return (
    await written(at(resource, on.id), {
      method: 'DELETE',
      ifMatch: on.version,
      ...(purge ? { query: { purge: 'true' } } : {}),
      ...attempt,
    })
  ).operationId
}
