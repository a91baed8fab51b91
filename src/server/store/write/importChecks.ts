import { own } from '#schemas/define/own.ts'
import { checkRow } from '#model/validation.ts'
import { Problem, type FieldProblem } from '../../base/problem.ts'
import { derived } from './apply.ts'
import {
  contradicted,
  kindOf,
  refusedMove,
  type Candidate,
  type ImportPlan,
} from './importCandidate.ts'
import type { RowResults } from './importResults.ts'
import { checkReferences } from './references.ts'
import { differing } from './rows.ts'
import type { Unit } from './unit.ts'

const preload = async (unit: Unit, candidates: readonly Candidate[]): Promise<void> => {
  if (!unit.rules.derive && !unit.rules.checkMany) return
  for (const field of unit.resource.fields.filter((f) => f.kind === 'ref' && f.ref)) {
    await unit.loader.preload(
      field.ref!,
      candidates.map((c) => c.wanted[field.name]).filter((id) => typeof id === 'string'),
    )
  }
}

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
    return error.extra.errors ?? [{ path: 'state', code: error.code, message: error.said }]
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

/** Returns the candidates without problems; the others are refused. */
const accepted = async (
  candidates: readonly Candidate[],
  results: RowResults,
  problems: (c: Candidate, i: number) => readonly FieldProblem[] | Promise<readonly FieldProblem[]>,
): Promise<Candidate[]> => {
  const kept: Candidate[] = []
  for (const [i, c] of candidates.entries()) {
    const wrong = await problems(c, i)
    if (wrong.length) results.refused(c.row, wrong)
    else kept.push(c)
  }
  return kept
}

/**
 * Derives the candidates' values and returns those whose references, values and transitions are
 * valid; refuses the others.
 */
export const validCandidates = async (
  unit: Unit,
  candidates: readonly Candidate[],
  results: RowResults,
  plan: ImportPlan,
): Promise<readonly Candidate[]> => {
  const { resource, tx, parts, context } = unit
  const dangling = await checkReferences(
    { tx, model: parts.model, access: context.access },
    resource,
    candidates.map((c) => ({
      row: c.wanted,
      fields: differing(resource, c.before, c.wanted),
      before: c.before,
    })),
  )
  let kept = await accepted(candidates, results, (_, i) => dangling[i]!)
  await preload(unit, kept)
  kept = await accepted(kept, results, (c) => derive(unit, c, plan))
  kept = await accepted(kept, results, (c) => refusedMove(unit, c))
  return plan.history ? accepted(kept, results, (c) => broken(unit, c)) : kept
}
