import { Suspense, useRef, useState, type ReactNode, type RefObject } from 'react'
import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { useGoTo } from '../links.tsx'
import { lazyPart, quietPart } from '#ui/lazyPart.tsx'
import { ListStatus } from './ListStatus.tsx'
import { ListTable } from './ListTable.tsx'
import { Pagination } from './Pagination.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { List } from './useList.ts'
import { usePeek, type Peek } from './usePeek.ts'
import { useShortcuts } from './useShortcuts.ts'
import css from './list.module.css'

const LayoutView = lazyPart(async () => (await import('./layouts/LayoutView.tsx')).LayoutView)
const FullTable = lazyPart(async () => (await import('./FullTable.tsx')).FullTable)
const Nothing = lazyPart(async () => (await import('./Nothing.tsx')).Nothing)
const BulkBar = quietPart(async () => (await import('./BulkBar.tsx')).BulkBar)
const PeekPanel = quietPart(async () => (await import('./PeekPanel.tsx')).PeekPanel)
const ScrollOn = quietPart(async () => (await import('./ScrollOn.tsx')).ScrollOn)

interface BodyProps {
  readonly list: List
  readonly peek: Peek
  /** Shown instead of the rows when there are none; undefined while there are. */
  readonly nothing: ReactNode
}

/** The rows in their layout, or the reason there are none. */
const Body = ({ list, peek, nothing }: BodyProps) => {
  if (list.error) {
    return (
      <div className={css.surface}>
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      </div>
    )
  }
  if (nothing) {
    return (
      <div className={css.surface}>
        <Suspense fallback={<Loading />}>{nothing}</Suspense>
      </div>
    )
  }
  const { layout } = list
  const { columns, pinned, sums } = list.preference
  if (layout === 'table' && !pinned && !sums && !columns?.join().includes('.')) {
    return <ListTable list={list} peek={peek} />
  }
  return (
    <Suspense fallback={<Loading shape={layout} />}>
      {layout === 'table' ? (
        <FullTable list={list} peek={peek} />
      ) : (
        <LayoutView layout={layout} list={list} peek={peek} nothing={<Nothing list={list} />} />
      )}
    </Suspense>
  )
}

interface ContentProps {
  readonly list: List
  /** The element of a list that is part of a page: keys outside of it are not the list's. */
  readonly within?: RefObject<HTMLElement | null>
  /** Shown where there is not a single record; default: how to create the first. */
  readonly none?: ReactNode
  /** At the end of the toolbar. */
  readonly tools?: ReactNode
}

/** A list without its header: filter, sort, rows, pages, selection, and a record beside them. */
export const ListContent = ({ list, within, none, tools }: ContentProps) => {
  const { t } = useTranslation()
  const { resource } = list
  const goTo = useGoTo()
  const peek = usePeek()
  const { id } = peek
  const searchRef = useRef<HTMLInputElement>(null)
  useShortcuts(list, { searchRef, peek, within })
  // Keep the bulk bar mounted after first use.
  const [ticked, setTicked] = useState(false)
  if (!ticked && (list.selected.length || list.matching)) setTicked(true)
  const empty =
    !list.ownRows && !list.first && !list.error && list.rows.length === 0 && !list.changing
  const usual = <Nothing list={list} />
  return (
    <>
      <Toolbar list={list.setup} searchRef={searchRef} tools={tools} />
      {list.fresh ? (
        <button type="button" className={css.fresh} onClick={list.takeFresh}>
          <IconArrowUp size={14} aria-hidden />
          {t('list.fresh', { count: list.fresh })}
        </button>
      ) : null}
      <Body
        list={list}
        peek={peek}
        nothing={empty ? ((list.narrowed ? undefined : none) ?? usual) : undefined}
      />
      {list.ownRows ? null : (
        <div className={css.foot}>
          {list.error ? null : <ListStatus list={list} />}
          {list.error || empty || list.first ? null : <Pagination list={list} />}
        </div>
      )}
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
    </>
  )
}
