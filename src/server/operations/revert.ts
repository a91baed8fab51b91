import { say } from '#model/message.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Json, ResourceModel } from '#model/types.ts'
import { forbidden, Problem } from '../base/problem.ts'
import { fieldsReadableOn, fieldsWritableOn } from '../permissions/fieldsOn.ts'
import { actorNames } from '../store/read/actors.ts'
import { ABOUT } from '../store/read/history.ts'
import type { RecordData } from '../store/types.ts'
import { REDACTED } from '../store/write/auditEntry.ts'
import { apply } from '../store/write/apply.ts'
import { approvalNeeded } from '../store/write/gate.ts'
import { findAllForWrite, findForWrite, stillWithinRows } from '../store/write/find.ts'
import { prepared } from '../store/write/prepared.ts'
import { refuseReferred } from '../store/write/referring.ts'
import { removeRecord, restoreRecord } from '../store/write/removal.ts'
import { applyTogether, fitTogether, type Planned, type Together } from '../store/write/together.ts'
import { noSuch, type Unit } from '../store/write/unit.ts'
import { requirePermission } from '../permissions/require.ts'

/** One audit entry of an operation. */
export interface Entry {
  readonly seq: number
  readonly version: number
  readonly action: string
  readonly patch: Readonly<Record<string, readonly [Json, Json]>> | null
}

const PLAIN = new Set(['create', 'update', 'delete', 'restore', 'import', 'import.history'])

export const notUndoable = (detail: string): Problem => new Problem(409, 'not_undoable', detail)

/**
 * Returns the declared transition of a state change, also of one made by an undo; undefined if the
 * schema allows no undo.
 */
const undoableMove = (
  { transitions }: ResourceModel,
  [from, to]: readonly [Json, Json],
): string | undefined =>
  transitions.find(
    (t) =>
      t.undo === true && ((t.from === from && t.name === to) || (t.from === to && t.name === from)),
  )?.name

/**
 * A change after an operation: by whom, what and when; limited to people and fields the caller may
 * read.
 */
export interface Later {
  readonly by: string | null
  readonly at: string
  readonly action: string
  readonly fields: readonly string[]
}

const laterChanges = async (
  { tx, resource, context, parts }: Unit,
  id: string,
  first: number,
  operations: readonly string[],
): Promise<Later[]> => {
  const { rows } = await tx.query<{
    actor_id: string | null
    actor_name: string | null
    at: string
    action: string
    patch: Record<string, unknown> | null
  }>(
    prepared(
      'SELECT actor_id, actor_name, at, action, patch FROM audit WHERE entity = $1 AND record_id = $2 AND seq > $3 AND NOT coalesce(operation_id = ANY($4::uuid[]), false) AND action <> ALL($5::text[]) ORDER BY seq DESC LIMIT 5',
      [resource.entity, id, first, operations, ABOUT],
    ),
  )
  if (!rows.length) return []
  const { access } = context
  const readable = (await fieldsReadableOn(tx.query, access, resource, [id]))(id)
  const people = rows.map((row) => row.actor_id)
  const named = await actorNames(tx, parts.model, access, people)
  return rows.map((row) => ({
    by: named({ id: row.actor_id, name: row.actor_name }).name,
    at: row.at,
    action: row.action,
    fields: Object.keys(row.patch ?? {}).filter((name) => readable.has(name)),
  }))
}

/** State of a record before the entries. */
interface Was {
  /** It did not exist. */
  readonly absent: boolean
  readonly trashed: boolean
  readonly values: Readonly<Record<string, Json>>
  /** Fields that a person wrote, rather than a transition or action. */
  readonly written: ReadonlySet<string>
}

const before = (entries: readonly Entry[]): Was => {
  const values = new Map<string, Json>()
  const written = new Set<string>()
  for (const { patch, action } of entries) {
    for (const [name, [was]] of Object.entries(patch ?? {})) {
      if (!values.has(name)) values.set(name, was)
      if (PLAIN.has(action) && name !== 'state') written.add(name)
    }
  }
  const moved = entries.find((e) => e.action === 'delete' || e.action === 'restore')
  return {
    absent: entries[0]?.version === 1,
    trashed: moved?.action === 'restore',
    values: Object.fromEntries(values),
    written,
  }
}

const refuseForever = ({ resource }: Unit, entries: readonly Entry[], was: Was): void => {
  if (was.absent) {
    if (resource.appendOnly || resource.readOnly) {
      throw new Problem(
        409,
        'append_only',
        say('{{many}} are never changed or deleted.', { many: { label: resource.label.many } }),
      )
    }
    return
  }
  for (const { action, patch } of entries) {
    if (action === 'purge') throw notUndoable('Permanently deleted records cannot be restored.')
    if (PLAIN.has(action) || action === 'transition') {
      if (patch?.state && undoableMove(resource, patch.state) === undefined) {
        throw notUndoable('This transition cannot be undone.')
      }
    } else if (!resource.actions.some((a) => a.name === action && a.undo)) {
      throw notUndoable('This action cannot be undone.')
    }
  }
  if (entries.some((e) => Object.values(e.patch ?? {}).some((pair) => pair.includes(REDACTED)))) {
    throw notUndoable('Values that are not kept, such as secrets, cannot be restored.')
  }
}

/**
 * Returns the permission keys for reverting the entries, without the entity: the same as for making
 * them.
 */
const keysOf = (resource: ResourceModel, entries: readonly Entry[], was: Was): string[] => {
  const keys = new Set<string>()
  for (const { action, patch } of entries) {
    const move = patch?.state && undoableMove(resource, patch.state)
    if (move !== undefined) keys.add(`transition.${move}`)
    if (action === 'transition') continue
    if (action === 'delete' || action === 'restore') keys.add('delete')
    else if (!PLAIN.has(action)) keys.add(action)
    else if (was.written.size) keys.add('update')
  }
  return [...keys]
}

/** The values of a record that an undo would change back. */
const valuesBack = (
  { resource }: Unit,
  row: RecordData,
  was: Was,
): Readonly<Record<string, Json>> => {
  const known = new Set(resource.fields.map((f) => f.name))
  return Object.fromEntries(
    Object.entries(was.values).filter(
      ([name, value]) => known.has(name) && !isDeepStrictEqual(row[name] ?? null, value),
    ),
  )
}

/** True when the values were written in fields that the caller may write, `open`. */
const mayPutBack = (
  { resource }: Unit,
  names: readonly string[],
  was: Was,
  open: ReadonlySet<string>,
): boolean => {
  const derived = new Set(resource.fields.filter((f) => f.derived).map((f) => f.name))
  return names.every((name) => !was.written.has(name) || derived.has(name) || open.has(name))
}

/** The change that puts values back; it is what the entries were. */
const changeBack = (
  before: RecordData,
  values: Readonly<Record<string, Json>>,
  entries: readonly Entry[],
): Planned => {
  const action = entries.find((e) => !PLAIN.has(e.action) && e.action !== 'transition')?.action
  const isMove = Object.hasOwn(values, 'state')
  const kind = action === undefined ? 'update' : 'action'
  return {
    kind: isMove ? 'transition' : kind,
    before,
    values,
    note: { action: isMove ? 'transition' : (action ?? 'update') },
    trusted: new Set(Object.keys(values)),
  }
}

const writableOn = ({ tx, resource, context }: Unit, ids: readonly string[]) =>
  fieldsWritableOn(tx.query, context.access, resource, ids, `${resource.entity}.update`)

const putBack = async (
  unit: Unit,
  row: RecordData,
  was: Was,
  entries: readonly Entry[],
  key: string,
): Promise<RecordData> => {
  const values = valuesBack(unit, row, was)
  const names = Object.keys(values)
  if (!names.length) return row
  if (!mayPutBack(unit, names, was, (await writableOn(unit, [row.id]))(row.id))) {
    throw forbidden('You may not write all of the fields that would change.')
  }
  const { before: current, ...change } = changeBack(row, values, entries)
  return apply(unit, current, values, row.id, { ...change, key })
}

const needsApproval = ({ resource }: Unit, keys: readonly string[]): boolean =>
  resource.approvals?.some((a) => a.on !== 'field' && keys.includes(a.name)) === true

/** Records whose entries after an operation are by others. */
const changedSince = async (
  { tx, resource, context }: Unit,
  firsts: ReadonlyMap<string, number>,
  undone: string,
): Promise<ReadonlySet<string>> => {
  const { rows } = await tx.query<{ id: string }>(
    prepared(
      `SELECT r.id FROM unnest($2::uuid[], $3::bigint[]) r(id, first) WHERE EXISTS (SELECT FROM audit a WHERE a.entity = $1 AND a.record_id = r.id AND a.seq > r.first
AND NOT coalesce(a.operation_id = ANY($4::uuid[]), false) AND a.action <> ALL($5::text[]))`,
      [
        resource.entity,
        [...firsts.keys()],
        [...firsts.values()],
        [undone, context.operationId],
        ABOUT,
      ],
    ),
  )
  return new Set(rows.map((row) => row.id))
}

const refusedForever = (unit: Unit, entries: readonly Entry[], was: Was): boolean => {
  try {
    refuseForever(unit, entries, was)
    return false
  } catch (error) {
    if (error instanceof Problem) return true
    throw error
  }
}

/**
 * `revert` of many records at once: those whose values go back by one and the same permission.
 * Leaves out the others, and all that would be refused.
 */
export const revertTogether = async (
  unit: Unit,
  entries: ReadonlyMap<string, readonly Entry[]>,
  undone: string,
): Promise<Together> => {
  const { resource, tx, context } = unit
  const { access } = context
  const all = [...entries].map(([id, of]) => ({ id, entries: of, was: before(of) }))
  const plain = all.filter(
    ({ entries: of, was }) =>
      of.length > 0 &&
      !was.absent &&
      of.every((e) => e.action !== 'delete' && e.action !== 'restore') &&
      !refusedForever(unit, of, was),
  )
  const keyOf = (one: (typeof all)[number]): string => keysOf(resource, one.entries, one.was).join()
  const key = plain[0] && keyOf(plain[0])
  if (!key || key.includes(',') || needsApproval(unit, [key])) return new Map()
  if (!access.can(`${resource.entity}.${key}`)) return new Map()
  const some = new Map(plain.filter((one) => keyOf(one) === key).map((one) => [one.id, one]))
  const rows = await findAllForWrite(tx, resource, [...some.keys()], access, {
    key,
    lock: 'FOR UPDATE',
  })
  const firsts = new Map(rows.map(({ id }) => [id, some.get(id)!.entries[0]!.seq]))
  const later = await changedSince(unit, firsts, undone)
  const open = await writableOn(unit, [...firsts.keys()])
  const planned = rows.flatMap((row): Planned[] => {
    const { was, entries: of } = some.get(row.id)!
    const values = valuesBack(unit, row, was)
    if (later.has(row.id) || !mayPutBack(unit, Object.keys(values), was, open(row.id))) return []
    const change = changeBack(row, values, of)
    return fitTogether(unit.rules, change.kind) ? [change] : []
  })
  return applyTogether(unit, key, planned)
}

/**
 * Restores a record to its state before the entries of an operation, following the writer's rules;
 * returns true when that changed something. A created record goes to the trash, unless
 * others use it since. Refuses with 412
 * and `later` if somebody changed it since, 409 `not_undoable` if the schema does not allow it, and
 * as any write of the caller would.
 */
export const revert = async (
  unit: Unit,
  id: string,
  entries: readonly Entry[],
  undone: string,
): Promise<boolean> => {
  const { resource, tx, context } = unit
  const was = before(entries)
  refuseForever(unit, entries, was)
  const keys = was.absent ? ['delete'] : keysOf(resource, entries, was)
  const key = keys[0] ?? 'update'
  if (needsApproval(unit, keys)) throw approvalNeeded()
  for (const asked of keys) requirePermission(context.access, `${resource.entity}.${asked}`)
  const row = await findForWrite(tx, resource, id, context.access, {
    key,
    where: 'any',
    lock: 'FOR UPDATE',
  })
  if (!row) throw noSuch(unit)
  for (const asked of keys.slice(1)) {
    if (!(await stillWithinRows(tx, resource, [id], context.access, asked)).has(id)) {
      throw forbidden()
    }
  }
  const later = await laterChanges(unit, id, entries[0]!.seq, [undone, context.operationId])
  if (later.length) {
    throw new Problem(412, 'changed_since', 'This was changed since.', { members: { later } })
  }
  const live = row.deletedAt === null
  if (was.absent) {
    if (!live) return false
    // Deleting by hand clears such references; undoing would change what others wrote since.
    await refuseReferred(unit, row, false, [undone, context.operationId])
    await removeRecord(unit, id, row.version, false)
    return true
  }
  if (was.trashed && !live) return false
  const back = live ? row : await restoreRecord(unit, id, row.version)
  const now = await putBack(unit, back, was, entries, key)
  if (was.trashed) await removeRecord(unit, id, now.version, false)
  return now.version !== row.version || was.trashed
}
