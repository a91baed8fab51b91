import { english } from '#model/message.ts'
import { setImmediate as giveWay } from 'node:timers/promises'
import type { Tx } from '../database/pool.ts'
import { Problem } from '../base/problem.ts'
import type { Json, Model } from '#model/types.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import type { Access } from '../permissions/types.ts'
import type { Together } from '../store/write/together.ts'
import { CHUNK, type Counts, type PlannedRow, type TriedRow } from './types.ts'

/** How an operation is applied to rows. */
export interface RowStep {
  /** Applies it to one row; returns true when that changed something. */
  readonly one: (tx: Tx, row: PlannedRow) => Promise<boolean>
  /**
   * Applies it to several rows at once; returns by id those that are done. The others are applied
   * one by one. Throws a `Problem`, to be rolled back, if it finds out too late that one is refused.
   */
  readonly many?: (tx: Tx, rows: readonly PlannedRow[]) => Promise<Together>
}

export const noCounts = (): Counts => ({ done: 0, unchanged: 0, refused: 0, changed: 0, gone: 0 })

/** Adds the outcomes of further rows to the counts. */
export const counted = (before: Counts, rows: readonly Pick<TriedRow, 'outcome'>[]): Counts => {
  const of = (outcome: keyof Counts): number => rows.filter((r) => r.outcome === outcome).length
  return {
    done: before.done + of('done'),
    unchanged: before.unchanged + of('unchanged'),
    refused: before.refused + of('refused'),
    changed: before.changed + of('changed'),
    gone: before.gone + of('gone'),
  }
}

/** Returns the next rows of an operation after the `from`th, without those refused when reviewed. */
export const nextRows = async (
  tx: Pick<Tx, 'query'>,
  operationId: string,
  from: number,
  limit = CHUNK,
): Promise<PlannedRow[]> =>
  (
    await tx.query<PlannedRow>(
      'SELECT n, entity, record_id AS id, version FROM operation_rows WHERE operation_id = $1 AND n > $2 AND outcome IS NULL ORDER BY n LIMIT $3',
      [operationId, from, limit],
    )
  ).rows

/** True when the caller sees the row of an operation, in the trash or not. */
export type SeesRow = (tx: Tx, row: PlannedRow) => Promise<boolean>

/** Returns a predicate for rows of the model that the caller can list or read. */
export const seenBy =
  (model: Model, access: Access): SeesRow =>
  async (tx, { entity, id }) => {
    const resource = model.resources.find((r) => r.entity === entity)
    if (!resource) return false
    const sql = sqlValues()
    const at = sql.add(id)
    const rows = access.rows(resource, 't', sql, 'read')
    const found = await tx.query(
      `SELECT 1 FROM "${resource.table}" t WHERE t.id = ${at}::uuid AND (${rows})`,
      sql.values,
    )
    return found.rowCount > 0
  }

const FINE = { code: null, path: null, message: null, said: null } as const

const fine = (row: PlannedRow, changed: boolean): TriedRow => ({
  ...row,
  outcome: changed ? 'done' : 'unchanged',
  ...FINE,
})

/** Processes one row in a savepoint: a refused row leaves nothing behind. */
const tryRow = async (tx: Tx, row: PlannedRow, step: RowStep, sees: SeesRow): Promise<TriedRow> => {
  await tx.query('SAVEPOINT row')
  try {
    const changed = await step.one(tx, row)
    await tx.query('RELEASE SAVEPOINT row')
    return fine(row, changed)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await tx.query('ROLLBACK TO SAVEPOINT row; RELEASE SAVEPOINT row')
    // A row the caller does not see is gone for them: nothing tells whether it still exists.
    const gone = error.status === 404 && !(await sees(tx, row))
    const refused = gone ? 'gone' : 'refused'
    const [first] = error.extra.errors ?? []
    const why = first?.message ?? error.said
    return {
      ...row,
      outcome: error.status === 412 ? 'changed' : refused,
      code: first?.code ?? error.code,
      path: first?.path ?? null,
      message: english(why),
      said: typeof why === 'string' ? null : why,
      ...(error.extra.members?.later ? { later: error.extra.members.later as Json } : {}),
    }
  }
}

/** Runs `work` in a savepoint; undefined, with nothing changed, if it is refused. */
const unlessRefused = async <T>(tx: Tx, work: () => Promise<T>): Promise<T | undefined> => {
  await tx.query('SAVEPOINT rows')
  try {
    const result = await work()
    await tx.query('RELEASE SAVEPOINT rows')
    return result
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await tx.query('ROLLBACK TO SAVEPOINT rows; RELEASE SAVEPOINT rows')
    return undefined
  }
}

/** Rows of one statement, and rows that share a savepoint as long as none of them is refused. */
const AT_A_TIME = 100
const TOGETHER = 25

/** Processes rows one after the other, in one savepoint if none is refused: half the statements. */
const tryInTurn = async (
  tx: Tx,
  rows: readonly PlannedRow[],
  step: RowStep,
  sees: SeesRow,
): Promise<TriedRow[]> => {
  const tried: TriedRow[] = []
  for (let at = 0; at < rows.length; at += TOGETHER) {
    const some = rows.slice(at, at + TOGETHER)
    const all =
      some.length > 1 &&
      (await unlessRefused(tx, async () => {
        const done: TriedRow[] = []
        for (const row of some) done.push(fine(row, await step.one(tx, row)))
        return done
      }))
    if (all) tried.push(...all)
    else for (const row of some) tried.push(await tryRow(tx, row, step, sees))
  }
  return tried
}

/** Processes rows with one statement for many; halves them when one of them is refused. */
const tryTogether = async (
  tx: Tx,
  rows: readonly PlannedRow[],
  step: RowStep,
  sees: SeesRow,
): Promise<TriedRow[]> => {
  const { many } = step
  if (!many || rows.length < 2) return tryInTurn(tx, rows, step, sees)
  const together = await unlessRefused(tx, () => many(tx, rows))
  if (!together) {
    const half = Math.ceil(rows.length / 2)
    const first = await tryTogether(tx, rows.slice(0, half), step, sees)
    return [...first, ...(await tryTogether(tx, rows.slice(half), step, sees))]
  }
  const done = rows.flatMap((row) => {
    const changed = together.get(row.id)
    return changed === undefined ? [] : [fine(row, changed)]
  })
  const left = rows.filter((row) => !together.has(row.id))
  return [...done, ...(await tryInTurn(tx, left, step, sees))].sort((a, b) => a.n - b.n)
}

/** Tries the refused rows once more. */
const tryAgain = async (
  tx: Tx,
  tried: readonly TriedRow[],
  step: RowStep,
  sees: SeesRow,
): Promise<TriedRow[]> => {
  const rows: TriedRow[] = []
  for (const row of tried) {
    rows.push(row.outcome === 'refused' ? await tryRow(tx, row, step, sees) : row)
  }
  return rows
}

/**
 * Processes rows in order: a refused one leaves nothing behind, and does not affect the others. In
 * an undo it is tried again after them, since it may need what its cause was before. Leaves out the
 * rest once `isLate`.
 */
export const tryRows = async (
  tx: Tx,
  rows: readonly PlannedRow[],
  step: RowStep,
  sees: SeesRow,
  isLate: () => boolean = () => false,
): Promise<TriedRow[]> => {
  const tried: TriedRow[] = []
  for (let at = 0; at < rows.length && !(at && isLate()); at += AT_A_TIME) {
    tried.push(...(await tryTogether(tx, rows.slice(at, at + AT_A_TIME), step, sees)))
    // Validating many rows takes milliseconds of the process: requests get their turn in between.
    await giveWay()
  }
  const isMixed = rows.some(({ entity }) => entity !== rows[0]!.entity)
  return isMixed ? tryAgain(tx, tried, step, sees) : tried
}

/** Stores the outcomes of rows. */
export const keepRows = async (
  tx: Pick<Tx, 'query'>,
  operationId: string,
  rows: readonly TriedRow[],
): Promise<void> => {
  await tx.query(
    `UPDATE operation_rows r SET outcome = o.outcome, code = o.code, path = o.path, message = o.message, said = o.said
FROM json_to_recordset($2::json) AS o(n int, outcome text, code text, path text, message text, said jsonb) WHERE r.operation_id = $1 AND r.n = o.n`,
    [operationId, JSON.stringify(rows)],
  )
}

/** Stores the outcomes of rows, and the counts of their operation. */
export const keepOutcomes = async (
  tx: Tx,
  operationId: string,
  rows: readonly TriedRow[],
  counts: Counts,
): Promise<void> => {
  await keepRows(tx, operationId, rows)
  await tx.query('UPDATE operations SET counts = $2 WHERE id = $1', [
    operationId,
    JSON.stringify(counts),
  ])
}
