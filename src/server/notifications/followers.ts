/** Notifies people of changes to records they follow, in the background, from the audit. */
import type { Model, ResourceModel } from '#model/types.ts'
import type { Database, Tx } from '../database/pool.ts'
import { currentPosition } from '../events/changes.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { compileAccess } from '../permissions/access.ts'
import { fieldsReadableOn } from '../permissions/fieldsOn.ts'
import type { Access } from '../permissions/types.ts'
import { ABOUT } from '../store/read/history.ts'
import { options } from '../store/read/options.ts'
import { literal } from '../store/read/statement.ts'
import { notifyNaming } from './naming.ts'
import { visibleResources } from './visible.ts'

/** Row of `settings` with the position in the audit up to which followers were notified. */
const KEY = 'followers.position'
/** Audit entries of one transaction. */
const BATCH = 2_000

/** Entries that followers are not notified of: nothing changed, or the record is gone. */
const SILENT = [...ABOUT, 'create', 'delete', 'purge', 'import.history']
/** Channels whose changes are one notification for each operation. */
const TOGETHER: readonly string[] = ['bulk', 'import']

interface Followed {
  readonly person: string
  readonly entity: string
  readonly record: string
  readonly operation: string | null
  readonly channel: string
  readonly actor: string | null
  readonly name: string | null
  readonly fields: readonly string[]
}

// Transaction ids of another cluster, from which the data was restored, are in the future here.
const START = `select value->>'xid' as xid, value->>'seq' as seq, (value->>'xid')::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known from settings where key = ${literal(KEY)} for update skip locked`
const END = `select b.xid, b.seq, b.n from (select a.xid::text as xid, a.seq::text as seq, row_number() over (order by a.xid, a.seq) as n
from audit a where (a.xid, a.seq) > ($1::text::xid8, $2::bigint) and a.xid < pg_snapshot_xmin(pg_current_snapshot()) order by a.xid, a.seq limit ${BATCH}) b order by b.n desc limit 1`
// `f.at < a.at`: a change does not notify people who started to follow because of it.
const FOLLOWED = `select f.person_id as person, a.entity, a.record_id as record, a.operation_id as operation, a.channel, a.actor_id as actor, a.actor_name as name,
  array(select jsonb_object_keys(case jsonb_typeof(a.patch) when 'object' then a.patch else '{}'::jsonb end)) as fields
from audit a join record_followers f on f.entity = a.entity and f.record_id = a.record_id and f.at < a.at
where (a.xid, a.seq) > ($1::text::xid8, $2::bigint) and (a.xid, a.seq) <= ($3::text::xid8, $4::bigint)
  and a.action not in (${SILENT.map(literal).join(', ')}) and a.actor_id is distinct from f.person_id
order by f.person_id, a.xid, a.seq`

interface Place {
  readonly xid: string
  readonly seq: string
}

const save = (tx: Tx, { xid, seq }: Place): Promise<unknown> =>
  tx.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [KEY, JSON.stringify({ xid, seq })],
  )

const by = <T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/** The changes whose record and at least one changed field the person may read, in their order. */
const readable = async (
  tx: Tx,
  model: Model,
  resource: ResourceModel,
  access: Access,
  changes: readonly Followed[],
): Promise<Followed[]> => {
  if (!access.can(`${resource.entity}.read`)) return []
  const type = resource.collection
  const ids = changes.map((one) => one.record)
  const visible = await visibleResources(
    tx.query,
    model,
    access,
    ids.map((id) => ({ type, id })),
  )
  const open = await fieldsReadableOn(tx.query, access, resource, ids)
  return changes.filter(
    ({ record, fields }) =>
      visible({ type, id: record }) && fields.some((name) => open(record).has(name)),
  )
}

/** One notification: of a record, or of the records that one operation changed. */
interface Group {
  readonly last: Followed
  readonly records: Set<string>
  readonly apart: string | undefined
}

const grouped = (changes: readonly Followed[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const last of changes) {
    const apart = TOGETHER.includes(last.channel) ? (last.operation ?? undefined) : undefined
    const key = apart ?? last.record
    const records = groups.get(key)?.records ?? new Set()
    records.add(last.record)
    groups.set(key, { last, records, apart })
  }
  return [...groups.values()]
}

const tell = async (
  tx: Tx,
  model: Model,
  resource: ResourceModel,
  access: Access,
  { last, records, apart }: Group,
): Promise<void> => {
  const [record] = await options(tx, model, resource, { ids: [last.record] }, access)
  if (!record) return
  const needs = [`${resource.entity}.field.${resource.title}.read`].filter((key) => access.can(key))
  await notifyNaming(
    tx,
    model,
    { personId: last.actor, name: last.name },
    {
      type: 'followed',
      employees: [last.person],
      done: 'changed',
      subject: needs.length ? record.title : { label: resource.label.one },
      link: resource.path ? `${resource.path}/${last.record}` : '/',
      resource: { type: resource.collection, id: last.record },
      needs,
      apart,
      times: records.size,
    },
  )
}

const tellPerson = async (tx: Tx, model: Model, changes: readonly Followed[]): Promise<void> => {
  const personId = changes[0]!.person
  const actor = await actorOfJob(tx.query, model, { accountId: null, personId, name: '' })
  if (!actor) return
  const access = compileAccess(model, actor)
  for (const [entity, those] of by(changes, (one) => one.entity)) {
    const resource = model.resources.find((r) => r.entity === entity)
    if (!resource) continue
    for (const group of grouped(await readable(tx, model, resource, access, those))) {
      await tell(tx, model, resource, access, group)
    }
  }
}

/** Returns false when there is nothing left, or another process does it. */
const tellNext = async (tx: Tx, model: Model): Promise<boolean> => {
  const [start] = (await tx.query<Place & { known: boolean }>(START)).rows
  if (!start?.known) {
    const present = await currentPosition(tx.query)
    const { rowCount } = await tx.query('select 1 from settings where key = $1', [KEY])
    // A row that is there and not returned is locked by another process.
    if (start || !rowCount) await save(tx, { xid: `${present.xid}`, seq: `${present.seq}` })
    return false
  }
  const [end] = (await tx.query<Place & { n: string }>(END, [start.xid, start.seq])).rows
  if (!end) return false
  const { rows } = await tx.query<Followed>(FOLLOWED, [start.xid, start.seq, end.xid, end.seq])
  for (const changes of by(rows, (row) => row.person).values()) {
    await tellPerson(tx, model, changes)
  }
  await save(tx, end)
  return Number(end.n) === BATCH
}

/**
 * Notifies the followers of records that changed since the last call: of changes to a field they
 * may read, of records they may read, never of their own. A bulk or an import is one notification
 * for each person, and further changes of a record renew its unread one. Begins at the present when
 * it runs for the first time; each entry counts once, however many servers run this.
 */
export const tellFollowers = async (
  { db, model }: { readonly db: Database; readonly model: Model },
  signal?: AbortSignal,
): Promise<void> => {
  while (!signal?.aborted && (await db.transaction((tx) => tellNext(tx, model))));
}
