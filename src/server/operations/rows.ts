import type { Tx } from '../database/pool.ts'
import { Problem } from '../problem.ts'
import type { Json, Model } from '#model/types.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import type { Access } from '../permissions/types.ts'
import { CHUNK, type Counts, type PlannedRow, type TriedRow } from './types.ts'

/** Applies the operation to one row; returns true when that changed something. */
export type RowStep = (tx: Tx, row: PlannedRow) => Promise<boolean>

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

/** Returns the next rows of an operation after the `from`th. */
export const nextRows = async (
  tx: Pick<Tx, 'query'>,
  operationId: string,
  from: number,
  limit = CHUNK,
): Promise<PlannedRow[]> =>
  (
    await tx.query<PlannedRow>(
      'SELECT n, entity, record_id AS id, version FROM operation_rows WHERE operation_id = $1 AND n > $2 ORDER BY n LIMIT $3',
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

const FINE = { code: null, path: null, message: null } as const

/** Processes one row in a savepoint: a refused row leaves nothing behind. */
const tryRow = async (tx: Tx, row: PlannedRow, step: RowStep, sees: SeesRow): Promise<TriedRow> => {
  await tx.query('SAVEPOINT row')
  try {
    const changed = await step(tx, row)
    await tx.query('RELEASE SAVEPOINT row')
    return {
      ...row,
      outcome: changed ? 'done' : 'unchanged',
      ...FINE,
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await tx.query('ROLLBACK TO SAVEPOINT row; RELEASE SAVEPOINT row')
    // A row the caller does not see is gone for them: nothing tells whether it still exists.
    const gone = error.status === 404 && !(await sees(tx, row))
    const refused = gone ? 'gone' : 'refused'
    const [first] = error.extra.errors ?? []
    return {
      ...row,
      outcome: error.status === 412 ? 'changed' : refused,
      code: first?.code ?? error.code,
      path: first?.path ?? null,
      message: first?.message ?? error.message,
      ...(error.extra.members?.later ? { later: error.extra.members.later as Json } : {}),
    }
  }
}

/** Rows that share a savepoint as long as none of them is refused. */
const TOGETHER = 25

/**
 * Processes rows in one savepoint, which takes half the statements; undefined, with nothing
 * changed, if one of them is refused.
 */
const tryTogether = async (
  tx: Tx,
  rows: readonly PlannedRow[],
  step: RowStep,
): Promise<TriedRow[] | undefined> => {
  await tx.query('SAVEPOINT rows')
  try {
    const tried: TriedRow[] = []
    for (const row of rows) {
      const changed = await step(tx, row)
      tried.push({ ...row, outcome: changed ? 'done' : 'unchanged', ...FINE })
    }
    await tx.query('RELEASE SAVEPOINT rows')
    return tried
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await tx.query('ROLLBACK TO SAVEPOINT rows; RELEASE SAVEPOINT rows')
    return undefined
  }
}

/** Processes rows in order: a refused one leaves nothing behind, and does not affect the others. */
export const tryRows = async (
  tx: Tx,
  rows: readonly PlannedRow[],
  step: RowStep,
  sees: SeesRow,
): Promise<TriedRow[]> => {
  const tried: TriedRow[] = []
  for (let at = 0; at < rows.length; at += TOGETHER) {
    const some = rows.slice(at, at + TOGETHER)
    const together = some.length > 1 ? await tryTogether(tx, some, step) : undefined
    if (together) tried.push(...together)
    else for (const row of some) tried.push(await tryRow(tx, row, step, sees))
  }
  return tried
}

/** Stores the outcomes of rows, and the counts of their operation. */
export const keepOutcomes = async (
  tx: Tx,
  operationId: string,
  rows: readonly TriedRow[],
  counts: Counts,
): Promise<void> => {
  await tx.query(
    `UPDATE operation_rows r SET outcome = o.outcome, code = o.code, path = o.path, message = o.message
FROM json_to_recordset($2::json) AS o(n int, outcome text, code text, path text, message text) WHERE r.operation_id = $1 AND r.n = o.n`,
    [operationId, JSON.stringify(rows)],
  )
  await tx.query('UPDATE operations SET counts = $2 WHERE id = $1', [
    operationId,
    JSON.stringify(counts),
  ])
}
