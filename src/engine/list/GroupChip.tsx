import { IconX } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import type { Filter } from '#model/query.ts'
import { useTranslation } from '#ui/i18n.ts'
import { conditionCount } from './conditionCount.ts'
import { groupInWords, idsInGroup } from './groupWords.ts'
import type { ListSetup } from './useList.ts'
import css from './list.module.css'

interface Props {
  readonly list: ListSetup
  readonly where: Filter
}

/** Conditions that all hold are removed one by one; alternatives only together. */
const partsOf = (where: Filter): readonly Filter[] => ('and' in where ? where.and : [where])

/** The filter group of a list in words, with a button that removes each part of it. */
export const GroupChip = ({ list, where }: Props) => {
  const { t, i18n } = useTranslation()
  const asked = [...idsInGroup(list.resource, where)]
  const responses = useQueries({
    queries: asked.map(([collection, ids]) => optionsQuery(collection, { ids })),
  })
  const titles = new Map(
    responses.flatMap(({ data }) => data?.map((o) => [o.id, o.title] as const) ?? []),
  )
  const parts = partsOf(where)
  const remove = (part: Filter) => {
    const [only, ...others] = parts.filter((p) => p !== part)
    list.setSearch({ where: only && others.length ? { and: [only, ...others] } : only })
  }
  return parts.map((part, i) => {
    const words = groupInWords(list.resource, part, i18n.language, list.zone, titles)
    return (
      <span key={i} className={`${css.chip} ${css.on}`}>
        <span className={css.chipText} title={words}>
          {words}
        </span>
        <button
          type="button"
          className={css.chipRemove}
          aria-label={t('list.removeFilter', {
            label: 'path' in part ? words : t('list.conditions', { count: conditionCount(part) }),
          })}
          onClick={() => remove(part)}
        >
          <IconX size={14} aria-hidden />
        </button>
      </span>
    )
  })
}
