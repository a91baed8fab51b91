import { isDeepStrictEqual } from 'node:util'
import { checkRow } from '#model/validation.ts'
import type { Json } from '#model/types.ts'
import type { AuditNote } from './auditEntry.ts'
import { forbidden, invalid } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import { asProblem } from './failures.ts'
import { stillWithinRows, stillWritable } from './find.ts'
import { neededBy, requireApproval } from './gate.ts'
import { checkReferences } from './references.ts'
import { canonicalValues, differing } from './rows.ts'
import type { Change, ChangeKind, Values } from './rules.ts'
import { writeChanges } from './statements.ts'
import { refuse, type Unit } from './unit.ts'

/** A record with only defaults and empty values. */
export const emptyRow = (unit: Unit, id: string): RecordData =>
  ({
    ...Object.fromEntries(
      unit.resource.fields.map((f) => [
        f.name,
        f.kind === 'state' ? (unit.resource.initial ?? null) : (f.default ?? null),
      ]),
    ),
    id,
    version: 0,
    deletedAt: null,
  }) as RecordData

/**
 * The row with the fields that the entity's rules derive from it. Callers check the result against
 * the schema's rules.
 */
export const derived = async (
  unit: Unit,
  kind: ChangeKind,
  before: RecordData | null,
  row: RecordData,
): Promise<RecordData> => {
  if (!unit.rules.derive) return row
  const values = await unit.rules.derive(
    row,
    { kind, before, changed: differing(unit.resource, before, row) },
    unit.rule,
  )
  return { ...row, ...canonicalValues(unit.resource, values) } as RecordData
}

export interface ApplyOptions {
  readonly kind: ChangeKind
  /** The permission it needs, without the entity: `update`. */
  readonly key: string
  readonly note: AuditNote
  /** Write even if no field differs: trash, restore, an action that touches its record. */
  readonly always?: boolean
  readonly restoring?: boolean
  /** Validated input of an action, for the conditions of its approval. */
  readonly input?: Values
  /** Fields whose write permission was already checked: an undo restores derived ones too. */
  readonly trusted?: ReadonlySet<string>
}

/**
 * The only function that writes a single record: references, derived fields, rules, the statement
 * with its audit row, row scope, rules again. `values` are validated and overlay `before` (or an
 * empty row). Writes nothing when nothing changes.
 */
export const apply = async (
  unit: Unit,
  before: RecordData | null,
  values: Readonly<Record<string, Json>>,
  fresh: string,
  options: ApplyOptions,
): Promise<RecordData> => {
  const { resource, context, tx } = unit
  const base = before ?? emptyRow(unit, fresh)
  const wanted = { ...base, ...values } as RecordData
  const asked = differing(resource, before, wanted)
  if (before && !asked.size && !options.always) return before
  const pointers = options.restoring ? new Set(resource.fields.map((f) => f.name)) : asked
  refuse(
    (
      await checkReferences({ tx, model: unit.parts.model, access: context.access }, resource, [
        { row: wanted, fields: pointers, before: options.restoring ? null : before },
      ])
    )[0]!,
  )
  const row = options.always ? wanted : await derived(unit, options.kind, before, wanted)
  if (!options.always) refuse(checkRow(unit.def, row))
  const changed = differing(resource, before, row)
  if (before && !changed.size && !options.always) return before
  const change: Change = {
    kind: options.kind,
    before,
    after: { ...row, version: base.version + 1 },
    changed,
  }
  requireStepUp(unit, change)
  requireApproval(unit, neededBy(unit, change, options.key, options.input))
  await unit.rules.beforeWrite?.(change, unit.rule)
  const written = await store(unit, change, options)
  await requireWithinRows(unit, written.id, options.key)
  if (options.kind === 'create' || options.kind === 'update') {
    await requireWritable(
      unit,
      written.id,
      options.key,
      [...(before ? asked : differing(resource, base, wanted))].filter(
        (name) => !options.trusted?.has(name),
      ),
    )
  }
  await unit.rules.afterWrite?.({ ...change, after: written }, unit.rule)
  return written
}

const isEmpty = (value: Json | undefined): boolean =>
  value === null || value === undefined || (Array.isArray(value) && !value.length)

/**
 * Requires a recent proof of identity when a `stepUp` field changes. A created or restored record
 * counts by its values.
 */
export const requireStepUp = ({ resource, rule }: Unit, change: Change): void => {
  const { before, after, changed, kind } = change
  if (!after || !resource.stepUp) return
  const defaults = new Map(resource.fields.map((f) => [f.name, f.default ?? null]))
  const touched = resource.stepUp.some((name) =>
    before === null || kind === 'restore'
      ? !isEmpty(after[name]) && !isDeepStrictEqual(after[name], defaults.get(name))
      : changed.has(name),
  )
  if (touched) rule.requireProof()
}

const store = async (unit: Unit, change: Change, options: ApplyOptions): Promise<RecordData> => {
  try {
    const redact = unit.rules.redact?.(change) ?? []
    const rows = await writeChanges(
      unit.tx,
      unit.resource,
      [change],
      [{ ...options.note, redact }],
      unit.context,
    )
    return rows.get(change.after!.id)!
  } catch (error) {
    throw asProblem(unit.resource, error, options.restoring)
  }
}

const requireWithinRows = async (unit: Unit, id: string, key: string): Promise<void> => {
  if ((await stillWithinRows(unit.tx, unit.resource, [id], unit.context.access, key)).has(id)) {
    return
  }
  throw outsideRows(unit)
}

/**
 * Rejects fields that the caller may not write on the resulting row, though they could on another.
 */
const requireWritable = async (
  unit: Unit,
  id: string,
  key: string,
  fields: readonly string[],
): Promise<void> => {
  const { tx, resource, context } = unit
  if (!(await stillWritable(tx, resource, new Map([[id, fields]]), context.access, key))) {
    throw forbidden('You may not write these fields on such a record.')
  }
}

/** The error for a write outside the caller's own rows: on the field that leads to the tenant. */
export const outsideRows = (unit: Unit): Error => {
  const { scope } = unit.resource
  const field =
    typeof scope === 'string'
      ? unit.resource.fields.find((f) => f.name === scope.split('.')[0])
      : undefined
  return field && unit.context.access.actor.tenant !== null
    ? invalid([{ path: field.name, code: 'unknown_reference', message: 'There is no such record' }])
    : forbidden('This would be outside the records you may write.')
}

/** Body fields plus the system's own values. */
export const withSet = (unit: Unit, values: Readonly<Record<string, unknown>>): Values => {
  const own = unit.context.access.actor.kind === 'system' ? (unit.context.set ?? {}) : {}
  return canonicalValues(unit.resource, { ...values, ...own })
}
