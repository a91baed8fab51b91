import { useCallback } from 'react'
import { validateFilter } from '#model/filterTree.ts'
import type { Filter } from '#model/query.ts'
import { useTranslation } from '#ui/i18n.ts'
import { usePreference } from '../preference.ts'
import { useModel } from '../resource.ts'
import { withNewest } from './usedFilters.ts'
import { useGroupWords } from './useGroupWords.ts'
import type { ListSetup } from './useList.ts'
import css from './panel.module.css'

const listIn = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? raw : [])

/**
 * The filter groups that the person used last in a list, newest first, and a function that adds
 * one. They are kept on the server, like columns; those that the person may no longer read are left
 * out.
 */
export const useRecentFilters = ({ resource, allowed }: ListSetup) => {
  const model = useModel()
  const [kept, setKept] = usePreference(`filters.${resource.collection}`, listIn)
  const note = useCallback(
    (filter: Filter): void => {
      setKept((old) => withNewest(filter, old, (raw) => validateFilter(resource, model, raw)))
    },
    [setKept, resource, model],
  )
  return {
    recent: kept.flatMap((filter) => validateFilter(resource, model, filter, allowed) ?? []),
    note,
  }
}

interface ChoiceProps {
  readonly list: ListSetup
  readonly filter: Filter
  readonly onChoose: (filter: Filter) => void
}

const RecentFilter = ({ list, filter, onChoose }: ChoiceProps) => {
  const words = useGroupWords(list, filter)(filter)
  return (
    <li>
      <button type="button" className={css.recent} title={words} onClick={() => onChoose(filter)}>
        {words}
      </button>
    </li>
  )
}

/** Filters that were used last, to use one again. */
export const RecentFilters = ({
  list,
  recent,
  onChoose,
}: Omit<ChoiceProps, 'filter'> & { readonly recent: readonly Filter[] }) => {
  const { t } = useTranslation()
  if (!recent.length) return null
  return (
    <fieldset className={css.set}>
      <legend>{t('list.recentFilters')}</legend>
      <ul className={css.rows}>
        {recent.map((filter) => (
          <RecentFilter
            key={JSON.stringify(filter)}
            list={list}
            filter={filter}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </fieldset>
  )
}
