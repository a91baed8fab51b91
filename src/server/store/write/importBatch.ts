import { own } from '#schemas/define/own.ts'
import { checkRow } from '#model/validation.ts'
import type { ResourceModel } from '#model/types.ts'
import { forbidden, Problem, type FieldProblem } from '../../base/problem.ts'
import { fieldsOn, fieldsOnSome } from '../../permissions/fieldsOn.ts'
import type { RecordData } from '../types.ts'
import { derived, emptyRow, outsideRows, requireStepUp } from './apply.ts'
import { asProblem } from './failures.ts'
import { approvalNeeded, neededBy } from './gate.ts'
import { stillWithinRows, stillWritable } from './find.ts'
import { sqlValues } from '../../permissions/rowRules.ts'
import {
  candidate,
  contradicted,
  hasState,
  keyOf,
  refusedMove,
  withoutId,
  type Candidate,
  type ImportPlan,
} from './importCandidate.ts'
import type { ImportAnswer, ImportRow } from './importTypes.ts'
import { checkReferences } from './references.ts'
import { differing, fromRow, selected, type StoredRow } from './rows.ts'
import type { Change, ChangeKind } from './rules.ts'
import { quotedColumn, writeChanges } from './statements.ts'
import { transitionRecord } from './transition.ts'
import { unitOf, type Unit } from './unit.ts'

/**
 * The records that rows match by `upsertBy`, among those the caller can import and change; locked
 * until the transaction ends.
 */
const existing = async (
  unit: Unit,
  rows: readonly ImportRow[],
  { upsertBy, history }: ImportPlan,
): Promise<Map<string | number, RecordData>> => {
  const { resource, context, tx, rules, rule } = unit
  const keys = rows.map((row) => keyOf(resource, row, upsertBy)).filter((k) => k !== undefined)
  if (!upsertBy || !keys.length) return new Map()
  const sql = sqlValues(keys)
  const { access } = context
  const update = `${resource.entity}.update`
  const within = [
    access.rows(resource, 't', sql, 'write', `${resource.entity}.import`),
    // Callers who can change no record are rejected later, row by row.
    ...(!history && access.can(update) ? [access.rows(resource, 't', sql, 'write', update)] : []),
  ]
  const isEmail = resource.fields.find((f) => f.name === upsertBy)?.kind === 'email'
  const column = isEmail ? `lower(t.${quotedColumn(upsertBy)})` : `t.${quotedColumn(upsertBy)}`
  const from = `FROM "${resource.table}" t WHERE ${column} = ANY($1) AND t.deleted_at IS NULL AND ${within.map((rows) => `(${rows})`).join(' AND ')} ORDER BY t.id`
  if (rules.holdFirst && !history && rows.some(hasState)) {
    const ids = await tx.query<{ id: string }>(`SELECT t.id ${from}`, sql.values)
    for (const { id } of ids.rows) await rules.holdFirst(id, rule)
  }
  const found = await tx.query<StoredRow>(
    `SELECT ${selected(resource, 't')} ${from} FOR NO KEY UPDATE OF t`,
    sql.values,
  )
  return new Map(
    found.rows.map((r) => {
      const record = fromRow(r)
      const key = record[upsertBy] as string | number
      return [isEmail ? String(key).toLowerCase() : key, record]
    }),
  )
}

const preload = async (unit: Unit, candidates: readonly Candidate[]): Promise<void> => {
  if (!unit.rules.derive && !unit.rules.checkMany) return
  for (const field of unit.resource.fields.filter((f) => f.kind === 'ref' && f.ref)) {
    await unit.loader.preload(
      field.ref!,
      candidates.map((c) => c.wanted[field.name]).filter((id) => typeof id === 'string'),
    )
  }
}

/** The change kind of a row: outside a history import, the same as in any other channel. */
const kindOf = ({ before }: Candidate, { history }: ImportPlan): ChangeKind => {
  if (history) return 'import'
  return before ? 'update' : 'create'
}

/** The permission to write fields of new or existing records. */
const rightOf = (
  resource: ResourceModel,
  of: 'create' | 'update',
  { history }: ImportPlan,
): string => `${resource.entity}.${history ? 'import' : of}`

/** The broken invariant of the state that a new record of another system has. */
const broken = async (
  { rules, rule }: Unit,
  { before, after }: Candidate,
): Promise<readonly FieldProblem[]> => {
  if (before || typeof after.state !== 'string') return []
  try {
    await own(rules.invariants, after.state)?.(after, rule)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.extra.errors ?? [{ path: 'state', code: error.code, message: error.message }]
  }
}

/** 403 if the caller may not write these fields on a record as just written. */
const requireWritable = async (
  unit: Unit,
  written: readonly Candidate[],
  plan: ImportPlan,
): Promise<void> => {
  const { resource, tx, context } = unit
  for (const of of ['create', 'update'] as const) {
    const names = new Map(
      written
        .filter((c) => (of === 'create') === (c.before === null))
        .map((c) => {
          const given = [...differing(resource, c.before ?? emptyRow(unit, c.wanted.id), c.wanted)]
          return [c.wanted.id, given.filter((n) => n !== 'state' && !c.facts.includes(n))]
        }),
    )
    const right = plan.history ? 'import' : of
    if (!(await stillWritable(tx, resource, names, context.access, right))) {
      throw forbidden('You may not write these fields on such a record.')
    }
  }
}

const derive = async (
  unit: Unit,
  c: Candidate,
  plan: ImportPlan,
): Promise<readonly FieldProblem[]> => {
  c.after = await derived(unit, kindOf(c, plan), c.before, c.wanted)
  return [...checkRow(unit.def, c.after), ...contradicted(c)]
}

/**
 * Runs a batch and returns each row's result. Throws errors that only the database or a rule
 * detects; the caller then finds the faulty row.
 */
const attempt = async (
  unit: Unit,
  rows: readonly ImportRow[],
  plan: ImportPlan,
): Promise<ImportAnswer[]> => {
  const { resource, rules, rule, tx } = unit
  const answers = new Map<number, ImportAnswer>()
  const refused = (row: number, errors: readonly FieldProblem[]): void =>
    void answers.set(row, { row, outcome: 'refused', errors })
  const unchanged = (c: Candidate): void =>
    void answers.set(c.row, { row: c.row, outcome: 'unchanged', id: c.wanted.id })
  const found = await existing(unit, rows, plan)

  const { access } = unit.context
  const key = (of: 'create' | 'update'): string => rightOf(resource, of, plan)
  const onNew = fieldsOnSome(access, resource, 'write', key('create'))
  const ids = [...found.values()].map((r) => r.id)
  const onExisting = await fieldsOn(tx.query, access, resource, ids, 'write', key('update'))
  let candidates: Candidate[] = []
  for (const row of rows) {
    const value = keyOf(resource, row, plan.upsertBy)
    if (plan.upsertBy !== undefined && row.faults?.some(({ path }) => path === plan.upsertBy)) {
      // It is not known which record is meant.
      refused(row.row, row.faults)
      continue
    }
    const before = (value !== undefined && found.get(value)) || null
    const open = before ? onExisting(before.id) : onNew
    const made = candidate(unit, withoutId(row, before, plan), before, { ...plan, open })
    if (!('wanted' in made)) refused(row.row, made)
    else if (before && made.to === undefined && !differing(resource, before, made.wanted).size) {
      unchanged(made)
    } else candidates.push(made)
  }
  const keep = async (
    problems: (
      c: Candidate,
      i: number,
    ) => readonly FieldProblem[] | Promise<readonly FieldProblem[]>,
  ): Promise<void> => {
    const kept: Candidate[] = []
    for (const [i, c] of candidates.entries()) {
      const wrong = await problems(c, i)
      if (wrong.length) refused(c.row, wrong)
      else kept.push(c)
    }
    candidates = kept
  }
  const dangling = await checkReferences(
    tx,
    unit.parts.model,
    resource,
    candidates.map((c) => ({
      row: c.wanted,
      fields: differing(resource, c.before, c.wanted),
      before: c.before,
    })),
    unit.context.access,
  )
  await keep((_, i) => dangling[i]!)
  await preload(unit, candidates)
  await keep((c) => derive(unit, c, plan))
  await keep((c) => refusedMove(unit, c))
  if (plan.history) await keep((c) => broken(unit, c))

  const changes = new Map<Change, Candidate>()
  const moves: Candidate[] = []
  for (const c of candidates) {
    const changed = differing(resource, c.before, c.after)
    if (c.before && !changed.size) {
      if (c.to === undefined) unchanged(c)
      else moves.push(c)
    } else {
      changes.set(
        {
          kind: kindOf(c, plan),
          before: c.before,
          after: { ...c.after, version: (c.before?.version ?? 0) + 1 },
          changed,
        },
        c,
      )
    }
  }
  const problems =
    (await rules.checkMany?.([...changes.keys()], rule)) ??
    new Map<Change, readonly FieldProblem[]>()
  for (const [change, errors] of problems) {
    refused(changes.get(change)!.row, errors)
    changes.delete(change)
  }
  for (const change of changes.keys()) requireStepUp(unit, change)
  for (const [change, c] of changes) {
    const held = resource.approvals?.find(neededBy(unit, change, 'update'))
    if (!held) continue
    const { code, message } = approvalNeeded()
    refused(c.row, [{ path: held.name, code, message }])
    changes.delete(change)
  }
  if (!rules.checkMany) for (const change of changes.keys()) await rules.beforeWrite?.(change, rule)

  const written = await store(unit, [...changes.keys()], plan.history ? 'import.history' : 'import')
  await requireWritable(unit, [...changes.values()], plan)
  for (const [change, c] of changes) {
    await rules.afterWrite?.({ ...change, after: written.get(c.wanted.id)! }, rule)
    answers.set(c.row, { row: c.row, outcome: c.before ? 'updated' : 'created', id: c.wanted.id })
  }
  for (const c of [...changes.values(), ...moves]) {
    if (c.to === undefined) continue
    await move(unit, c.wanted.id, c.to, c.reason)
    answers.set(c.row, { row: c.row, outcome: c.before ? 'updated' : 'created', id: c.wanted.id })
  }
  return rows.map((row) => answers.get(row.row)!)
}

/**
 * Performs the transition a row requests, unless a rule already has; a rejection is reported on the
 * state.
 */
const move = async (
  { parts, resource, context, tx }: Unit,
  id: string,
  to: string,
  reason: string | undefined,
): Promise<void> => {
  const unit = unitOf(parts, resource, context, tx)
  const row = await unit.rule.lock(resource.collection, id)
  if (!row || row.state === to) return
  try {
    await transitionRecord(unit, id, row.version, to, reason === undefined ? undefined : { reason })
  } catch (error) {
    if (!(error instanceof Problem) || error.extra.errors) throw error
    const errors = [{ path: 'state', code: error.code, message: error.message }]
    throw new Problem(error.status, error.code, error.message, { ...error.extra, errors })
  }
}

/** Writes changes with their audit rows; returns the records as stored, by id. */
const store = async (
  unit: Unit,
  changes: readonly Change[],
  action: string,
): Promise<ReadonlyMap<string, RecordData>> => {
  const { resource, context, tx, rules } = unit
  const written = new Map<string, RecordData>()
  for (const [key, part] of [
    ['create', changes.filter((c) => !c.before)],
    ['update', changes.filter((c) => c.before)],
  ] as const) {
    if (!part.length) continue
    const rows = await writeChanges(
      tx,
      resource,
      part,
      part.map((c) => ({ action, redact: rules.redact?.(c) ?? [] })),
      context,
    )
    for (const [id, row] of rows) written.set(id, row)
    const ids = part.map((c) => c.after!.id)
    for (const asked of ['import', key]) {
      if ((await stillWithinRows(tx, resource, ids, context.access, asked)).size < ids.length) {
        throw outsideRows(unit)
      }
    }
  }
  return written
}

/**
 * Writes a batch in a savepoint. If the database or a rule rejects it as a whole, retries its
 * halves, so that only the faulty rows are rejected.
 */
export const importBatch = async (
  unit: Unit,
  rows: readonly ImportRow[],
  plan: ImportPlan,
): Promise<ImportAnswer[]> => {
  await unit.tx.query('SAVEPOINT batch')
  try {
    const answers = await attempt(unit, rows, plan)
    await unit.tx.query('RELEASE SAVEPOINT batch')
    return answers
  } catch (error) {
    const problem = asProblem(unit.resource, error)
    if (!(problem instanceof Problem)) throw problem
    await unit.tx.query('ROLLBACK TO SAVEPOINT batch; RELEASE SAVEPOINT batch')
    const [only] = rows
    if (rows.length === 1) {
      return [
        {
          row: only!.row,
          outcome: 'refused',
          errors: problem.extra.errors ?? [
            { path: '', code: problem.code, message: problem.message },
          ],
        },
      ]
    }
    const half = Math.ceil(rows.length / 2)
    return [
      ...(await importBatch(unit, rows.slice(0, half), plan)),
      ...(await importBatch(unit, rows.slice(half), plan)),
    ]
  }
}
