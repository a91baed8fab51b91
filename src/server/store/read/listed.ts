/**
 * For responses that combine several entities: rows and fields limited to what the caller can list.
 */
import { byCollection } from '#model/compile.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { selectList, titleOpen, titleSql, visibleFields } from './record.ts'
import { rowsFrom, liveRows, run, sees, type Building, type Queryable } from './statement.ts'

/** Rows of one collection that the caller can list, for use in a statement. */
export interface Listed {
  readonly resource: ResourceModel
  /** The rows under the alias, for a FROM; fields hidden on a row are null there. */
  from(alias: string): string
  /** Condition on rows under the alias of `rowsFrom`: live and within the caller's rows. */
  where(alias: string): string
  /** Select list of the named fields that the caller can read; always includes id and version. */
  select(alias: string, names: readonly string[]): string
}

/**
 * Undefined when the caller cannot list the collection or read one of `needs`: metrics computed
 * from those would reveal them.
 */
export const listed = (
  b: Building,
  collection: string,
  needs: readonly string[] = [],
): Listed | undefined => {
  const resource = byCollection(b.model, collection)
  if (!b.access.can(`${resource.entity}.list`)) return undefined
  const readable = b.access.readable(resource)
  if (!needs.every((name) => readable.has(name))) return undefined
  return {
    resource,
    from: (alias) => rowsFrom(b, resource, alias),
    where: (alias) => liveRows(b, resource, alias, `${resource.entity}.list`).join(' and '),
    select: (alias, names) => selectList(visibleFields(b, resource, { only: names }), alias),
  }
}

/** Titles of records by collection and id, as lists return them in `included`. */
export type Titles = Record<string, Record<string, { readonly id: string; readonly title: string }>>

/**
 * Titles of all references in these rows, as far as the caller can see them: one small query per
 * collection.
 */
export const titlesOf = async (
  db: Queryable,
  building: () => Building,
  found: readonly {
    readonly resource: ResourceModel
    readonly row: Readonly<Record<string, unknown>>
  }[],
): Promise<Titles> => {
  const wanted = new Map<string, Set<string>>()
  for (const { resource, row } of found) {
    for (const field of resource.fields as readonly FieldModel[]) {
      const id = field.kind === 'ref' && field.ref ? row[field.name] : undefined
      if (typeof id === 'string') {
        wanted.set(field.ref!, (wanted.get(field.ref!) ?? new Set()).add(id))
      }
    }
  }
  const titles: Titles = {}
  for (const [collection, ids] of wanted) {
    const b = building()
    const target = byCollection(b.model, collection)
    const title = sees(b.access, target) ? titleSql(b, target, 's') : undefined
    if (!title) continue
    const source = rowsFrom(b, target, 's')
    const where = [
      `s.id = any(${b.sql.add([...ids])}::uuid[])`,
      ...liveRows(b, target, 's'),
      ...titleOpen(b, target, 's'),
    ].join(' and ')
    const rows = await run<{ id: string; title: string }>(db, {
      text: `select s.id, ${title} as title from ${source} where ${where}`,
      values: b.sql.values,
    })
    titles[collection] = Object.fromEntries(rows.map((r) => [r.id, r]))
  }
  return titles
}
