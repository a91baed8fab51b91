import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { appConfig } from '#data/config.ts'
import { tagsQuery, type Tag } from '#data/tags.ts'
import { own } from '#schemas/define/own.ts'
import { MAX_TAG_LENGTH, tagForm } from '#schemas/define/tagForm.ts'
import { useDebounced } from '../list/useDebounced.ts'

const PAUSE_MS = 150

/** What to offer while somebody types a tag. */
export interface Suggestions {
  /** Known tags that contain the text, most used first, without those already chosen. */
  readonly found: readonly Tag[]
  /** The text as a tag that nobody uses yet; undefined if it is known, chosen or no tag. */
  readonly fresh: string | undefined
}

/** Suggests tags of a collection for a typed text; without a collection it knows none. */
export const useSuggestions = (
  collection: string | undefined,
  text: string,
  chosen: readonly string[],
): Suggestions => {
  const typed = tagForm(text)
  const search = useDebounced(typed, PAUSE_MS)
  const { data } = useQuery({
    ...tagsQuery(collection ?? '', search),
    enabled: collection !== undefined && own(appConfig().documents, collection) === undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const found = (data?.data ?? []).filter(({ tag }) => tag.includes(typed) && !chosen.includes(tag))
  const isFresh =
    typed !== '' &&
    typed.length <= MAX_TAG_LENGTH &&
    !chosen.includes(typed) &&
    !found.some(({ tag }) => tag === typed)
  return { found, fresh: isFresh ? typed : undefined }
}
