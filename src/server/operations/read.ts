import type { Message } from '#model/message.ts'
import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { notFound } from '../base/problem.ts'
import { silent } from '../jobs/store.ts'
import { actorNames, type Named } from '../store/read/actors.ts'
import { titlesOf } from './shown.ts'
import { STANDING } from './standing.ts'
import { isUndoable, mayUndo } from './undo.ts'
import type { Counts, Outcome, ShownOutcome } from './types.ts'

interface Row {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly name: string | null
  readonly channel: string
  readonly entity: string
  readonly record_id: string | null
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly state: string
  readonly count: number | null
  readonly counts: Counts | null
  readonly job_id: string | null
  readonly waiting: boolean
  readonly undo_of: string | null
  readonly undone_by: string | null
  readonly expires_at: string
}

const SELECT = `SELECT o.id, o.at, o.kind, o.name, o.channel, o.entity, o.record_id, o.actor_id, o.actor_name, (o.plan->>'count')::int AS count, o.counts, o.job_id, ${silent('j')} AS waiting, o.undo_of, o.expires_at,
${STANDING}
FROM operations o LEFT JOIN jobs j ON j.id = o.job_id`

const shown = (
  model: Model,
  row: Row,
  titles: ReadonlyMap<string, string>,
  named: (actor: Named) => Named,
) => {
  const resource = model.resources.find((r) => r.entity === row.entity)
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    name: row.name,
    channel: row.channel,
    collection: resource?.collection ?? null,
    recordId: row.record_id,
    title: titles.get(`${row.entity}/${row.record_id}`) ?? null,
    by: named({ id: row.actor_id, name: row.actor_name }).name,
    state: row.state,
    count: row.count,
    counts: row.counts,
    jobId: row.job_id,
    waiting: row.waiting,
    undoOf: row.undo_of,
    undoneBy: row.undone_by,
    canUndo:
      row.undone_by === null && row.state !== 'running' && isUndoable(resource, row.kind, row.name),
    expiresAt: row.expires_at,
  }
}

const namesOf = (query: Query, model: Model, access: Access, rows: readonly Row[]) =>
  actorNames(
    { query: (statement) => query(statement) },
    model,
    access,
    rows.map((row) => row.actor_id),
  )

export type OperationView = ReturnType<typeof shown>

/**
 * Returns the caller's own operations, newest first, after the one named by `before`; `next` is the
 * following `before`.
 */
export const myOperations = async (
  query: Query,
  model: Model,
  access: Access,
  { limit, before }: { readonly limit: number; readonly before: string | undefined },
) => {
  const { rows } = await query<Row>(
    `${SELECT} WHERE o.actor_id = $1 AND o.state <> 'planned' AND o.expires_at > now()
AND ($2::uuid IS NULL OR (o.at, o.id) < (SELECT b.at, b.id FROM operations b WHERE b.id = $2 AND b.actor_id = $1)) ORDER BY o.at DESC, o.id DESC LIMIT $3`,
    [access.actor.personId, before ?? null, limit + 1],
  )
  const page = rows.slice(0, limit)
  const records = page.flatMap((r) => (r.record_id ? [{ entity: r.entity, id: r.record_id }] : []))
  const titles = await titlesOf(query, model, access, records)
  const named = await namesOf(query, model, access, page)
  return {
    data: page.map((row) => shown(model, row, titles, named)),
    page: { limit, next: rows.length > limit ? page.at(-1)!.id : null },
  }
}

/** An operation of the caller, or of another if they may undo it; 404 otherwise. */
const visibleOperation = async (
  query: Query,
  model: Model,
  access: Access,
  id: string,
): Promise<Row> => {
  const { rows } = await query<Row>(
    `${SELECT} WHERE o.id = $1 AND o.state <> 'planned' AND o.expires_at > now()`,
    [id],
  )
  const [row] = rows
  const resource = model.resources.find((r) => r.entity === row?.entity)
  if (!row || !mayUndo(access, resource, row)) throw notFound('operation')
  return row
}

/** Returns one operation: the caller's own, or another's if they may undo it; 404 otherwise. */
export const oneOperation = async (
  query: Query,
  model: Model,
  access: Access,
  id: string,
): Promise<OperationView> => {
  const row = await visibleOperation(query, model, access, id)
  const record = row.record_id ? [{ entity: row.entity, id: row.record_id }] : []
  const titles = await titlesOf(query, model, access, record)
  return shown(model, row, titles, await namesOf(query, model, access, [row]))
}

/**
 * Returns the rows of an operation with their outcomes, in order, after the `after`th; a row
 * without an outcome was not processed. Sentences of refusals are for who did it: they count records
 * that others may not see.
 */
export const operationRows = async (
  query: Query,
  model: Model,
  access: Access,
  id: string,
  given: {
    readonly limit: number
    readonly after: number
    readonly outcome: ShownOutcome | undefined
  },
) => {
  const { actor_id: by } = await visibleOperation(query, model, access, id)
  const isMine = by !== null && by === access.actor.personId
  const { rows } = await query<{
    n: number
    entity: string
    id: string
    outcome: Outcome | null
    code: string | null
    path: string | null
    message: string | null
    said: Message | null
  }>(
    `SELECT n, entity, record_id AS id, outcome, code, path, message, said FROM operation_rows
WHERE operation_id = $1 AND n > $2 AND ($3::text IS NULL OR coalesce(outcome, 'not_processed') = $3) ORDER BY n LIMIT $4`,
    [id, given.after, given.outcome ?? null, given.limit + 1],
  )
  const page = rows.slice(0, given.limit)
  const titles = await titlesOf(query, model, access, page)
  return {
    data: page.map(({ entity, ...row }) => ({
      n: row.n,
      collection: model.resources.find((r) => r.entity === entity)?.collection ?? null,
      id: row.id,
      title: titles.get(`${entity}/${row.id}`) ?? null,
      outcome: row.outcome ?? 'not_processed',
      code: row.code,
      path: isMine ? row.path : null,
      message: isMine ? row.message : null,
      ...(isMine ? row.said : null),
    })),
    page: { limit: given.limit, next: rows.length > given.limit ? page.at(-1)!.n : null },
  }
}
