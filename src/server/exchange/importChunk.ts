import type { AnyResource } from '#schemas/define/resource.ts'
import { importField, isFact } from '#model/importFields.ts'
import { validate } from '#model/validation.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Database, Tx } from '../database/pool.ts'
import type { FieldProblem } from '../base/problem.ts'
import { withParts } from '../store/write/withParts.ts'
import type { TxWriteContext } from '../store/write/unit.ts'
import type { MappedRow } from './mappedRow.ts'
import { filled, pendingIn } from './pending.ts'
import { Resolver, type ImportRows } from './resolve.ts'

export type Outcome = 'created' | 'updated' | 'unchanged' | 'refused'
/** Result of a row; errors include the columns they come from, if known. */
export interface RowOutcome {
  readonly row: number
  readonly outcome: Outcome
  readonly errors: readonly (FieldProblem & { columns?: readonly string[] })[]
}

export interface ChunkParts {
  readonly db: Database
  readonly model: Model
  readonly resource: ResourceModel
  readonly def: AnyResource
  readonly importRows: ImportRows
  readonly upsertBy: string | undefined
  /** See `ImportOptions`. */
  readonly history: boolean
  /** See `ImportOptions`. */
  readonly parts: ReadonlySet<string>
  readonly context: TxWriteContext
  /** Ids of committed references; grows as chunks commit. */
  readonly known: Map<string, string>
}

const refused = (row: number, errors: RowOutcome['errors']): RowOutcome => ({
  row,
  outcome: 'refused',
  errors,
})

/** Thrown to roll back a transaction whose outcomes still count. */
class Undo extends Error {
  readonly outcomes: readonly RowOutcome[]
  constructor(outcomes: readonly RowOutcome[]) {
    super('undone')
    this.outcomes = outcomes
  }
}

const ANY_ID = '00000000-0000-7000-8000-000000000000'

/**
 * True for a row that validation alone would probably refuse: written in a separate transaction, so
 * that records created for it are rolled back cheaply.
 */
const isSuspect = (
  { resource, def, history, parts }: ChunkParts,
  { draft, errors }: MappedRow,
): boolean => {
  if (errors.length > 0) return true
  const given = Object.fromEntries(
    Object.entries(draft)
      .filter(([name]) => {
        const field = importField(resource, name)
        return name !== 'state' && !(history && field && isFact(field))
      })
      .map(([name, value]) => [name, filled(value, name, () => ANY_ID)]),
  )
  const body = withParts(given, null, parts)
  const isComplete = resource.fields.every((f) => !f.required || body[f.name] !== undefined)
  return !validate(def, body, { mode: isComplete ? 'create' : 'patch' }).ok
}

interface Attempt {
  readonly outcomes: RowOutcome[]
  readonly made: ReadonlyMap<string, string>
  /** True when a record was created only for rows that were all refused. */
  readonly orphans: boolean
}

/** Writes rows inside a transaction. */
const attempt = async (parts: ChunkParts, rows: readonly MappedRow[], tx: Tx): Promise<Attempt> => {
  const { model, resource, importRows, upsertBy, history, context, known } = parts
  const resolver = new Resolver({ model, importRows, known, history }, tx, context)
  await resolver.resolve(rows.flatMap(({ draft }) => pendingIn(draft)))
  const outcomes = new Map<number, RowOutcome>()
  const ready = rows.map(({ row, draft, reason, errors }) => {
    const { data, errors: unresolved } = resolver.fill(draft)
    return { row, data, reason, faults: [...errors, ...unresolved] }
  })
  const options = {
    mode: 'partial' as const,
    history,
    parts: parts.parts,
    ...(upsertBy === undefined ? {} : { upsertBy }),
  }
  if (ready.length > 0) {
    for (const { row, outcome, errors = [] } of (
      await importRows(resource, ready, options, { ...context, tx })
    ).rows) {
      outcomes.set(row, { row, outcome, errors })
    }
  }
  const used = new Set(
    rows
      .filter(({ row }) => outcomes.get(row)?.outcome !== 'refused')
      .flatMap(({ draft }) => pendingIn(draft).map((p) => p.key)),
  )
  const asked = new Set(rows.flatMap(({ draft }) => pendingIn(draft).map((p) => p.key)))
  return {
    outcomes: rows.map(({ row }) => outcomes.get(row)!),
    made: resolver.made,
    orphans: [...resolver.made.keys()].some((key) => asked.has(key) && !used.has(key)),
  }
}

/**
 * Writes one group of rows in its own transaction. Refused rows are not retried and leave nothing
 * behind.
 */
const writeGroup = async (
  parts: ChunkParts,
  rows: readonly MappedRow[],
  dryRun: boolean,
  afterWrite: (tx: Tx, outcomes: readonly RowOutcome[]) => Promise<void>,
): Promise<RowOutcome[]> => {
  const given: RowOutcome[] = []
  let open = rows
  while (open.length > 0) {
    try {
      const done = await parts.db.transaction(async (tx) => {
        const result = await attempt(parts, open, tx)
        if (dryRun || result.orphans) throw new Undo(result.outcomes)
        await afterWrite(tx, [...given, ...result.outcomes])
        return result
      })
      for (const [key, id] of done.made) parts.known.set(key, id)
      return [...given, ...done.outcomes]
    } catch (error) {
      if (!(error instanceof Undo)) throw error
      if (dryRun) return [...given, ...error.outcomes]
      const out = error.outcomes.filter((o) => o.outcome === 'refused')
      given.push(...out)
      const gone = new Set(out.map((o) => o.row))
      open = open.filter(({ row }) => !gone.has(row))
    }
  }
  await parts.db.transaction((tx) => afterWrite(tx, given))
  return given
}

interface ChunkOptions {
  readonly dryRun: boolean
  /** Joins this transaction instead of opening one: the whole import is rolled back together. */
  readonly tx?: Tx
  /**
   * Runs in the writing transaction with the outcomes of the rows so far: stores where to resume.
   */
  readonly afterWrite?: (tx: Tx, outcomes: readonly RowOutcome[]) => Promise<void>
}

/**
 * Writes (or tries) a few hundred rows. Suspect rows come first, in their own transaction. A
 * refused row leaves neither itself nor records created for it. Outcomes are in the order of the
 * rows.
 */
export const writeChunk = async (
  parts: ChunkParts,
  rows: readonly MappedRow[],
  { dryRun, tx, afterWrite = async () => {} }: ChunkOptions,
): Promise<RowOutcome[]> => {
  // Of a line whose cells belong to no column, nothing more can be said.
  const wrong = rows.filter((r) => r.isBroken).map((r) => refused(r.row, r.errors))
  const good = rows.filter((r) => !r.isBroken)
  const outcomes = new Map<number, RowOutcome>(wrong.map((o) => [o.row, o]))
  const keep = (more: readonly RowOutcome[]) => {
    for (const o of more) outcomes.set(o.row, o)
  }
  if (tx) {
    const result = await attempt(parts, good, tx)
    for (const [key, id] of result.made) parts.known.set(key, id)
    keep(result.outcomes)
  } else {
    const suspects = new Set(good.filter((r) => isSuspect(parts, r)))
    const groups = [[...suspects], good.filter((r) => !suspects.has(r))]
    for (const [i, group] of groups.entries()) {
      const isLast = i === groups.length - 1
      if (group.length === 0 && !isLast) continue
      keep(
        await writeGroup(parts, group, dryRun, async (t, done) => {
          if (isLast) await afterWrite(t, [...outcomes.values(), ...done])
        }),
      )
    }
  }
  return rows.map(({ row }) => outcomes.get(row)!)
}
