/** Short lists of records by title: pickers and the global search. */
import { isMasked } from '#schemas/define/kinds.ts'
import { isUuid } from '#model/uuid.ts'
import type { ListQuery } from '#model/query.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import { conditions } from './list.ts'
import { titleOpen, titleSql } from './record.ts'
import {
  building,
  column,
  finish,
  liveRows,
  rowsFrom,
  literal,
  run,
  sees,
  type Building,
  type Queryable,
} from './statement.ts'
import { requirePermission } from '../../permissions/require.ts'

export interface OptionsQuery {
  readonly search?: string
  readonly ids?: readonly string[]
  readonly limit?: number
  readonly filter?: ListQuery['filter']
}
export interface OptionRow {
  readonly id: string
  readonly title: string
  readonly subtitle?: string
}
/** One hit of the global search. */
export interface SearchHit extends OptionRow {
  readonly collection: string
  /** Of records with tags, as far as the caller may read them. */
  readonly tags?: readonly string[]
}

/** The tags of a hit, if the caller may read them. */
const tagsColumn = (b: Building, resource: ResourceModel): string => {
  const field = resource.fields.find((f) => f.name === resource.taggable)
  return field && b.access.readable(resource).has(field.name)
    ? `, ${column('t', field)} as tags`
    : ', null::text[] as tags'
}

/** The title of the record that a reference points to, as far as the caller may read it. */
const pointedTitle = (b: Building, target: ResourceModel, at: string): string | undefined => {
  const title = sees(b.access, target) ? titleSql(b, target, 's') : undefined
  if (title === undefined) return undefined
  const where = [`s.id = ${at}`, ...liveRows(b, target, 's'), ...titleOpen(b, target, 's')]
  return `(select ${title} from ${rowsFrom(b, target, 's')} where ${where.join(' and ')})`
}

/** What tells records of one title apart: a field, or the title of the record it refers to. */
const subtitleSql = (b: Building, resource: ResourceModel): string => {
  const field = resource.fields.find((f) => f.name === resource.subtitle)
  if (!field || isMasked(field) || !b.access.readable(resource).has(field.name)) return 'null::text'
  const at = column('t', field)
  if (field.kind !== 'ref') return `${at}::text`
  const target = b.model.resources.find((r) => r.collection === field.ref)
  return (target && pointedTitle(b, target, at)) ?? 'null::text'
}

const select = (b: Building, resource: ResourceModel, query: OptionsQuery, more = ''): string => {
  const second = subtitleSql(b, resource)
  const source = rowsFrom(b, resource, 't')
  const [open] = titleOpen(b, resource, 't')
  const named = titleSql(b, resource, 't') ?? 't.id::text'
  const title = open === undefined ? named : `case when ${open} then ${named} else t.id::text end`
  const where = [
    ...conditions(b, resource, query),
    ...(query.ids ? [`t.id = any(${b.sql.add(query.ids.filter(isUuid))}::uuid[])`] : []),
  ].join(' and ')
  const limit = Math.min(Math.max(Math.trunc(query.limit ?? query.ids?.length ?? 20), 1), 200)
  return `select t.id, ${title} as title, ${second} as subtitle${more} from ${source} where ${where} order by t.created_at desc, t.id desc limit ${limit}`
}

const tidy = <R extends OptionRow & { readonly tags?: readonly string[] | null }>({
  subtitle,
  tags,
  ...rest
}: R): R =>
  ({
    ...rest,
    ...(subtitle ? { subtitle } : {}),
    ...(tags?.length ? { tags } : {}),
  }) as unknown as R

/**
 * Records to choose from, newest first, at most 200 (default 20); includes final ones, excludes the
 * trash. Shows the id when the caller cannot read the title.
 */
export const options = async (
  db: Queryable,
  model: Model,
  resource: ResourceModel,
  query: OptionsQuery,
  access: Access,
): Promise<OptionRow[]> => {
  requirePermission(access, `${resource.entity}.list`)
  const b = building(model, access)
  return (await run<OptionRow>(db, finish(b, select(b, resource, query)))).map(tidy)
}

const PER_COLLECTION = 5

/**
 * The newest five hits in each collection that has screens and that the caller can list, in
 * navigation order.
 */
export const searchEverywhere = async (
  db: Queryable,
  model: Model,
  search: string,
  access: Access,
): Promise<SearchHit[]> => {
  const b = building(model, access)
  const places = search.trim()
    ? model.resources.filter((r) => r.path !== '' && access.can(`${r.entity}.list`))
    : []
  if (!places.length) return []
  const parts = places.map(
    (r, i) =>
      `(select ${i} as place, ${literal(r.collection)} as collection, x.* from (${select(b, r, { search, limit: PER_COLLECTION }, tagsColumn(b, r))}) x)`,
  )
  const rows = await run<SearchHit & { place?: number }>(
    db,
    finish(b, `${parts.join(' union all ')} order by place`),
  )
  return rows.map(({ place: _, ...hit }) => tidy(hit as SearchHit))
}
