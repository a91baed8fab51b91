import { v7 as uuidv7 } from 'uuid'
import type { ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { isProven } from '../permissions/proof.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import type { Access } from '../permissions/types.ts'
import { notFound, Problem } from '../base/problem.ts'
import { ABOUT } from '../store/read/history.ts'
import { prepared } from '../store/write/prepared.ts'
import type { Unit } from '../store/write/unit.ts'
import { begin, type Begun } from './bulk.ts'
import { dryRun, type Carried } from './carryOut.ts'
import { notUndoable, revert, revertTogether, type Entry } from './revert.ts'
import { seenBy, type RowStep } from './rows.ts'
import { shownPlan } from './shown.ts'
import { STANDING } from './standing.ts'
import type { BulkPlan, OperationParts } from './types.ts'

interface Target {
  readonly id: string
  readonly kind: string
  readonly name: string | null
  readonly entity: string
  readonly state: string
  readonly plan: BulkPlan | null
  readonly account_id: string | null
  readonly actor_id: string | null
  readonly undo_of: string | null
  readonly undone_by: string | null
}

/** True if the caller has the permission on all rows, and reads all. */
const hasOnAll = (access: Access, resource: ResourceModel, key: string): boolean =>
  access.can(key) &&
  access.rows(resource, 't', sqlValues(), 'read') === 'true' &&
  access.rows(resource, 't', sqlValues(), 'write', key) === 'true'

/**
 * True for the caller's own operations, and for those of others with the permission
 * `<entity>.undo`. People of a tenant, and those who read or undo certain rows only, may undo only
 * their own: an operation of others can have changed rows they do not see.
 */
export const mayUndo = (
  access: Access,
  resource: ResourceModel | undefined,
  { actor_id }: { readonly actor_id: string | null },
): boolean =>
  (actor_id !== null && actor_id === access.actor.personId) ||
  (resource !== undefined &&
    access.actor.tenant === null &&
    hasOnAll(access, resource, `${resource.entity}.undo`))

/**
 * True for kinds of operations that can always be undone; transitions and actions only if the
 * schema allows it.
 */
export const isUndoable = (
  resource: ResourceModel | undefined,
  kind: string,
  name: string | null,
): boolean => {
  if (!resource || kind === 'purge' || (kind === 'bulk' && name === 'purge')) return false
  if (kind !== 'transition' && kind !== 'action' && kind !== 'bulk') return true
  const moves = resource.transitions.filter((t) => t.name === name)
  const action = resource.actions.find((a) => a.name === name)
  if (kind === 'bulk' && !moves.length && !action) return true
  return action ? action.undo === true : moves.some((t) => t.undo === true)
}

const requireTarget = async (
  parts: OperationParts,
  tx: Pick<Tx, 'query'>,
  id: string,
  access: Access,
  lock: boolean,
): Promise<{ target: Target; resource: ResourceModel }> => {
  const { rows } = await tx.query<Target>(
    `SELECT o.id, o.kind, o.name, o.entity, o.plan, o.account_id, o.actor_id, o.undo_of,
${STANDING}
FROM operations o LEFT JOIN jobs j ON j.id = o.job_id WHERE o.id = $1 AND o.expires_at > now() AND o.state <> 'planned'${lock ? ' FOR UPDATE OF o' : ''}`,
    [id],
  )
  const [target] = rows
  const resource = parts.model.resources.find((r) => r.entity === target?.entity)
  if (!target || !resource || !mayUndo(access, resource, target)) throw notFound('operation')
  if (target.state === 'running') {
    throw new Problem(
      409,
      'still_running',
      'This is still running. Cancel it, or wait until it ends.',
    )
  }
  if (target.undone_by !== null) {
    throw new Problem(409, 'already_undone', 'This was already undone.')
  }
  if (!isUndoable(resource, target.kind, target.name)) {
    throw notUndoable('This cannot be undone.')
  }
  return { target, resource }
}

/**
 * Stores the records that an operation changed, last written first; returns how many. A record that
 * it created goes by its creation: what refers to it was written later.
 */
const keepRows = async (tx: Tx, id: string, undone: string, entities: readonly string[]) => {
  const { rowCount } = await tx.query(
    `INSERT INTO operation_rows (operation_id, n, entity, record_id, version)
SELECT $1, row_number() OVER (ORDER BY CASE WHEN min(version) = 1 THEN min(seq) ELSE max(seq) END DESC), entity, record_id, max(version) FROM audit
WHERE operation_id = $2 AND entity = ANY($3::text[]) AND action <> ALL($4::text[]) GROUP BY entity, record_id`,
    [id, undone, entities, ABOUT],
  )
  if (!rowCount) throw notUndoable('None of this can be undone.')
  return rowCount
}

/** Reads the audit entries of an operation about records of one entity, by record. */
const entriesOf = async (
  tx: Tx,
  undone: string,
  entity: string,
  ids: readonly string[],
): Promise<Map<string, Entry[]>> => {
  const { rows } = await tx.query<Entry & { readonly id: string }>(
    // Not `=`: the index of operations would find all entries of the operation, for each record.
    prepared(
      'SELECT record_id AS id, seq, version, action, patch FROM audit WHERE entity = $1 AND record_id = ANY($2::uuid[]) AND operation_id IS NOT DISTINCT FROM $3 AND action <> ALL($4::text[]) ORDER BY seq',
      [entity, ids, undone, ABOUT],
    ),
  )
  const found = new Map<string, Entry[]>()
  for (const row of rows) found.set(row.id, [...(found.get(row.id) ?? []), row])
  return found
}

const undoStep = (
  parts: OperationParts,
  id: string,
  undone: string,
  begunBy: ResourceModel,
  access: Access,
): RowStep => {
  const unitFor = (entity: string, tx: Tx): Unit => {
    const resource = parts.model.resources.find((r) => r.entity === entity)
    if (!resource) throw notUndoable('These records no longer exist.')
    const operation = { kind: 'undo', entity: begunBy.entity } as const
    const context = { access, channel: 'bulk', requestId: id, operationId: id, operation } as const
    return parts.writer.unit(resource, context, tx)
  }
  return {
    async one(tx, row) {
      const unit = unitFor(row.entity, tx)
      const entries = (await entriesOf(tx, undone, row.entity, [row.id])).get(row.id) ?? []
      return revert(unit, row.id, entries, undone)
    },
    async many(tx, rows) {
      const { entity } = rows[0]!
      // The order of records of several entities counts: a consequence goes before its cause.
      if (rows.some((row) => row.entity !== entity)) return new Map()
      const ids = rows.map((row) => row.id)
      const unit = unitFor(entity, tx)
      return revertTogether(unit, await entriesOf(tx, undone, entity, ids), undone)
    },
  }
}

/** An undo, what it undoes, and of how many records. */
interface Undoing {
  readonly id: string
  readonly undone: string
  readonly count: number
}

/** Returns an undo, ready for a dry run or execution. */
export const carriedUndo = (
  parts: OperationParts,
  resource: ResourceModel,
  { id, undone, count }: Undoing,
  access: Access,
): Carried => ({
  id,
  count,
  step: undoStep(parts, id, undone, resource, access),
  sees: seenBy(parts.model, access),
})

const insert = async (
  parts: OperationParts,
  tx: Tx,
  target: Target,
  access: Access,
  planned: boolean,
): Promise<{ id: string; count: number }> => {
  const id = uuidv7()
  const { actor } = access
  const entities = parts.model.resources
    .filter((r) => !r.log || r.entity === target.entity)
    .map((r) => r.entity)
  const count = await keepRows(tx, id, target.id, entities)
  await tx.query(
    `INSERT INTO operations (id, kind, name, channel, entity, account_id, actor_id, actor_name, state, plan, undo_of, expires_at)
VALUES ($1, 'undo', $2, 'bulk', $3, $4, $5, $6, $7, $8, $9, now() + $10::interval)`,
    [
      id,
      target.kind,
      target.entity,
      actor.accountId,
      actor.personId,
      actor.name,
      planned ? 'planned' : 'done',
      JSON.stringify({ count, proved: isProven(access) }),
      target.id,
      planned ? '1 hour' : '30 days',
    ],
  )
  return { id, count }
}

/** Tries an undo and rolls it back. */
export const tryUndo = async (parts: OperationParts, id: string, access: Access) => {
  const { target, resource } = await requireTarget(parts, parts.db, id, access, false)
  const planned = await parts.db.transaction((tx) => insert(parts, tx, target, access, true))
  const carried = carriedUndo(parts, resource, { ...planned, undone: id }, access)
  const tried = await dryRun(parts.db, carried)
  return {
    undoes: id,
    count: planned.count,
    ...(await shownPlan(parts.db.query, parts.model, access, tried)),
  }
}

/**
 * Undoes an operation: rows that nobody changed since return to their previous state, newest first;
 * the others are skipped and reported. An undo is an operation itself and can be undone. 404 for an
 * operation of somebody else without `<entity>.undo`, 409 if it cannot be undone, was undone
 * already or is still running.
 */
export const undo = async (
  parts: OperationParts,
  tx: Tx,
  id: string,
  access: Access,
): Promise<Begun> => {
  const { target, resource } = await requireTarget(parts, tx, id, access, true)
  const made = await insert(parts, tx, target, access, false)
  await tx.query('UPDATE operations SET undone_by = $2 WHERE id = $1', [id, made.id])
  // Undoing an undo marks the original operation as done again, so that it can be undone once more.
  if (target.undo_of !== null) {
    await tx.query('UPDATE operations SET undone_by = NULL WHERE id = $1', [target.undo_of])
  }
  const carried = carriedUndo(parts, resource, { ...made, undone: id }, access)
  return begin(parts, tx, carried, access)
}
