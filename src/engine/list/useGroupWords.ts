import { useQueries } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import type { Filter } from '#model/query.ts'
import { useTranslation } from '#ui/i18n.ts'
import { groupInWords, idsInGroup } from './groupWords.ts'
import type { ListSetup } from './useList.ts'

/** Returns a function that writes a part of a filter group, with the titles of its records. */
export const useGroupWords = (
  { resource, zone }: Pick<ListSetup, 'resource' | 'zone'>,
  where: Filter,
): ((part: Filter) => string) => {
  const { i18n } = useTranslation()
  const asked = [...idsInGroup(resource, where)]
  const responses = useQueries({
    queries: asked.map(([collection, ids]) => optionsQuery(collection, { ids })),
  })
  const titles = new Map(
    responses.flatMap(({ data }) => data?.map((o) => [o.id, o.title] as const) ?? []),
  )
  return (part) => groupInWords(resource, part, i18n.language, zone, titles)
}
