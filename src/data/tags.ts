/** Tags of an entity's records: suggestions, counts and colours. All throw `ApiProblem`. */
import { queryOptions } from '@tanstack/react-query'
import type { TagColor } from '#schemas/define/tagForm.ts'
import { call, get } from './api.ts'

/** A tag, its colour, and on how many records the person may see it is. */
export interface Tag {
  readonly tag: string
  readonly color: TagColor
  /** The colour was chosen; otherwise it is the usual one. */
  readonly chosen: boolean
  readonly count: number
}
interface Body {
  readonly data: readonly Tag[]
  readonly truncated: boolean
}

/** Cache key of everything about the tags of a collection. */
export const tagsKey = (collection: string) => ['tags', collection] as const

const staleTime = 30_000

const tags = (collection: string, query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: [...tagsKey(collection), query],
    queryFn: ({ signal }) => get<Body>(`/api/${collection}/tags`, { query, signal }),
    staleTime,
  })

/** Suggestions, most used first. */
export const tagsQuery = (collection: string, search: string) =>
  tags(collection, search ? { search } : {})
/** The tags whose colour somebody chose. */
export const chosenColorsQuery = (collection: string) => ({
  ...tags(collection, { chosen: 'true', limit: '1000' }),
  staleTime: 5 * 60_000,
  retry: false,
})
/** All tags, counted over all records. */
export const allTagsQuery = (collection: string) => ({
  ...tags(collection, { all: 'true', limit: '1000' }),
  staleTime: 0,
})

/** Chooses the colour of a tag; null for its usual one. */
export const colorTag = (collection: string, tag: string, color: TagColor | null) =>
  call(`/api/${collection}/tags/${encodeURIComponent(tag)}`, { method: 'PUT', body: { color } })
