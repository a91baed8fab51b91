/** A filter by tags as the value of a quick filter, with what the tags must be to a record. Pure. */
import type { Condition } from '#model/query.ts'
import type { AnyFilterValue } from '../listSearch.ts'

/** Records with any, all or none of the tags, or without a tag. */
export const tagModes = ['any', 'all', 'none', 'empty'] as const
export type TagMode = (typeof tagModes)[number]

interface TagFilter {
  readonly mode: TagMode
  readonly tags: readonly string[]
}

// No tag of a suggestion starts with two of them.
const MARK = '@@'

/** Reads `vip`, `['vip', 'new']`, `['@@all', 'vip', 'new']` or `@@empty`. */
export const tagFilterOf = (value: AnyFilterValue | undefined): TagFilter => {
  const list = value === undefined ? [] : ([value].flat() as unknown[]).map(String)
  const mode = tagModes.find((each) => list[0] === `${MARK}${each}`)
  return mode ? { mode, tags: list.slice(1) } : { mode: 'any', tags: list }
}

/** The shortest value that says the same; undefined if it would filter nothing. */
export const tagFilterValue = (
  mode: TagMode,
  tags: readonly string[],
): AnyFilterValue | undefined => {
  if (mode === 'empty') return `${MARK}empty`
  if (!tags.length) return undefined
  if (mode === 'none' || (mode === 'all' && tags.length > 1)) return [`${MARK}${mode}`, ...tags]
  return tags.length > 1 ? tags : tags[0]
}

/** The conditions of such a filter on the field. */
export const tagConditions = (field: string, value: AnyFilterValue): Condition[] => {
  const { mode, tags } = tagFilterOf(value)
  const path = [field]
  if (mode === 'empty') return [{ path, op: 'isNull', value: true }]
  if (!tags.length) return []
  if (mode === 'none') return [{ path, op: 'hasNone', value: tags }]
  const op = mode === 'all' ? 'hasAll' : 'hasAny'
  return tags.length === 1 ? [{ path, op: 'has', value: tags[0]! }] : [{ path, op, value: tags }]
}
