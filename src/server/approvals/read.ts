import { APPROVAL_PAGE, type ApprovalView } from '#model/approvals.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { fieldOf, isStandard } from '#model/standard.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import { notFound } from '../base/problem.ts'
import type { Query } from '../database/query.ts'
import { titlesOf } from '../operations/shown.ts'
import { fieldsReadableOn, fieldsOnAll } from '../permissions/fieldsOn.ts'
import { isVisible } from '../store/read/get.ts'
import { whereUsedByRows } from '../store/read/whereUsed.ts'
import type { Access } from '../permissions/types.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import { maskAll } from '../store/mask.ts'
import { quotedColumn } from '../store/write/statements.ts'
import { queryOf, type Queryable } from '../store/read/statement.ts'
import { peopleNames } from '../timeline/people.ts'
import { requestOf } from './execute.ts'
import { inputFor } from './input.ts'
import { isOwn, mayOverride, mayReview, openFields, readsFilter } from './rights.ts'
import { asJson } from './tell.ts'
import { REQUEST, resourceOf } from './types.ts'
import type { ApprovalParts, Changes, RequestRow, Shown } from './types.ts'

type Reading = Pick<ApprovalParts, 'model'>

const pairFor = (
  resource: ResourceModel,
  name: string,
  [before, after]: readonly [Json, Json],
): [Json, Json] => {
  const field = fieldOf(resource, name)
  return field && isMasked(field) ? [maskAll(before), maskAll(after)] : [before, after]
}

/** The changes of a record without fields that the caller cannot read. */
const changesFor = (
  resource: ResourceModel,
  changes: Changes,
  open: ReadonlySet<string>,
): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([name]) => isStandard(name) || open.has(name))
      .map(([name, pair]) => [name, pairFor(resource, name, pair)]),
  )

/** Other records that a request changes or creates: those the caller may read, with their fields. */
const othersFor = async (
  query: Query,
  model: Model,
  access: Access,
  { others = [] }: Shown,
): Promise<Json[]> => {
  const titles = await titlesOf(query, model, access, others)
  const found: Json[] = []
  // Sequential: a transaction has one connection.
  for (const { entity, id, created, changes } of others) {
    const resource = model.resources.find((r) => r.entity === entity)
    if (!resource || !access.can(`${entity}.read`)) continue
    if (created && access.rows(resource, 't', sqlValues(), 'read') !== 'true') continue
    if (!created && !(await isVisible({ db: { query }, model, access }, resource, id))) continue
    const open = created
      ? fieldsOnAll(access, resource, 'read')
      : (await fieldsReadableOn(query, access, resource, [id]))(id)
    found.push({
      collection: resource.collection,
      id: created ? null : id,
      title: titles.get(`${entity}/${id}`) ?? null,
      created,
      changes: changesFor(resource, changes, open),
    })
  }
  return found
}

/**
 * A bulk as the caller sees it. Sentences of refusals are for who asked: they count records that
 * others may not see.
 */
const bulkFor = async (
  query: Query,
  { model }: Reading,
  access: Access,
  request: RequestRow,
  open: ReadonlySet<string>,
): Promise<Json> => {
  const { bulk } = request.shown
  if (!bulk) return null
  const resource = resourceOf(model, request)
  const { entity, collection } = resource
  const mine = isOwn(access, request)
  const first = bulk.rows.map(({ id }) => ({ entity, id }))
  const titles = await titlesOf(query, model, access, first)
  const { filter, search } = bulk
  return {
    count: bulk.count,
    counts: { ...bulk.counts },
    examined: bulk.examined,
    estimate: bulk.estimate,
    reasons: bulk.reasons.map(({ code, message, said, count }) => ({
      code,
      message: mine ? message : null,
      ...(mine ? said : null),
      count,
    })),
    rows: bulk.rows.map(({ id, changes }) => ({
      collection,
      id,
      title: titles.get(`${entity}/${id}`) ?? null,
      changes: changesFor(resource, changes, open),
    })),
    ...(filter === undefined || !readsFilter(model, resource, access, request.shown)
      ? {}
      : { filter }),
    ...(search === undefined ? {} : { search }),
  }
}

const titleOf = async (
  query: Query,
  resource: ResourceModel,
  { record, shown }: RequestRow,
  open: ReadonlySet<string>,
): Promise<string | null> => {
  if (!open.has(resource.title)) return null
  if (record === null) {
    const named = Object.entries(shown.changes).find(([name]) => name === resource.title)?.[1][1]
    return typeof named === 'string' ? named : null
  }
  const { rows } = await query<{ title: string | null }>(
    `SELECT ${quotedColumn(resource.title)}::text AS title FROM "${resource.table}" WHERE id = $1::uuid`,
    [record],
  )
  return rows[0]?.title ?? null
}

/** Votes and people of a request, as the caller may know them. */
const peopleFor = async (
  db: Queryable,
  { model }: Reading,
  access: Access,
  request: RequestRow,
): Promise<Record<string, Json>> => {
  const { rows: votes } = await queryOf(db)<{ person: string; at: string }>(
    'SELECT person_id AS person, at FROM approval_votes WHERE request_id = $1 ORDER BY at, person_id',
    [request.id],
  )
  const { overridden } = request
  const named = await peopleNames(db, model, access, [
    request.requester,
    ...votes.map((vote) => vote.person),
    ...(overridden === null ? [] : [overridden]),
  ])
  return {
    requester: { ...named(request.requester) },
    votes: votes.map((vote) => ({ ...named(vote.person), at: vote.at })),
    overriddenBy: overridden === null ? null : { ...named(overridden) },
  }
}

/** A request as the caller sees it: only fields they can read, names of people they may see. */
const shownTo = async (
  db: Queryable,
  parts: Reading,
  access: Access,
  request: RequestRow,
): Promise<Record<string, Json>> => {
  const { model } = parts
  const query = queryOf(db)
  const resource = resourceOf(model, request)
  const { id, record, shown, state } = request
  const open = await openFields(query, access, resource, request)
  const mine = isOwn(access, request)
  // A refusal counts records that only the person who asked may see.
  const isRefusal = state === 'failed' || state === 'stale'
  const may = async (check: typeof mayReview): Promise<boolean> =>
    state === 'pending' && (await check(query, model, access, request))
  return {
    id,
    collection: resource.collection,
    recordId: record,
    version: request.version,
    title: await titleOf(query, resource, request, open),
    kind: shown.kind ?? null,
    name: shown.name ?? null,
    input: inputFor(resource, shown, open),
    approvals: [...(shown.approvals ?? [])],
    changes: changesFor(resource, shown.changes, open),
    others: await othersFor(query, model, access, shown),
    bulk: await bulkFor(query, parts, access, request, open),
    hash: request.hash,
    mine,
    canApprove: await may(mayReview),
    canOverride: await may(mayOverride),
    at: request.at,
    expiresAt: request.expires,
    endedAt: request.ended,
    state,
    quorum: request.quorum,
    code: request.code,
    ...(isRefusal && !mine ? { reason: null } : { reason: request.reason, ...request.said }),
    operationId: state === 'applied' ? request.operation : null,
    ...(await peopleFor(db, parts, access, request)),
  }
}

const mayRead: typeof mayReview = async (query, model, access, request) =>
  isOwn(access, request) ||
  (await mayReview(query, model, access, request)) ||
  (await mayOverride(query, model, access, request))

/** What refers to the records that a bulk would delete or end. */
const usesFor = async (
  query: Query,
  { model }: Reading,
  access: Access,
  request: RequestRow,
): Promise<{ readonly used?: Json }> => {
  const { shown, operation, state } = request
  const resource = resourceOf(model, request)
  const ends =
    shown.kind === 'transition' &&
    resource.states.some((s) => s.value === shown.name && s.final === true)
  const isRemoval = shown.kind === 'delete' || shown.kind === 'purge'
  if (state !== 'pending' || !shown.bulk || operation === null || !(ends || isRemoval)) return {}
  if (!access.can(`${resource.entity}.read`)) return {}
  const trashed = shown.kind === 'purge'
  const used = await whereUsedByRows({ db: { query }, model, access }, resource, operation, {
    trashed,
  })
  return { used: asJson(used) }
}

/** One request; 404 unless the caller requested it, or may approve or override it. */
export const oneApproval = async (
  db: Queryable,
  parts: Reading,
  access: Access,
  id: string,
): Promise<Json> => {
  const query = queryOf(db)
  const request = await requestOf({ query }, id)
  if (!request || !(await mayRead(query, parts.model, access, request))) throw notFound('request')
  const shown = await shownTo(db, parts, access, request)
  return { ...shown, ...(await usesFor(query, parts, access, request)) }
}

const BATCH = 100
const ENDED = "(a.state NOT IN ('pending', 'approved') OR a.expires_at <= now())"
const WAITING = `a.state = 'pending' AND NOT ${ENDED}`
const conditionOf = (view: ApprovalView, person: () => string): string => {
  switch (view) {
    case 'history':
      return ENDED
    case 'mine':
      return `a.requester_id = ${person()}::uuid`
    case 'open':
      return WAITING
    case 'review':
      return `${WAITING} AND a.requester_id IS DISTINCT FROM ${person()}::uuid`
  }
}

/** SQL: requests about a record, also bulks that it is part of. */
const aboutSql = (record: string): string =>
  `(a.record_id = ${record}::uuid OR (a.record_id IS NULL AND EXISTS (SELECT FROM approval_records r WHERE r.request_id = a.id AND r.record_id = ${record}::uuid)))`

/**
 * A page of requests, newest first: `review` what the caller may approve, `mine` what they asked
 * for, `history` what ended, `open` what waits. `before` is the last id of the previous page; with
 * `record`, only requests about that record.
 */
export const approvalList = async (
  db: Queryable,
  parts: Reading,
  access: Access,
  view: ApprovalView,
  {
    limit = APPROVAL_PAGE,
    before,
    record,
  }: { limit?: number; before?: string | undefined; record?: string | undefined },
): Promise<Json> => {
  const query = queryOf(db)
  const entities = parts.model.resources.flatMap((r) => (r.approvals ? [r.entity] : []))
  const found: RequestRow[] = []
  const sees = view === 'review' ? mayReview : mayRead
  for (let from = before ?? null, last = false; !last && found.length <= limit;) {
    const sql = sqlValues(entities)
    const after = from === null ? 'true' : `a.id < ${sql.add(from)}::uuid`
    const about = record === undefined ? 'true' : aboutSql(sql.add(record))
    const condition = conditionOf(view, () => sql.add(access.actor.personId))
    const { rows } = await query<RequestRow>(
      `SELECT ${REQUEST} FROM approval_requests a WHERE a.entity = ANY($1::text[]) AND ${after} AND ${about} AND ${condition} ORDER BY a.id DESC LIMIT ${BATCH}`,
      sql.values,
    )
    for (const row of rows) {
      if (await sees(query, parts.model, access, row)) found.push(row)
    }
    last = rows.length < BATCH
    from = rows.at(-1)?.id ?? null
  }
  const page = found.slice(0, limit)
  const data: Json[] = []
  for (const row of page) data.push(await shownTo(db, parts, access, row))
  return { data, page: { limit, next: found.length > limit ? (page.at(-1)?.id ?? null) : null } }
}
