import { useCallback, useState, type DragEvent } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Included, RecordData } from '#data/types.ts'
import { useOrganisation } from '#engine/person.ts'
import type { StateModel, Transition } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { Skeleton, ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { roundMoney } from '../shared/money.ts'
import type { BoardSearch, ColumnTotal } from './board.ts'
import { Card } from './Card.tsx'
import { useColumnOrders, type ColumnOrders } from './useColumnOrders.ts'
import css from './orderDash.module.css'

const none = (): readonly MenuEntry[] => []
const nothing = (): void => undefined

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

/** Handlers and marks of a column that takes the dragged order while `transition` is set. */
const useDropTarget = ({ transition, onDrop }: Pick<ColumnProps, 'transition' | 'onDrop'>) => {
  const [over, setOver] = useState(false)
  const takes = transition !== undefined && transition !== null
  return {
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
    'data-over': (over && takes) || undefined,
    'data-shut': transition === null || undefined,
    'data-takes': takes || undefined,
  }
}

const Unfold = ({
  state,
  count,
  onFold,
}: Pick<ColumnProps, 'state' | 'onFold'> & { readonly count: number }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = label(state.label)
  return (
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
  )
}

/** Name, count and sum of a column, and the button that folds it. */
const ColumnHead = ({ state, total, onFold }: Pick<ColumnProps, 'state' | 'total' | 'onFold'>) => {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  const { currency } = useOrganisation()
  const name = label(state.label)
  return (
    <div className={css.columnHead}>
      <h2 className={css.columnName}>
        <span className={`${css.dot} ${css[state.tone]}`} aria-hidden />
        {name}
        <span className={css.count}>{total ? number(total.count) : ''}</span>
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
        {total?.count ? roundMoney(total.sums, i18n.language, currency) : '\u00a0'}
      </span>
    </div>
  )
}

const CardSkeletons = () => (
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

/** The end of a column with further orders: a button for the next page. */
const MoreOrders = ({
  orders: { query, end },
  shown,
  total,
}: {
  readonly orders: ColumnOrders
  readonly shown: number
  readonly total: number
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
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
        {t('orders.shown', { shown: number(shown), total: number(Math.max(total, shown)) })}
      </span>
    </li>
  )
}

/** The cards of a column: orders on their way here first, without those on their way elsewhere. */
const Cards = ({
  state,
  orders,
  total,
  now,
  current,
  movable,
  moves,
  onDrag,
  onOpen,
  entriesOf,
}: ColumnProps & { readonly orders: ColumnOrders }) => {
  const { t } = useTranslation()
  const { query, titles } = orders
  const entries = useCallback((row: RecordData) => entriesOf(row, titles), [entriesOf, titles])
  const drag = useCallback((row: RecordData | undefined) => onDrag(row, titles), [onDrag, titles])
  if (query.error && !query.data) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  if (query.isPending) return <CardSkeletons />
  const moving = new Set(moves.map((m) => m.row.id))
  const arriving = moves.filter((m) => m.to === state.value)
  const rows = orders.rows.filter((r) => !moving.has(r.id))
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
        <MoreOrders orders={orders} shown={rows.length} total={total?.count ?? 0} />
      ) : null}
    </ul>
  )
}

/** A state of the board: its orders, and a drop target for valid transitions. */
export const Column = (props: ColumnProps) => {
  const { state, search, at, total, folded, onFold, transition, onDrop } = props
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  const orders = useColumnOrders(state, search, at, !folded)
  const target = useDropTarget({ transition, onDrop })
  const count = total?.count ?? 0
  const name = t('orders.column', { state: label(state.label), count: number(count) })
  if (folded) {
    return (
      <section className={css.folded} aria-label={name} {...target}>
        <Unfold state={state} count={count} onFold={onFold} />
      </section>
    )
  }
  return (
    <section className={css.column} aria-label={name} {...target}>
      <ColumnHead state={state} total={total} onFold={onFold} />
      {transition ? (
        <div className={css.target} aria-hidden>
          {t('orders.dropHere', {
            action: label(transition.label).toLocaleLowerCase(i18n.language),
          })}
        </div>
      ) : null}
      <Cards {...props} orders={orders} />
    </section>
  )
}
