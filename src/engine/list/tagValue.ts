/** A filter by tags as the value of a quick filter, with what the tags must be to a record. Pure. */
import type { AnyFilterValue } from '../listSearch.ts'
import { MARK } from './tagConditions.ts'

/** Records with any, all or none of the tags, or without a tag. */
export const tagModes = ['any', 'all', 'none', 'empty'] as const
export type TagMode = (typeof tagModes)[number]

interface TagFilter {
  readonly mode: TagMode
  readonly tags: readonly string[]
}

const MARKS = {
  all: `${MARK}hasAll`,
  none: `${MARK}hasNone`,
  empty: `${MARK}isNull`,
} as const

/** Reads `vip`, `['vip', 'new']`, `['@@hasAll', 'vip', 'new']` or `@@isNull`. */
export const tagFilterOf = (value: AnyFilterValue | undefined): TagFilter => {
  const list = value === undefined ? [] : ([value].flat() as unknown[]).map(String)
  const mode = (['all', 'none', 'empty'] as const).find((each) => list[0] === MARKS[each])
  return mode ? { mode, tags: list.slice(1) } : { mode: 'any', tags: list }
}

/** The shortest value that says the same; undefined if it would filter nothing. */
export const tagFilterValue = (
  mode: TagMode,
  tags: readonly string[],
): AnyFilterValue | undefined => {
  if (mode === 'empty') return MARKS.empty
  if (!tags.length) return undefined
  if (mode === 'none' || (mode === 'all' && tags.length > 1)) return [MARKS[mode], ...tags]
  return tags.length > 1 ? tags : tags[0]
}
