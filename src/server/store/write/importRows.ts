import { inside, say } from '#model/message.ts'
import { historyKey } from '#schemas/define/historyKey.ts'
import type { ResourceModel } from '#model/types.ts'
import { forbidden, Problem } from '../../base/problem.ts'
import { importBatch } from './importBatch.ts'
import { isKey, keyOf } from './importCandidate.ts'
import {
  resultOf,
  type RowResult,
  type ImportOptions,
  type ImportResult,
  type ImportRow,
} from './importTypes.ts'
import type { EntityRules } from './rules.ts'
import { inTransaction, unitOf, type TxWriteContext, type Unit, type WriterParts } from './unit.ts'

export type { ImportOptions, ImportResult, ImportRow } from './importTypes.ts'

const BATCH = 500

/** Rows in batches for one statement: at most 500, never two of the same record. */
const batches = (
  resource: ResourceModel,
  rules: EntityRules | undefined,
  rows: readonly ImportRow[],
  upsertBy: string | undefined,
): ImportRow[][] => {
  // Rules without a batch form get one row at a time and see the writes of earlier rows.
  const size = (rules?.beforeWrite || rules?.afterWrite) && !rules.checkMany ? 1 : BATCH
  const runs: ImportRow[][] = []
  let seen = new Set<unknown>()
  for (const row of rows) {
    const key = keyOf(resource, row, upsertBy)
    const last = runs.at(-1)
    if (!last || last.length >= size || (key !== undefined && seen.has(key))) {
      runs.push([row])
      seen = new Set()
    } else last.push(row)
    if (key !== undefined) seen.add(key)
  }
  return runs
}

/**
 * Imports rows: the writer's channel for callers with the permission `<entity>.import`. Each row is
 * validated like a body, found by `upsertBy` or new, and gets its own result; unchanged rows write
 * nothing. A new row needs `<entity>.create`, an existing one `<entity>.update`, fields their own
 * permissions. A `state` other than the record's is a transition: its permission, legality, reason,
 * guard and effects apply. Append-only records are never changed. For `history` see
 * `ImportOptions`.
 *
 * Throws 403 without the permission and 400 for an `upsertBy` that is not unique; never for a wrong
 * row.
 */
export const importRows = async (
  parts: WriterParts,
  resource: ResourceModel,
  rows: readonly ImportRow[],
  options: ImportOptions,
  context: TxWriteContext,
): Promise<ImportResult> => {
  const { mode, upsertBy, onProgress, history = false, parts: groups = new Set() } = options
  if (!context.access.can(`${resource.entity}.import`)) throw forbidden()
  if (history && !context.access.can(historyKey(resource.entity))) throw forbidden()
  if (upsertBy !== undefined && !isKey(resource, upsertBy)) {
    throw new Problem(
      400,
      'malformed',
      say('Existing {{many}} cannot be found by "{{name}}": choose a unique field.', {
        many: inside(resource.label.many),
        name: upsertBy,
      }),
      { errors: [{ path: 'upsertBy', code: 'malformed', message: 'Choose a unique field' }] },
    )
  }
  const own: TxWriteContext = {
    ...context,
    channel: 'import',
    operation: context.operation ?? { kind: 'import', entity: resource.entity },
  }
  const plan = batches(resource, parts.rules?.[resource.entity], rows, upsertBy)
  const results: RowResult[] = []
  const run = async (unit: Unit, batch: readonly ImportRow[]): Promise<void> => {
    results.push(...(await importBatch(unit, batch, { upsertBy, history, parts: groups })))
  }
  if (mode === 'partial') {
    // Batches of one row still share transactions.
    for (let at = 0; at < plan.length;) {
      const group: ImportRow[][] = [plan[at++]!]
      while (at < plan.length && group.reduce((n, b) => n + b.length, plan[at]!.length) <= BATCH) {
        group.push(plan[at++]!)
      }
      const start = results.length
      await inTransaction(parts, resource, own, async (unit) => {
        results.length = start
        for (const batch of group) await run(unitOf(parts, resource, own, unit.tx), batch)
      })
      await onProgress?.(results.length, rows.length)
    }
    return resultOf(results, true)
  }
  return inTransaction(parts, resource, own, async (unit) => {
    results.length = 0
    await unit.tx.query('SAVEPOINT import')
    for (const batch of plan) {
      await run(unitOf(parts, resource, own, unit.tx), batch)
      await onProgress?.(results.length, rows.length)
    }
    const result = resultOf(
      results,
      mode === 'atomic' && !results.some((a) => a.outcome === 'refused'),
    )
    if (!result.committed) await unit.tx.query('ROLLBACK TO SAVEPOINT import')
    return result
  })
}
