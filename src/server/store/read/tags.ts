/** The tags of an entity's records, as far as the caller sees them. */
import { colorOfTag, TAG_COLORS, tagForm, type TagColor } from '#schemas/define/tagForm.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import { requirePermission } from '../../permissions/require.ts'
import { forbidden } from '../../base/problem.ts'
import { conditions } from './list.ts'
import {
  building,
  column,
  finish,
  literal,
  openOn,
  rowsFrom,
  run,
  type Queryable,
} from './statement.ts'

/** Maximum tags in one response. */
export const MAX_TAGS_LISTED = 1000
/** Suggestions are counted over this many of the newest records with tags. */
export const SUGGESTED_FROM = 50_000

/** A tag, its colour, and on how many of the caller's live records it is. */
export interface Tag {
  readonly tag: string
  readonly color: TagColor
  /** The colour was chosen; otherwise it is the usual one. */
  readonly chosen: boolean
  readonly count: number
}

export interface TagsQuery {
  /** Part of the tag, in any spelling. */
  readonly search?: string | undefined
  /** One tag. */
  readonly only?: string | undefined
  /** Only tags with a chosen colour. */
  readonly chosen?: boolean | undefined
  /** Counts all records instead of the newest ones. */
  readonly all?: boolean | undefined
  readonly limit: number
}

export interface TagsAsk {
  readonly db: Queryable
  readonly model: Model
  readonly resource: ResourceModel
  readonly access: Access
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Tags most used first. Only those of records that the caller can list and read the tags of, and
 * counted over these alone. 403 without permission for either.
 */
export const tagsOf = async (
  { db, model, resource, access }: TagsAsk,
  { search, only, chosen, all, limit }: TagsQuery,
): Promise<Tag[]> => {
  requirePermission(access, `${resource.entity}.list`)
  const field = resource.fields.find((f) => f.name === resource.taggable)
  if (!field || !access.readable(resource).has(field.name)) throw forbidden()
  const b = building(model, access)
  b.volatile = true
  const at = column('t', field)
  const open = openOn(b, resource, 't', field.name)
  const own = literal(resource.entity)
  const rows = [
    ...conditions(b, resource, {}),
    ...(open === undefined ? [] : [open]),
    // Written so that the index of the tags serves it.
    ...(only === undefined ? [] : [`${at} @> array[${b.sql.add(only)}]::text[]`]),
    ...(chosen ? [`${at} && array(select tag from tag_colors where entity = ${own})`] : []),
    `${at} <> '{}'`,
  ]
  const newest = all || only !== undefined ? '' : ` order by t.id desc limit ${SUGGESTED_FROM}`
  const wanted = [
    ...(only === undefined ? [] : [`u.tag = ${b.sql.add(only)}`]),
    ...(chosen ? ['c.tag is not null'] : []),
    ...(search ? [`u.tag like ${b.sql.add(`%${escapeLike(tagForm(search))}%`)}`] : []),
  ]
  const text = `select u.tag, count(*)::int as count, c.color from (select ${at} as tags from ${rowsFrom(b, resource, 't')} where ${rows.join(' and ')}${newest}) r
cross join unnest(r.tags) u(tag) left join tag_colors c on c.entity = ${own} and c.tag = u.tag${wanted.length ? ` where ${wanted.join(' and ')}` : ''}
group by u.tag, c.color order by 2 desc, 1 limit ${limit}`
  const found = await run<{ tag: string; count: number; color: string | null }>(db, finish(b, text))
  return found.map(({ tag, count, color }) => ({
    tag,
    color: TAG_COLORS.find((c) => c === color) ?? colorOfTag(tag),
    chosen: color !== null,
    count,
  }))
}
