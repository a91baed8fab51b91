/** Records of other collections in a timeline: what refers to the record, its payments, its messages. */
import { quoteName } from '../permissions/rowRules.ts'
import type { FieldModel, Json, ResourceModel, TimelineRelation } from '#model/types.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { titlesOf } from '../store/read/history.ts'
import { titleOpen, titleSql } from '../store/read/record.ts'
import {
  allowedBy,
  amountColumn,
  building,
  column,
  currencyColumn,
  finish,
  liveRows,
  literal,
  rowsFrom,
  run,
  type Building,
} from '../store/read/statement.ts'
import type { TimelineRequest, Source } from './sources.ts'

interface Pointer {
  readonly id: string
  readonly type: string
}
interface Row {
  readonly id: string
  readonly at: string
  readonly place: string
  readonly title: string | null
  readonly state: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly type: string | null
  readonly sender: Pointer | null
}

/** Characters of a message in a timeline. */
const EXCERPT = 280

/** A collection in a timeline, and what of it the caller may read. */
interface Target {
  readonly request: TimelineRequest
  readonly relation: TimelineRelation
  readonly resource: ResourceModel
  readonly pointer: FieldModel
  /** The collection between, and its field that refers to the record. */
  readonly between?: { readonly resource: ResourceModel; readonly pointer: FieldModel } | undefined
}

const readableField = (
  { access }: TimelineRequest,
  resource: ResourceModel | undefined,
  name: string | undefined,
): FieldModel | undefined => {
  const field = resource?.fields.find((f) => f.name === name)
  if (!resource || !field || !access.can(`${resource.entity}.read`)) return undefined
  return allowedBy(access)(resource, field.name) ? field : undefined
}

/** Undefined if the caller may not read the collection or a reference that leads to the record. */
const targetOf = (request: TimelineRequest, relation: TimelineRelation): Target | undefined => {
  const { resources } = request.model
  const resource = resources.find((r) => r.collection === relation.collection)
  const pointer = readableField(request, resource, relation.field)
  if (!resource || !pointer) return undefined
  if (relation.through === undefined) return { request, relation, resource, pointer }
  const other = resources.find((r) => r.collection === pointer.ref)
  const further = readableField(request, other, relation.through)
  if (!other || !further) return undefined
  return { request, relation, resource, pointer, between: { resource: other, pointer: further } }
}

const pointsAt = (alias: string, pointer: FieldModel, id: string): string =>
  pointer.kind === 'refs'
    ? `${column(alias, pointer)} @> array[${id}]::uuid[]`
    : `${column(alias, pointer)} = ${id}::uuid`

/** Conditions for the rows `t` of a target that lead to the record and that the caller may read. */
const mine = (b: Building, { request, resource, pointer, between }: Target): string[] => {
  const id = b.sql.add(request.id)
  const live = liveRows(b, resource, 't', `${resource.entity}.read`)
  if (!between) return [pointsAt('t', pointer, id), ...live]
  const other = between.resource
  const source = rowsFrom(b, other, 'm')
  const where = [
    pointsAt('m', between.pointer, id),
    ...liveRows(b, other, 'm', `${other.entity}.read`),
  ]
  const among = `(select m.id from ${source} where ${where.join(' and ')})`
  return [`${column('t', pointer)} in ${among}`, ...live]
}

/** The state of a row `t` when it was created: that before its first transition. */
const firstState = ({ entity }: ResourceModel): string =>
  `case when t."state" is not null then coalesce((select a.patch->'state'->>0 from audit a where a.entity = ${literal(entity)} and a.record_id = t.id and a.version > 1 and a.patch ? 'state' order by a.seq limit 1), t."state") end`

/** What kind of payment it is: its first choice, if the caller may read it. */
const typeField = (
  { access }: TimelineRequest,
  resource: ResourceModel,
): FieldModel | undefined => {
  const field = resource.fields.find((f) => f.kind === 'enum')
  return field && !isMasked(field) && allowedBy(access)(resource, field.name) ? field : undefined
}

/** Select list of a row `t` of a target, without what the caller may not read. */
const selected = (b: Building, { request, relation, resource }: Target, state: string): string => {
  const allowed = allowedBy(request.access)
  const open = titleOpen(b, resource, 't').join(' and ')
  const title = titleSql(b, resource, 't')
  const named = open && title ? `case when ${open} then ${title} end` : (title ?? 'null')
  const money = resource.fields.find((f) => f.kind === 'money')
  const paid =
    relation.kind === 'payment' && money && !isMasked(money) && allowed(resource, money.name)
      ? money
      : undefined
  const type = relation.kind === 'payment' ? typeField(request, resource) : undefined
  const who = resource.fields.find((f) => f.kind === 'anyRef')
  const sender = relation.kind === 'message' && who && allowed(resource, who.name)
  return [
    't.id',
    `to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    `${relation.kind === 'message' ? `left(${named}::text, ${EXCERPT})` : named} as title`,
    `${resource.states.length && allowed(resource, 'state') ? state : 'null'} as state`,
    `${paid ? `${amountColumn('t', paid)}::text` : 'null'} as amount`,
    `${paid ? currencyColumn('t', paid) : 'null'} as currency`,
    `${type ? column('t', type) : 'null'} as type`,
    `${sender ? column('t', who) : 'null::jsonb'} as sender`,
  ].join(', ')
}

const shown = async (
  { request, relation, resource }: Target,
  rows: readonly Row[],
  prefix: string,
): ReturnType<Source['show']> => {
  const { db, model, access } = request
  const { kind, collection, field } = relation
  const type = typeField(request, resource)
  const senders = new Map<string, Set<string>>()
  for (const { sender } of rows) {
    if (sender) senders.set(sender.type, (senders.get(sender.type) ?? new Set()).add(sender.id))
  }
  const names = await titlesOf(db, model, access, senders)
  const from = (sender: Pointer | null): Json => {
    const known = sender ? names.get(sender.type)?.get(sender.id) : undefined
    return sender && known !== undefined ? { type: sender.type, id: sender.id, title: known } : null
  }
  return {
    entries: rows.map((row) => ({
      kind,
      id: `${prefix}:${prefix === 'paid' ? row.place : row.id}`,
      at: row.at,
      collection,
      field,
      record: { id: row.id, title: row.title },
      state: row.state,
      ...(kind === 'payment'
        ? {
            amount:
              row.amount === null ? null : { amount: Number(row.amount), currency: row.currency },
            type: type && row.type !== null ? { field: type.name, value: row.type } : null,
          }
        : {}),
      ...(kind === 'message' ? { from: from(row.sender) } : {}),
    })),
    included: {},
  }
}

const sourceOf = (
  target: Target,
  prefix: 'related' | 'paid',
  text: (b: Building, after: string | null, limit: number) => string,
): Source => ({
  name: `${prefix}:${Object.values(target.relation).join('.')}`,
  async read(after, limit) {
    const { db, model, access } = target.request
    const b = building(model, access)
    const rows = await run<Row>(db, finish(b, text(b, after, limit)))
    return rows.map((row) => ({ at: row.at, place: row.place, row }))
  },
  show: (found) =>
    shown(
      target,
      found.map(({ row }) => row as Row),
      prefix,
    ),
})

/** The records of a target, at their creation. */
const created = (target: Target): Source =>
  sourceOf(target, 'related', (b, after, limit) => {
    const columns = selected(b, target, firstState(target.resource))
    const source = rowsFrom(b, target.resource, 't')
    const where = mine(b, target)
    if (after !== null) where.push(`t.id < ${b.sql.add(after)}::uuid`)
    return `select ${columns}, t.id as place from ${source} where ${where.join(' and ')} order by t.id desc limit ${limit}`
  })

/** Changes of the state of the records of a target, from the audit. */
const moved = (target: Target): Source =>
  sourceOf(target, 'paid', (b, after, limit) => {
    const { resource } = target
    const columns = selected(b, target, 't."state"')
    const source = rowsFrom(b, resource, 't')
    const where = [
      ...mine(b, target),
      `a.entity = ${literal(resource.entity)}`,
      'a.version > 1',
      "a.patch ? 'state'",
    ]
    if (after !== null) where.push(`a.seq < ${b.sql.add(after)}::bigint`)
    const rows = `select ${columns}, a.seq, a.at as moved_at, a.patch->'state'->>1 as moved_to from ${source} join audit a on a.record_id = t.id where ${where.join(' and ')} order by a.seq desc limit ${limit}`
    return `select x.id, to_char(x.moved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, x.seq::text as place, x.title, case when x.${quoteName('state')} is not null then x.moved_to end as state, x.amount, x.currency, x.type, x.sender from (${rows}) x order by x.seq desc`
  })

/**
 * Sources of the records of a relation; none if the caller may not read them or the reference that
 * leads to the record. Payments are shown on each change of their state, too.
 */
export const related = (request: TimelineRequest, relation: TimelineRelation): Source[] => {
  const target = targetOf(request, relation)
  if (!target) return []
  const { resource } = target
  const states = resource.states.length > 0 && allowedBy(request.access)(resource, 'state')
  return [created(target), ...(relation.kind === 'payment' && states ? [moved(target)] : [])]
}
