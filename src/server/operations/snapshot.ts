import { say } from '#model/message.ts'
import { MAX_ROWS } from '#model/bulk.ts'
import { createHash } from 'node:crypto'
import type { ResourceModel } from '#model/types.ts'
import { Problem } from '../base/problem.ts'
import { conditions } from '../store/read/list.ts'
import { building, rowsFrom, run, type ReadContext } from '../store/read/statement.ts'
import type { Selection } from './body.ts'

/** Number of rows in a snapshot, and a digest of their ids and versions. */
export interface Snapshot {
  readonly count: number
  readonly digest: string
}

/**
 * Stores the rows of a selection with their versions, exactly those the caller sees in the list.
 * One statement, so that later rows and changes are not included. Ordered by id, so that two bulks
 * lock the same rows in the same order.
 */
export const takeSnapshot = async (
  { db, model, access }: ReadContext,
  resource: ResourceModel,
  selection: Selection,
  operationId: string,
): Promise<Snapshot> => {
  const b = building(model, access)
  const source = rowsFrom(b, resource, 't')
  const where = conditions(b, resource, selection.query)
  if (selection.ids) where.push(`t.id = any(${b.sql.add(selection.ids)}::uuid[])`)
  if (selection.except.length) where.push(`not t.id = any(${b.sql.add(selection.except)}::uuid[])`)
  const operation = b.sql.add(operationId)
  const entity = b.sql.add(resource.entity)
  const text = `with s as (select t.id, t.version from ${source} where ${where.join(' and ')} order by t.id limit ${MAX_ROWS + 1}),
 kept as (insert into operation_rows (operation_id, n, entity, record_id, version)
  select ${operation}::uuid, row_number() over (order by s.id), ${entity}::text, s.id, s.version from s)
select count(*)::int as count, coalesce(string_agg(s.id || ':' || s.version, ',' order by s.id), '') as rows from s`
  const [found] = await run<{ count: number; rows: string }>(db, { text, values: b.sql.values })
  const { count, rows } = found!
  if (count > MAX_ROWS) {
    throw new Problem(
      400,
      'too_many_rows',
      say('A bulk may have {{n}} records at most. Narrow the filter.', { n: MAX_ROWS }),
    )
  }
  return { count, digest: createHash('sha256').update(rows).digest('hex') }
}
