import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import { fieldsReadableOn } from '../permissions/fieldsOn.ts'
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

/** A notification, and what its texts are based on: see `Notice`. */
interface Texts {
  readonly resource: Resource | null
  readonly needs: readonly string[]
}

/** The field of a permission to read it: `name` of `customer.field.name.read`. */
const fieldRead = (entity: string, key: string): string | undefined => {
  const [of, field, name, read, ...more] = key.split('.')
  return of === entity && field === 'field' && read === 'read' && !more.length ? name : undefined
}

/**
 * Checks whether the caller may read the records of notifications (`record`), and on these the
 * fields that their texts are based on (`texts`).
 */
export const readableNotices = async (
  query: Query,
  model: Model,
  access: Access,
  notices: readonly Texts[],
): Promise<{ record(about: Resource): boolean; texts(notice: Texts): boolean }> => {
  const records = notices.flatMap(({ resource }) => resource ?? [])
  const visible = await visibleResources(query, model, access, records)
  const open = new Map<string, (id: string) => ReadonlySet<string>>()
  for (const type of new Set(records.map((record) => record.type))) {
    const resource = model.resources.find((r) => r.collection === type)
    const ids = records.flatMap((record) => (record.type === type ? [record.id] : []))
    if (resource) open.set(type, await fieldsReadableOn(query, access, resource, ids))
  }
  const holds = (key: string, about: Resource | null): boolean => {
    if (!access.can(key)) return false
    const entity = about && model.resources.find((r) => r.collection === about.type)?.entity
    const name = entity ? fieldRead(entity, key) : undefined
    return !about || name === undefined || open.get(about.type)!(about.id).has(name)
  }
  return {
    record: visible,
    texts: ({ resource, needs }) =>
      (!resource || visible(resource)) && needs.every((key) => holds(key, resource)),
  }
}
