import { IconX } from '@tabler/icons-react'
import type { Filter } from '#model/query.ts'
import { useTranslation } from '#ui/i18n.ts'
import { conditionCount } from './conditionCount.ts'
import { useGroupWords } from './useGroupWords.ts'
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
  const { t } = useTranslation()
  const wordsOf = useGroupWords(list, where)
  const parts = partsOf(where)
  const remove = (part: Filter) => {
    const [only, ...others] = parts.filter((p) => p !== part)
    list.setSearch({ where: only && others.length ? { and: [only, ...others] } : only })
  }
  return parts.map((part, i) => {
    const words = wordsOf(part)
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
