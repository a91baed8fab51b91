import { IconX } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import type { Filter } from '#model/query.ts'
import { useTranslation } from '#ui/i18n.ts'
import { conditionCount } from './conditionCount.ts'
import { groupInWords, idsInGroup } from './groupWords.ts'
import type { List } from './useList.ts'
import css from './list.module.css'

interface Props {
  readonly list: List
  readonly where: Filter
}

/** The filter group of a list in words, with a button that removes it. */
export const GroupChip = ({ list, where }: Props) => {
  const { t, i18n } = useTranslation()
  const asked = [...idsInGroup(list.resource, where)]
  const answers = useQueries({
    queries: asked.map(([collection, ids]) => optionsQuery(collection, { ids })),
  })
  const titles = new Map(
    answers.flatMap(({ data }) => data?.map((o) => [o.id, o.title] as const) ?? []),
  )
  const words = groupInWords(list.resource, where, i18n.language, list.zone, titles)
  return (
    <span className={`${css.chip} ${css.on}`}>
      <span className={css.chipText} title={words}>
        {words}
      </span>
      <button
        type="button"
        className={css.chipRemove}
        aria-label={t('list.removeFilter', {
          label: t('list.conditions', { count: conditionCount(where) }),
        })}
        onClick={() => list.setSearch({ where: undefined })}
      >
        <IconX size={14} aria-hidden />
      </button>
    </span>
  )
}
