import { Suspense, useEffect, useRef, useState } from 'react'
import { IconArrowUp } from '@tabler/icons-react'
import { isProblem } from '#data/problem.ts'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading, PermissionDenied } from '#ui/states.tsx'
import { pending } from '#ui/pending.tsx'
import { useGoTo } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'
import type { PageProps } from '../routes.ts'
import { offer } from '../scopes.ts'
import { lazyPart } from './lazyPart.tsx'
import { ListHeader } from './ListHeader.tsx'
import { ListStatus } from './ListStatus.tsx'
import { ListTable } from './ListTable.tsx'
import { Pagination } from './Pagination.tsx'
import type { ListPreset } from './preset.ts'
import { Toolbar } from './Toolbar.tsx'
import { useList, type List } from './useList.ts'
import { useRowMenu } from './useRowMenu.tsx'
import { usePeek } from './usePeek.ts'
import { useShortcuts } from './useShortcuts.ts'
import css from './list.module.css'

const LayoutView = lazyPart(async () => (await import('./layouts/LayoutView.tsx')).LayoutView)
const Nothing = lazyPart(async () => (await import('./Nothing.tsx')).Nothing)
const BulkBar = lazyPart(async () => (await import('./BulkBar.tsx')).BulkBar)
const PeekPanel = lazyPart(async () => (await import('./PeekPanel.tsx')).PeekPanel)
const ScrollOn = lazyPart(async () => (await import('./ScrollOn.tsx')).ScrollOn)

/**
 * Opens the list with the person's default view, else that of their roles, if the URL has no
 * parameters.
 */
const useStartView = ({ resource, preset, preference, search, views, lost }: List): void => {
  const goTo = useGoTo()
  const plain = Object.values(search).every((v) => v === undefined)
  const open = useRef(plain)
  const view = preference.start ?? views.find(({ roleDefault }) => roleDefault)?.id
  const gone = lost && search.view === preference.start
  useEffect(() => {
    const to = (next: AnyListSearch) =>
      void goTo(
        resource,
        { page: 'list', search: next, ...(preset ? { at: preset.path } : {}) },
        { replace: true },
      )
    if (gone) to({})
    else if (open.current && !plain) open.current = false
    else if (open.current && view) {
      open.current = false
      to({ view })
    }
  }, [gone, plain, view, resource, preset, goTo])
}

interface ListPageProps extends PageProps {
  /** Fixes parts of the list for a screen based on it; default none. */
  readonly preset?: ListPreset
}

/** List page of a resource: filter, sort, select, bulk actions, export. */
export const ListPage = (props: ListPageProps) => {
  // The key isolates entities: no state may pass from one list to the next.
  return <ListScreen key={props.preset?.path ?? props.resource.collection} {...props} />
}

interface BodyProps {
  readonly list: List
  readonly menuOf: ReturnType<typeof useRowMenu>
  readonly empty: boolean
}

/** The rows in their layout, or the reason there are none. */
const Body = ({ list, menuOf, empty }: BodyProps) => {
  if (list.error) {
    return (
      <div className={css.surface}>
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      </div>
    )
  }
  if (empty) {
    return (
      <div className={css.surface}>
        <Suspense fallback={<Loading />}>
          <Nothing list={list} />
        </Suspense>
      </div>
    )
  }
  if (list.layout === 'table') return <ListTable list={list} menuOf={menuOf} />
  return (
    <Suspense fallback={<Loading />}>
      <LayoutView
        layout={list.layout}
        list={list}
        menuOf={menuOf}
        nothing={<Nothing list={list} />}
      />
    </Suspense>
  )
}

const ListScreen = ({ resource, preset }: ListPageProps) => {
  const { t } = useTranslation()
  const list = useList(resource, preset)
  const goTo = useGoTo()
  const peek = usePeek()
  const { id } = peek
  const menuOf = useRowMenu(list, peek)
  const searchRef = useRef<HTMLInputElement>(null)
  useShortcuts(list, searchRef, peek)
  useEffect(() => offer({ list }), [list])
  useStartView(list)
  // Keep the bulk bar mounted after first use.
  const [ticked, setTicked] = useState(false)
  if (!ticked && (list.selected.length || list.matching)) setTicked(true)
  if (isProblem(list.error, 403)) return <PermissionDenied />
  const empty =
    !list.ownRows && !list.first && !list.error && list.rows.length === 0 && !list.changing
  return (
    <div className={css.screen}>
      <ListHeader list={list} />
      <Toolbar list={list} searchRef={searchRef} />
      {list.fresh ? (
        <button type="button" className={css.fresh} onClick={list.takeFresh}>
          <IconArrowUp size={14} aria-hidden />
          {t('list.fresh', { count: list.fresh })}
        </button>
      ) : null}
      <Body list={list} menuOf={menuOf} empty={empty} />
      {list.ownRows ? null : (
        <div className={css.foot}>
          {list.error ? null : <ListStatus list={list} />}
          {list.error || empty || list.first ? null : <Pagination list={list} />}
        </div>
      )}
      <Suspense fallback={pending}>
        {list.scrolling ? <ScrollOn list={list} /> : null}
        {ticked ? <BulkBar list={list} /> : null}
        {id === undefined ? null : (
          <PeekPanel
            resource={resource}
            id={id}
            trashed={list.trashed}
            onClose={peek.close}
            onEdit={
              list.rights.update && !list.trashed
                ? () => void goTo(resource, { page: 'edit', id })
                : undefined
            }
          />
        )}
      </Suspense>
    </div>
  )
}
