import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { fieldOf } from '#model/standard.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { isNarrow } from './preference.ts'
import { MAX_LEVELS } from './sortLevels.ts'
import type { ListSetup } from './useList.ts'
import css from './panel.module.css'

/** The levels a list is sorted by: their columns, directions and number. */
export const SortLevels = ({ list }: { readonly list: ListSetup }) => {
  const { t } = useTranslation()
  const { resource, sort, setSort, several, allowed } = list
  const names = resource.list.sortable.filter((name) => allowed(resource, name))
  const textOf = (name: string) => label(fieldOf(resource, name)?.label ?? name)
  const free = names.filter((name) => !sort.some(({ field }) => field === name))
  return (
    <fieldset className={css.set}>
      <legend>{t('list.sortLevels')}</legend>
      <ul className={css.rows}>
        {sort.map(({ field, descending }, i) => {
          const text = textOf(field)
          const Icon = descending ? IconArrowDown : IconArrowUp
          const order = t(descending ? 'list.desc' : 'list.asc')
          const change = (to: { field?: string; descending?: boolean }) =>
            setSort(sort.map((key, n) => (n === i ? { ...key, ...to } : key)))
          return (
            <li key={field} className={css.row}>
              <Select
                aria-label={t('list.sortColumn', { level: i + 1 })}
                value={field}
                onChange={(e) => change({ field: e.currentTarget.value })}
                data={[field, ...free].map((name) => ({ value: name, label: textOf(name) }))}
              />
              <button
                type="button"
                className={css.icon}
                aria-label={t('list.turnSort', { label: text, order })}
                onClick={() => change({ descending: !descending })}
              >
                <Icon size={14} aria-hidden />
              </button>
              <button
                type="button"
                className={css.icon}
                disabled={sort.length === 1}
                aria-label={t('list.removeSort', { label: text })}
                onClick={() => setSort(sort.filter((_, n) => n !== i))}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      {several && free.length && sort.length < MAX_LEVELS ? (
        <button
          type="button"
          className={css.past}
          onClick={() => setSort([...sort, { field: free[0]!, descending: false }])}
        >
          <IconPlus size={14} aria-hidden />
          {t('list.addSort')}
        </button>
      ) : null}
      {several && !isNarrow() ? <p className={css.note}>{t('list.sortHint')}</p> : null}
    </fieldset>
  )
}
