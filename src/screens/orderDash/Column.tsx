import { useCallback, useEffect, useMemo, useRef, useState, type DragEvent } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { infiniteListQuery } from '#data/queries.ts'
import type { Included, RecordData } from '#data/types.ts'
import { useOrganisation } from '#engine/person.ts'
import type { StateModel, Transition } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { Skeleton, ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { mergeTitles } from '../shared/titles.ts'
import { roundMoney } from '../shared/money.ts'
import { orders } from '../shared/resources.ts'
import { columnFilter, columnSort, type BoardSearch, type ColumnTotal } from './board.ts'
import { Card } from './Card.tsx'
import css from './orderDash.module.css'

const PAGE = 50
const FIELDS = [
  'number',
  'customer',
  'vendor',
  'total',
  'paymentState',
  'placedAt',
  'dueAt',
  'createdAt',
  'state',
] as const

/** An order on its way to another column. */
export interface Move {
  readonly row: RecordData
  readonly to: string
  readonly included: Included
}

export interface ColumnProps {
  readonly state: StateModel
  readonly search: BoardSearch
  /** Instant at which orders count as late; set when only late ones are shown. */
  readonly at: string
  readonly total: ColumnTotal | undefined
  readonly folded: boolean
  readonly onFold: () => void
  readonly now: number
  readonly current: string | undefined
  readonly movable: boolean
  /** Transition for dropping the dragged order here; null when it may not be dropped. */
  readonly transition: Transition | null | undefined
  readonly moves: readonly Move[]
  readonly onDrag: (row: RecordData | undefined, included: Included) => void
  readonly onDrop: () => void
  readonly onOpen: (row: RecordData) => void
  readonly entriesOf: (row: RecordData, included: Included) => readonly MenuEntry[]
}

/** A state of the board: its orders, and a drop target for valid transitions. */
export const Column = ({
  state,
  search,
  at,
  total,
  folded,
  onFold,
  now,
  current,
  movable,
  transition,
  moves,
  onDrag,
  onDrop,
  onOpen,
  entriesOf,
}: ColumnProps) => {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  const can = useCan()
  const { currency } = useOrganisation()
  const [over, setOver] = useState(false)
  const fields = FIELDS.filter(
    (f) => f === 'createdAt' || can(`${orders().entity}.field.${f}.read`),
  )
  const query = useInfiniteQuery({
    ...infiniteListQuery(orders(), {
      filter: columnFilter(state.value, search, at),
      sort: [columnSort(state.value)],
      limit: PAGE,
      fields,
      ...(search.search ? { search: search.search } : {}),
    }),
    enabled: !folded,
    placeholderData: (old) => old,
  })
  const end = useRef<HTMLLIElement>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  // Loads the next page near the end of the column; the button there does the same.
  useEffect(() => {
    const mark = end.current
    if (
      !mark ||
      !hasNextPage ||
      isFetchingNextPage ||
      typeof IntersectionObserver === 'undefined'
    ) {
      return undefined
    }
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { root: mark.closest('[data-column]'), rootMargin: '200px' },
    )
    seen.observe(mark)
    return () => seen.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const pages = query.data?.pages ?? []
  const titles = useMemo(() => mergeTitles(query.data?.pages ?? []), [query.data])
  const entries = useCallback((row: RecordData) => entriesOf(row, titles), [entriesOf, titles])
  const drag = useCallback((row: RecordData | undefined) => onDrag(row, titles), [onDrag, titles])
  const leaving = new Set(moves.filter((m) => m.to !== state.value).map((m) => m.row.id))
  const arriving = moves.filter((m) => m.to === state.value)
  const here = new Set(arriving.map((m) => m.row.id))
  const rows = pages.flatMap((p) => p.data).filter((r) => !leaving.has(r.id) && !here.has(r.id))
  const name = label(state.label)
  const count = total?.count ?? 0
  const takes = transition !== undefined && transition !== null
  const drop = {
    onDragOver: (e: DragEvent) => {
      if (!takes) return
      e.preventDefault()
      e.dataTransfer.dropEffect = 'move'
      if (!over) setOver(true)
    },
    onDragLeave: (e: DragEvent) => {
      if (!(e.relatedTarget instanceof Node && e.currentTarget.contains(e.relatedTarget))) {
        setOver(false)
      }
    },
    onDrop: (e: DragEvent) => {
      e.preventDefault()
      setOver(false)
      if (takes) onDrop()
    },
  }
  const mark = {
    'data-over': (over && takes) || undefined,
    'data-shut': transition === null || undefined,
    'data-takes': takes || undefined,
  }
  if (folded) {
    return (
      <section
        className={css.folded}
        aria-label={t('orders.column', { state: name, count: number(count) })}
        {...drop}
        {...mark}
      >
        <button
          type="button"
          className={css.unfold}
          aria-expanded="false"
          title={t('orders.unfold', { state: name })}
          onClick={onFold}
        >
          <IconChevronRight size={16} className={css.mirrored} aria-hidden />
          <span className={css.count}>{number(count)}</span>
          <span className={css.foldedName}>
            <span className={`${css.dot} ${css[state.tone]}`} aria-hidden />
            {name}
          </span>
        </button>
      </section>
    )
  }
  const content = () => {
    if (query.error && !query.data) {
      return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    }
    if (query.isPending) {
      return (
        <ul className={css.cards} aria-hidden>
          {[0, 1, 2].map((i) => (
            <li key={i} className={css.skeleton}>
              <Skeleton width="45%" />
              <Skeleton width="70%" />
              <Skeleton width="55%" />
            </li>
          ))}
        </ul>
      )
    }
    return (
      <ul className={css.cards} data-column={state.value} aria-busy={query.isPlaceholderData}>
        {arriving.map((m) => (
          <Card
            key={m.row.id}
            row={m.row}
            included={m.included}
            now={now}
            current={current === m.row.id}
            moving
            movable={false}
            entriesOf={none}
            onDrag={nothing}
            onOpen={onOpen}
          />
        ))}
        {rows.map((row) => (
          <Card
            key={row.id}
            row={row}
            included={titles}
            now={now}
            current={current === row.id}
            moving={false}
            movable={movable}
            entriesOf={entries}
            onDrag={drag}
            onOpen={onOpen}
          />
        ))}
        {!rows.length && !arriving.length ? (
          <li className={css.nothing}>{t('orders.empty')}</li>
        ) : null}
        {query.hasNextPage ? (
          <li ref={end} className={css.more}>
            <button
              type="button"
              className={css.moreButton}
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('orders.more')}
            </button>
            <span>
              {t('orders.shown', {
                shown: number(rows.length),
                total: number(Math.max(count, rows.length)),
              })}
            </span>
          </li>
        ) : null}
      </ul>
    )
  }
  return (
    <section
      className={css.column}
      aria-label={t('orders.column', { state: name, count: number(count) })}
      {...drop}
      {...mark}
    >
      <div className={css.columnHead}>
        <h2 className={css.columnName}>
          <span className={`${css.dot} ${css[state.tone]}`} aria-hidden />
          {name}
          <span className={css.count}>{total ? number(count) : ''}</span>
        </h2>
        <button
          type="button"
          className={css.fold}
          aria-expanded="true"
          aria-label={t('orders.fold', { state: name })}
          onClick={onFold}
        >
          <IconChevronLeft size={16} className={css.mirrored} aria-hidden />
        </button>
        <span className={css.sum}>
          {total && count ? roundMoney(total.sums, i18n.language, currency) : '\u00a0'}
        </span>
      </div>
      {takes ? (
        <div className={css.target} aria-hidden>
          {t('orders.dropHere', {
            action: label(transition.label).toLocaleLowerCase(i18n.language),
          })}
        </div>
      ) : null}
      {content()}
    </section>
  )
}

const none = (): readonly MenuEntry[] => []
const nothing = (): void => undefined
