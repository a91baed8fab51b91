import { fieldOf } from '#model/standard.ts'
import { formatSort, parseSort } from '#model/urlQuery.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { List } from './useList.ts'
import css from './list.module.css'

/** Sort select where the headers are hidden: on a phone. Further levels are in the columns panel. */
export const SortSelect = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { resource, sort } = list
  const value = formatSort(sort.slice(0, 1))
  const names = [
    ...new Set([
      ...list.columns.filter((c) => c.sortable).map((c) => c.name),
      'createdAt',
      value.replace(/^-/, ''),
    ]),
  ]
  return (
    <select
      className={`${css.select} ${css.sortSelect}`}
      aria-label={t('list.sortBy')}
      value={value}
      onChange={(e) => {
        const [first] = parseSort(e.currentTarget.value)
        if (!first) return
        list.setSort([first, ...sort.slice(1).filter(({ field }) => field !== first.field)])
      }}
    >
      {names.flatMap((name) => {
        const field = fieldOf(resource, name)
        return field
          ? [
              <option key={name} value={name}>
                {t('list.ascending', { label: label(field.label) })}
              </option>,
              <option key={`-${name}`} value={`-${name}`}>
                {t('list.descending', { label: label(field.label) })}
              </option>,
            ]
          : []
      })}
    </select>
  )
}
