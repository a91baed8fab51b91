import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { building, finish, liveRows, rowsFrom, run, sees } from '../store/read/statement.ts'

interface Resource {
  readonly type: string
  readonly id: string
}

/**
 * Checks in one query whether the caller may read these records; returns a function that tells.
 * False for a record in the trash, purged or unknown.
 */
export const visibleResources = async (
  query: Query,
  model: Model,
  access: Access,
  resources: readonly Resource[],
): Promise<(resource: Resource) => boolean> => {
  const seen = new Set<string>()
  await Promise.all(
    [...new Set(resources.map((r) => r.type))].map(async (collection) => {
      const resource = model.resources.find((r) => r.collection === collection)
      if (!resource || !sees(access, resource)) return
      const b = building(model, access)
      b.volatile = true
      const ids = b.sql.add([
        ...new Set(resources.filter((r) => r.type === collection).map((r) => r.id)),
      ])
      const source = rowsFrom(b, resource, 't')
      const text = `select t.id from ${source} where t.id = any(${ids}::uuid[]) and ${liveRows(b, resource, 't').join(' and ')}`
      for (const { id } of await run<{ id: string }>({ query }, finish(b, text))) {
        seen.add(`${collection} ${id}`)
      }
    }),
  )
  return ({ type, id }) => seen.has(`${type} ${id}`)
}
