import { memo, type ReactNode, type RefObject } from 'react'
import { IconAdjustmentsHorizontal, IconColumns3 } from '@tabler/icons-react'
import { appConfig } from '#data/config.ts'
import { layoutsOf } from '#model/layouts.ts'
import { useTranslation } from '#ui/i18n.ts'
import { filterFields } from '../listSearch.ts'
import { conditionCount } from './conditionCount.ts'
import { LayoutSwitch } from './layouts/LayoutSwitch.tsx'
import { lazyPart, quietPart } from '#ui/lazyPart.tsx'
import { PanelButton, type PanelProps } from './PanelButton.tsx'
import { AssignedChip, FollowedChip } from './OwnChips.tsx'
import { QuickFilter, quickFilterOf } from './QuickFilter.tsx'
import { isNarrow } from './preference.ts'
import { nothingNarrowed } from './queryOf.ts'
import { SearchBox } from './SearchBox.tsx'
import { StateTabs } from './StateTabs.tsx'
import type { ListSetup } from './useList.ts'
import css from './list.module.css'

const GroupChip = quietPart(async () => (await import('./GroupChip.tsx')).GroupChip)
const FilterPanel = lazyPart(async () => (await import('./FilterPanel.tsx')).FilterPanel)
const SortSelect = quietPart(async () => (await import('./SortSelect.tsx')).SortSelect)
const ViewBar = quietPart(async () => (await import('./ViewTabs.tsx')).ViewBar)
const ColumnsPanel = lazyPart<PanelProps>(
  async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel,
)

/** Quick filters, and what else narrows the list. */
const Chips = ({ list }: { readonly list: ListSetup }) => {
  const { t } = useTranslation()
  const { resource, search } = list
  const fields = filterFields(resource).filter(
    (f) => f.name !== 'state' && list.allowed(resource, f.name),
  )
  const assigned = fields.find((f) => f.name === resource.assignable)
  // Who follows records of a document database is not known where they are listed.
  const kept = appConfig().documents?.[resource.collection] === undefined
  return (
    <div className={css.chips} role="group" aria-label={t('list.quickFilters')}>
      {fields.map((field) => (
        <QuickFilter key={field.name} {...quickFilterOf(list, field)} />
      ))}
      {assigned ? <AssignedChip list={list} field={assigned.name} /> : null}
      {kept ? <FollowedChip on={search.followed === true} setSearch={list.setSearch} /> : null}
      {search.where ? <GroupChip list={list} where={search.where} /> : null}
      {list.narrowed ? (
        <button
          type="button"
          className={css.quiet}
          onClick={() => list.setSearch(nothingNarrowed(resource))}
        >
          {t('list.clearAll')}
        </button>
      ) : null}
    </div>
  )
}

/** State tabs, search, quick filters and the filter builder; also the column settings. */
export const Toolbar = memo(
  ({
    list,
    searchRef,
    tools,
  }: {
    readonly list: ListSetup
    readonly searchRef: RefObject<HTMLInputElement | null>
    /** At its end. */
    readonly tools?: ReactNode
  }) => {
    const { t } = useTranslation()
    const { resource, search, layout, view, setPreference, setSearch } = list
    const layouts = list.preset ? 1 : layoutsOf(resource).length
    return (
      <div className={css.toolbar}>
        <StateTabs list={list} />
        {list.edited || list.lost || list.view?.missing ? <ViewBar list={list} /> : null}
        <div className={css.line}>
          {resource.list.search.length ? <SearchBox list={list} inputRef={searchRef} /> : null}
          <Chips list={list} />
          <div className={css.tools}>
            {layouts > 1 ? (
              <LayoutSwitch {...{ resource, layout, view, setPreference, setSearch }} />
            ) : null}
            {list.ownRows || !isNarrow() ? null : <SortSelect list={list} />}
            <PanelButton
              list={list}
              name={t('list.filters')}
              icon={IconAdjustmentsHorizontal}
              panel={FilterPanel}
              count={search.where && conditionCount(search.where)}
              wide
            />
            <PanelButton
              list={list}
              name={t('list.columns')}
              icon={IconColumns3}
              panel={ColumnsPanel}
            />
            {tools}
          </div>
        </div>
      </div>
    )
  },
)
