/** One record, and the titles of its references. */
import { isUuid } from '#model/uuid.ts'
import type { ResourceModel } from '#model/types.ts'
import { notFound } from '../../base/problem.ts'
import { includedSql, recordJson, visibleFields } from './record.ts'
import { building, finish, rowsFrom, rowsOf, run, table, type ReadContext } from './statement.ts'
import { requirePermission } from '../../permissions/require.ts'

/**
 * JSON text of `{ data, included }` and the version. `trashed` also finds records in the trash. 404
 * when absent or outside the caller's rows.
 */
export const get = async (
  { db, model, access }: ReadContext,
  resource: ResourceModel,
  id: string,
  options: { trashed?: boolean } = {},
): Promise<{ body: string; version: number }> => {
  requirePermission(access, `${resource.entity}.read`)
  if (!isUuid(id)) throw notFound(resource.label.one.toLowerCase())
  const b = building(model, access)
  const source = rowsFrom(b, resource, 't')
  const rows = rowsOf(b, resource, 't', `${resource.entity}.read`)
  const where = [
    `t.id = ${b.sql.add(id)}`,
    ...(rows === 'true' ? [] : [rows]),
    ...(options.trashed ? [] : ['t.deleted_at is null']),
  ].join(' and ')
  const fields = visibleFields(b, resource, { trashed: options.trashed })
  const text = `with d as materialized (select t.* from ${source} where ${where})
select ${recordJson(fields, 't')} as data, (${includedSql(b, fields, 'd')})::text as included, t.version from d t`
  const [found] = await run<{ data: string; included: string; version: number }>(
    db,
    finish(b, text),
  )
  if (!found) throw notFound(resource.label.one.toLowerCase())
  return { body: `{"data":${found.data},"included":${found.included}}`, version: found.version }
}

/** True when the caller can read the record, in the trash or not. */
export const isVisible = async (
  { db, model, access }: ReadContext,
  resource: ResourceModel,
  id: string,
): Promise<boolean> => {
  if (!isUuid(id)) return false
  const b = building(model, access)
  const rows = access.rows(resource, 't', b.sql, 'read', `${resource.entity}.read`)
  return (
    (
      await run(
        db,
        finish(b, `select 1 from ${table(resource)} t where t.id = ${b.sql.add(id)} and ${rows}`),
      )
    ).length > 0
  )
}
