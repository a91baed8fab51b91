import { APPROVAL_PAGE, type ApprovalView } from '#model/approvals.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { fieldOf, isStandard } from '#model/standard.ts'
import type { Json } from '#model/types.ts'
import { notFound } from '../base/problem.ts'
import { fieldsOn } from '../permissions/fieldsOn.ts'
import type { Access } from '../permissions/types.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import { maskAll } from '../store/mask.ts'
import { quotedColumn } from '../store/write/statements.ts'
import { queryOf, type Queryable } from '../store/read/statement.ts'
import { peopleNames } from '../timeline/people.ts'
import { requestOf } from './execute.ts'
import { inputFor } from './input.ts'
import { isOwn, mayOverride, mayReview } from './rights.ts'
import { REQUEST, resourceOf, type ApprovalParts, type RequestRow } from './types.ts'

type Reading = Pick<ApprovalParts, 'model'>

/** A request as the caller sees it: only fields they can read, names of people they may see. */
const shownTo = async (
  db: Queryable,
  { model }: Reading,
  access: Access,
  request: RequestRow,
): Promise<Json> => {
  const query = queryOf(db)
  const resource = resourceOf(model, request)
  const { id, record, shown, state } = request
  const open = access.can(`${resource.entity}.read`)
    ? (await fieldsOn(query, access, resource, [record], 'read'))(record)
    : new Set<string>()
  const { rows: votes } = await query<{ person: string; at: string }>(
    'SELECT person_id AS person, at FROM approval_votes WHERE request_id = $1 ORDER BY at, person_id',
    [id],
  )
  const { rows } = await query<{ title: string | null }>(
    `SELECT ${quotedColumn(resource.title)}::text AS title FROM "${resource.table}" WHERE id = $1::uuid`,
    [record],
  )
  const named = await peopleNames(db, model, access, [
    request.requester,
    ...votes.map((vote) => vote.person),
    ...(request.overridden === null ? [] : [request.overridden]),
  ])
  const person = (of: string): Json => ({ ...named(of) })
  const mine = isOwn(access, request)
  const may = async (check: typeof mayReview): Promise<boolean> =>
    state === 'pending' && (await check(query, model, access, request))
  return {
    id,
    collection: resource.collection,
    recordId: record,
    version: request.version,
    title: open.has(resource.title) ? (rows[0]?.title ?? null) : null,
    kind: shown.kind ?? null,
    name: shown.name ?? null,
    input: inputFor(resource, shown, open),
    approvals: [...(shown.approvals ?? [])],
    changes: Object.fromEntries(
      Object.entries(shown.changes)
        .filter(([name]) => isStandard(name) || open.has(name))
        .map(([name, [before, after]]) => {
          const field = fieldOf(resource, name)
          return [
            name,
            field && isMasked(field) ? [maskAll(before), maskAll(after)] : [before, after],
          ]
        }),
    ),
    hash: request.hash,
    requester: person(request.requester),
    mine,
    canApprove: await may(mayReview),
    canOverride: await may(mayOverride),
    at: request.at,
    expiresAt: request.expires,
    endedAt: request.ended,
    state,
    quorum: request.quorum,
    votes: votes.map((vote) => ({ ...named(vote.person), at: vote.at })),
    overriddenBy: request.overridden === null ? null : person(request.overridden),
    code: request.code,
    reason: request.reason,
    operationId: request.operation,
  }
}

const mayRead: typeof mayReview = async (query, model, access, request) =>
  isOwn(access, request) ||
  (await mayReview(query, model, access, request)) ||
  (await mayOverride(query, model, access, request))

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
  return shownTo(db, parts, access, request)
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
    const about = record === undefined ? 'true' : `a.record_id = ${sql.add(record)}::uuid`
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
