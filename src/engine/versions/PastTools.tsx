import { useRef } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { GroupChip } from '../list/GroupChip.tsx'
import bar from '../list/list.module.css'
import { AssignedChip, FollowedChip } from '../list/OwnChips.tsx'
import { isNarrow } from '../list/preference.ts'
import { nothingNarrowed } from '../list/queryOf.ts'
import { QuickFilter, quickFilterOf } from '../list/QuickFilter.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import { SortSelect } from '../list/SortSelect.tsx'
import type { List } from '../list/useList.ts'
import { filterFields } from '../listSearch.ts'
import css from './past.module.css'

/** Search, filters and, on a phone, the order of a list as it was. */
export const PastTools = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const searchRef = useRef<HTMLInputElement>(null)
  const { resource, search } = list
  const fields = filterFields(resource).filter((f) => list.allowed(resource, f.name))
  const assigned = fields.find((f) => f.name === resource.assignable)
  return (
    <div className={`${bar.line} ${css.tools}`}>
      {resource.list.search.length ? <SearchBox list={list} inputRef={searchRef} /> : null}
      <div className={bar.chips} role="group" aria-label={t('list.quickFilters')}>
        {fields.map((field) => (
          <QuickFilter key={field.name} {...quickFilterOf(list, field)} />
        ))}
        {assigned ? <AssignedChip list={list} field={assigned.name} /> : null}
        <FollowedChip on={search.followed === true} setSearch={list.setSearch} />
        {search.where ? <GroupChip list={list} where={search.where} /> : null}
        {list.narrowed ? (
          <button
            type="button"
            className={bar.quiet}
            onClick={() => list.setSearch(nothingNarrowed(resource))}
          >
            {t('list.clearAll')}
          </button>
        ) : null}
      </div>
      {isNarrow() ? (
        <div className={bar.tools}>
          <SortSelect list={list} />
        </div>
      ) : null}
    </div>
  )
}
