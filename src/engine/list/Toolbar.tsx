import { Suspense, type ReactNode, type RefObject } from 'react'
import { IconAdjustmentsHorizontal, IconColumns3 } from '@tabler/icons-react'
import { appConfig } from '#data/config.ts'
import { useTranslation } from '#ui/i18n.ts'
import { pending } from '#ui/pending.tsx'
import { filterFields } from '../listSearch.ts'
import { conditionCount } from './conditionCount.ts'
import { LayoutSwitch } from './layouts/LayoutSwitch.tsx'
import { layoutsOf } from './layouts/names.ts'
import { lazyPart } from './lazyPart.tsx'
import { Popup } from './Popup.tsx'
import { AssignedChip, FollowedChip } from './OwnChips.tsx'
import { QuickFilter } from './QuickFilter.tsx'
import { isNarrow } from './preference.ts'
import { nothingNarrowed } from './queryOf.ts'
import { SearchBox } from './SearchBox.tsx'
import { StateTabs } from './StateTabs.tsx'
import type { List } from './useList.ts'
import css from './list.module.css'

const GroupChip = lazyPart(async () => (await import('./GroupChip.tsx')).GroupChip)
const FilterPanel = lazyPart(async () => (await import('./FilterPanel.tsx')).FilterPanel)
const SortSelect = lazyPart(async () => (await import('./SortSelect.tsx')).SortSelect)
const ViewBar = lazyPart(async () => (await import('./ViewTabs.tsx')).ViewBar)
const ColumnsPanel = lazyPart(async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel)

/** State tabs, search, quick filters and the filter builder; also the column settings. */
export const Toolbar = ({
  list,
  searchRef,
  tools,
}: {
  readonly list: List
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** At its end. */
  readonly tools?: ReactNode
}) => {
  const { t } = useTranslation()
  const { resource, search } = list
  const fields = filterFields(resource).filter(
    (f) => f.name !== 'state' && list.allowed(resource, f.name),
  )
  const assigned = fields.find((f) => f.name === resource.assignable)
  const layouts = list.preset ? 1 : layoutsOf(resource).length
  // Who follows records of a document database is not known where they are listed.
  const kept = appConfig().documents?.[resource.collection] === undefined
  const conditions = search.where ? conditionCount(search.where) : 0
  return (
    <div className={css.toolbar}>
      <StateTabs list={list} />
      {list.edited || list.lost || list.view?.missing ? (
        <Suspense fallback={pending}>
          <ViewBar list={list} />
        </Suspense>
      ) : null}
      <div className={css.line}>
        {resource.list.search.length ? <SearchBox list={list} inputRef={searchRef} /> : null}
        <div className={css.chips} role="group" aria-label={t('list.quickFilters')}>
          {fields.map((field) => (
            <QuickFilter key={field.name} list={list} field={field} />
          ))}
          {assigned ? <AssignedChip list={list} field={assigned.name} /> : null}
          {kept ? <FollowedChip list={list} /> : null}
          {search.where ? (
            <Suspense fallback={pending}>
              <GroupChip list={list} where={search.where} />
            </Suspense>
          ) : null}
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
        <div className={css.tools}>
          {layouts > 1 ? <LayoutSwitch list={list} /> : null}
          {list.ownRows || !isNarrow() ? null : (
            <Suspense fallback={pending}>
              <SortSelect list={list} />
            </Suspense>
          )}
          <Popup
            label={t('list.filters')}
            wide
            trigger={(p) => (
              <button
                type="button"
                {...p}
                className={css.button}
                onPointerEnter={FilterPanel.preload}
                onFocus={FilterPanel.preload}
                aria-label={conditions ? `${t('list.filters')} ${conditions}` : t('list.filters')}
              >
                <IconAdjustmentsHorizontal size={16} aria-hidden />
                <span className={css.buttonText}>{t('list.filters')}</span>
                {conditions ? (
                  <span className={css.number} aria-hidden>
                    {conditions}
                  </span>
                ) : null}
              </button>
            )}
          >
            {(close) => <FilterPanel list={list} onClose={close} />}
          </Popup>
          <Popup
            label={t('list.columns')}
            trigger={(p) => (
              <button
                type="button"
                {...p}
                className={css.button}
                onPointerEnter={ColumnsPanel.preload}
                onFocus={ColumnsPanel.preload}
                aria-label={t('list.columns')}
              >
                <IconColumns3 size={16} aria-hidden />
                <span className={css.buttonText}>{t('list.columns')}</span>
              </button>
            )}
          >
            {() => <ColumnsPanel list={list} />}
          </Popup>
          {tools}
        </div>
      </div>
    </div>
  )
}
