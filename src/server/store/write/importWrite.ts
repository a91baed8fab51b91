import { forbidden, Problem, type FieldProblem } from '../../base/problem.ts'
import type { RecordData } from '../types.ts'
import { emptyRow, outsideRows, requireStepUp } from './apply.ts'
import { stillWithinRows, stillWritable } from './find.ts'
import { approvalNeeded, neededBy } from './gate.ts'
import type { RowResults } from './importResults.ts'
import { kindOf, type Candidate, type ImportPlan } from './importCandidate.ts'
import { differing } from './rows.ts'
import type { Change } from './rules.ts'
import { writeChanges } from './statements.ts'
import { transitionRecord } from './transition.ts'
import { unitOf, type Unit } from './unit.ts'

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
    const errors = [{ path: 'state', code: error.code, message: error.said }]
    throw new Problem(error.status, error.code, error.said, { ...error.extra, errors })
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
 * Splits candidates into changes to write and records that only move to another state; the rest is
 * unchanged.
 */
const changesOf = (
  { resource }: Unit,
  candidates: readonly Candidate[],
  results: RowResults,
  plan: ImportPlan,
) => {
  const changes = new Map<Change, Candidate>()
  const moves: Candidate[] = []
  for (const c of candidates) {
    const changed = differing(resource, c.before, c.after)
    if (!c.before || changed.size) {
      const after = { ...c.after, version: (c.before?.version ?? 0) + 1 }
      changes.set({ kind: kindOf(c, plan), before: c.before, after, changed }, c)
    } else if (c.to === undefined) results.unchanged(c)
    else moves.push(c)
  }
  return { changes, moves }
}

/** Removes the changes that a rule rejects or that need an approval; refuses their rows. */
const refuseChanges = async (
  unit: Unit,
  changes: Map<Change, Candidate>,
  results: RowResults,
): Promise<void> => {
  const { resource, rules, rule } = unit
  const problems =
    (await rules.checkMany?.([...changes.keys()], rule)) ??
    new Map<Change, readonly FieldProblem[]>()
  for (const [change, errors] of problems) {
    results.refused(changes.get(change)!.row, errors)
    changes.delete(change)
  }
  for (const change of changes.keys()) requireStepUp(unit, change)
  for (const [change, c] of changes) {
    const held = resource.approvals?.find(neededBy(unit, change, 'update'))
    if (!held) continue
    const { code, message } = approvalNeeded()
    results.refused(c.row, [{ path: held.name, code, message }])
    changes.delete(change)
  }
}

/** Writes valid candidates with their rules and transitions. */
export const writeCandidates = async (
  unit: Unit,
  candidates: readonly Candidate[],
  results: RowResults,
  plan: ImportPlan,
): Promise<void> => {
  const { rules, rule } = unit
  const { changes, moves } = changesOf(unit, candidates, results, plan)
  await refuseChanges(unit, changes, results)
  if (!rules.checkMany) for (const change of changes.keys()) await rules.beforeWrite?.(change, rule)

  const written = await store(unit, [...changes.keys()], plan.history ? 'import.history' : 'import')
  await requireWritable(unit, [...changes.values()], plan)
  for (const [change, c] of changes) {
    await rules.afterWrite?.({ ...change, after: written.get(c.wanted.id)! }, rule)
    results.written(c)
  }
  for (const c of [...changes.values(), ...moves]) {
    if (c.to === undefined) continue
    await move(unit, c.wanted.id, c.to, c.reason)
    results.written(c)
  }
}
