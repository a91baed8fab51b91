/** Changes of several records in one statement, with the checks and the result of single writes. */
import { checkRow, validate } from '#model/validation.ts'
import { fieldsWritableOn } from '../../permissions/fieldsOn.ts'
import { forbidden, Problem } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import { derived, outsideRows, requireStepUp, withSet, type ApplyOptions } from './apply.ts'
import { asProblem } from './failures.ts'
import { findAllForWrite, stillWithinRows, stillWritable } from './find.ts'
import { neededBy, requireApproval } from './gate.ts'
import { checkReferences } from './references.ts'
import { differing } from './rows.ts'
import type { Change, EntityRules, Values } from './rules.ts'
import { writeChanges } from './statements.ts'
import type { Unit } from './unit.ts'

/** A change of a locked record to validated values. */
export interface Planned extends Pick<ApplyOptions, 'note' | 'trusted'> {
  readonly kind: 'update' | 'transition' | 'action'
  readonly before: RecordData
  readonly values: Values
}

/**
 * Whether each record changed, by id. Records that are absent were not written: each must be
 * written alone, which gives its own refusal.
 */
export type Together = ReadonlyMap<string, boolean>

/**
 * True when changes of an entity can be one statement: no rule has to see one record written before
 * the next, or the rules have a form for many changes (`checkMany`, which is about values only).
 */
export const fitTogether = (rules: EntityRules, kind: Planned['kind']): boolean =>
  (!rules.beforeWrite && !rules.afterWrite) || (kind === 'update' && rules.checkMany !== undefined)

interface Requested extends Planned {
  readonly row: RecordData
  readonly fields: ReadonlySet<string>
}

/** The change as the rules derive it; undefined if it is refused. */
const changeOf = async (
  unit: Unit,
  key: string,
  requested: Requested,
): Promise<Change | undefined> => {
  const { kind, before, row } = requested
  try {
    const after = await derived(unit, kind, before, row)
    if (checkRow(unit.def, after).length) return undefined
    const changed = differing(unit.resource, before, after)
    const change = { kind, before, after: { ...after, version: before.version + 1 }, changed }
    if (changed.size) {
      requireStepUp(unit, change)
      requireApproval(unit, neededBy(unit, change, key))
    }
    return change
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

const store = async (unit: Unit, changes: ReadonlyMap<Change, Requested>) => {
  const { resource, tx, context, rules } = unit
  const notes = [...changes].map(([change, { note }]) => ({
    ...note,
    redact: rules.redact?.(change) ?? [],
  }))
  try {
    return await writeChanges(tx, resource, [...changes.keys()], notes, context)
  } catch (error) {
    throw asProblem(resource, error)
  }
}

/** Requires that the caller may write the rows as they are now, and the fields on them. */
const requireOwn = async (
  unit: Unit,
  key: string,
  changes: ReadonlyMap<Change, Requested>,
): Promise<void> => {
  const { resource, tx, context } = unit
  const ids = [...changes.values()].map((requested) => requested.before.id)
  const own = await stillWithinRows(tx, resource, ids, context.access, key)
  if (own.size < ids.length) throw outsideRows(unit)
  const written = [...changes.values()]
    .filter((requested) => requested.kind === 'update')
    .map(
      ({ before, fields, trusted }) =>
        [before.id, [...fields].filter((name) => !trusted?.has(name))] as const,
    )
  if (!(await stillWritable(tx, resource, new Map(written), context.access, key))) {
    throw forbidden('You may not write these fields on such a record.')
  }
}

/**
 * `apply` for many locked records that fit together. Throws a `Problem` if the database or a rule
 * refuses one of them only then: the caller rolls back and tries fewer.
 */
export const applyTogether = async (
  unit: Unit,
  key: string,
  planned: readonly Planned[],
): Promise<Together> => {
  const { resource, context, tx, rules, rule } = unit
  const result = new Map<string, boolean>()
  const requested = planned.flatMap((one): Requested[] => {
    const row = { ...one.before, ...one.values }
    const fields = differing(resource, one.before, row)
    if (!fields.size) result.set(one.before.id, false)
    return fields.size ? [{ ...one, row, fields }] : []
  })
  const dangling = await checkReferences(
    { tx, model: unit.parts.model, access: context.access },
    resource,
    requested,
  )
  const changes = new Map<Change, Requested>()
  for (const [i, one] of requested.entries()) {
    const change = dangling[i]!.length ? undefined : await changeOf(unit, key, one)
    if (change?.changed.size) changes.set(change, one)
    else if (change) result.set(one.before.id, false)
  }
  for (const refused of (await rules.checkMany?.([...changes.keys()], rule))?.keys() ?? []) {
    changes.delete(refused)
  }
  if (!changes.size) return result
  const written = await store(unit, changes)
  await requireOwn(unit, key, changes)
  for (const [change, { before }] of changes) {
    await rules.afterWrite?.({ ...change, after: written.get(before.id)! }, rule)
    result.set(before.id, true)
  }
  return result
}

/** The same patch of many records, as `patch` of each. */
export const patchTogether = async (
  unit: Unit,
  rows: readonly { readonly id: string; readonly version: number }[],
  body: unknown,
): Promise<Together> => {
  const { tx, resource, context } = unit
  const { access } = context
  const key = `${resource.entity}.update`
  if (!fitTogether(unit.rules, 'update') || resource.appendOnly || !access.can(key)) {
    return new Map()
  }
  const ids = rows.map((row) => row.id)
  const versions = new Map(rows.map((row) => [row.id, row.version]))
  const found = await findAllForWrite(tx, resource, ids, access, { key: 'update' })
  const open = await fieldsWritableOn(tx.query, access, resource, ids, key)
  const planned = found.flatMap((before): Planned[] => {
    if (before.version !== versions.get(before.id)) return []
    const options = { mode: 'patch' as const, current: before, allowed: open(before.id) }
    const checked = validate(unit.def, body, options)
    if (!checked.ok) return []
    const values = withSet(unit, checked.value)
    return [{ kind: 'update', before, values, note: { action: 'update' } }]
  })
  return applyTogether(unit, 'update', planned)
}
