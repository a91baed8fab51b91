import { Problem } from '../../base/problem.ts'
import { fieldsWritableOn, fieldsOnSome } from '../../permissions/fieldsOn.ts'
import { asProblem } from './failures.ts'
import { collectResults, type RowResults } from './importResults.ts'
import { candidate, keyOf, withoutId, type Candidate, type ImportPlan } from './importCandidate.ts'
import { validCandidates } from './importChecks.ts'
import { existing } from './importMatch.ts'
import type { RowResult, ImportRow } from './importTypes.ts'
import { writeCandidates } from './importWrite.ts'
import { differing } from './rows.ts'
import type { Unit } from './unit.ts'

/**
 * The records that the rows describe, if their values can be read; refuses the other rows and skips
 * those that change nothing.
 */
const candidatesOf = async (
  unit: Unit,
  rows: readonly ImportRow[],
  results: RowResults,
  plan: ImportPlan,
): Promise<readonly Candidate[]> => {
  const { resource, tx, context } = unit
  const { access } = context
  const found = await existing(unit, rows, plan)
  /** The permission to write fields of new or existing records. */
  const key = (of: 'create' | 'update') => `${resource.entity}.${plan.history ? 'import' : of}`
  const onNew = fieldsOnSome(access, resource, 'write', key('create'))
  const ids = [...found.values()].map((r) => r.id)
  const onExisting = await fieldsWritableOn(tx.query, access, resource, ids, key('update'))
  const candidates: Candidate[] = []
  for (const row of rows) {
    const value = keyOf(resource, row, plan.upsertBy)
    if (plan.upsertBy !== undefined && row.faults?.some(({ path }) => path === plan.upsertBy)) {
      // It is not known which record is meant.
      results.refused(row.row, row.faults)
      continue
    }
    const before = (value !== undefined && found.get(value)) || null
    const open = before ? onExisting(before.id) : onNew
    const made = candidate(unit, withoutId(row, before, plan), before, { ...plan, open })
    if (!('wanted' in made)) results.refused(row.row, made)
    else if (before && made.to === undefined && !differing(resource, before, made.wanted).size) {
      results.unchanged(made)
    } else candidates.push(made)
  }
  return candidates
}

/**
 * Runs a batch and returns each row's result. Throws errors that only the database or a rule
 * detects; the caller then finds the faulty row.
 */
const attempt = async (
  unit: Unit,
  rows: readonly ImportRow[],
  plan: ImportPlan,
): Promise<RowResult[]> => {
  const results = collectResults()
  const candidates = await candidatesOf(unit, rows, results, plan)
  const valid = await validCandidates(unit, candidates, results, plan)
  await writeCandidates(unit, valid, results, plan)
  return results.of(rows)
}

/**
 * Writes a batch in a savepoint. If the database or a rule rejects it as a whole, retries its
 * halves, so that only the faulty rows are rejected.
 */
export const importBatch = async (
  unit: Unit,
  rows: readonly ImportRow[],
  plan: ImportPlan,
): Promise<RowResult[]> => {
  await unit.tx.query('SAVEPOINT batch')
  try {
    const results = await attempt(unit, rows, plan)
    await unit.tx.query('RELEASE SAVEPOINT batch')
    return results
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
          errors: problem.extra.errors ?? [{ path: '', code: problem.code, message: problem.said }],
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
