import { useEffect, type PointerEvent } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { RecordData } from '#data/types.ts'
import type { FieldModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { BoardCard } from './BoardCard.tsx'
import type { BoardValue } from './boardColumns.ts'
import type { LayoutProps } from './LayoutView.tsx'
import type { Group } from './sums.ts'
import { ToneDot } from './ToneDot.tsx'
import { useBoardRows, type Moving } from './useBoard.ts'
import css from './board.module.css'

export interface BoardColumnProps extends Pick<LayoutProps, 'list' | 'menuOf'> {
  readonly by: FieldModel
  readonly column: BoardValue
  /** Undefined while loading. */
  readonly total: Omit<Group, 'value'> | undefined
  readonly facts: LayoutProps['list']['columns']
  readonly folded: boolean
  readonly onFold: () => void
  readonly moving: readonly Moving[]
  /** While a record is dragged: whether it may be dropped here; undefined on its own column. */
  readonly takes: boolean | undefined
  readonly over: boolean
  /** Called with its records in order. */
  readonly onRows: (column: BoardValue, rows: readonly RecordData[]) => void
  readonly onGrab: ((row: RecordData, e: PointerEvent<HTMLElement>) => void) | undefined
}

/** The sums of a column, one for each field and currency. */
const useSums = (total: BoardColumnProps['total']): string => {
  const format = useFormat()
  return Object.values(total?.sums ?? {})
    .flat()
    .map(({ amount, currency }) =>
      currency === undefined ? format.number(amount) : format.money({ amount, currency }),
    )
    .join(' · ')
}

const ColumnHead = ({
  column,
  total,
  onFold,
}: Pick<BoardColumnProps, 'column' | 'total' | 'onFold'>) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const sums = useSums(total)
  const name = label(column.label)
  return (
    <div className={css.columnHead}>
      <h2 className={css.columnName}>
        <ToneDot tone={column.tone} />
        <span className={css.columnText}>{name}</span>
        <span className={css.count}>{total ? number(total.count) : ''}</span>
      </h2>
      <button
        type="button"
        className={css.fold}
        aria-expanded="true"
        aria-label={t('layouts.foldColumn', { name })}
        title={t('layouts.foldColumn', { name })}
        onClick={onFold}
      >
        <IconChevronLeft size={16} className={css.mirrored} aria-hidden />
      </button>
      {sums ? <span className={css.sum}>{sums}</span> : null}
    </div>
  )
}

const Folded = ({
  column,
  total,
  onFold,
}: Pick<BoardColumnProps, 'column' | 'total' | 'onFold'>) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = label(column.label)
  return (
    <button
      type="button"
      className={css.unfold}
      aria-expanded="false"
      title={t('layouts.unfoldColumn', { name })}
      onClick={onFold}
    >
      <IconChevronRight size={16} className={css.mirrored} aria-hidden />
      <span className={css.count}>{number(total?.count ?? 0)}</span>
      <span className={css.foldedName}>
        <ToneDot tone={column.tone} />
        {name}
      </span>
    </button>
  )
}

const CardSkeletons = () => (
  <ul className={css.cards} aria-hidden>
    {[0, 1, 2].map((i) => (
      <li key={i} className={css.card}>
        <Skeleton width="55%" />
        <Skeleton width="75%" />
      </li>
    ))}
  </ul>
)

/** The cards of a column: records on their way here first, without those on their way elsewhere. */
const Cards = (props: BoardColumnProps) => {
  const { list, by, column, facts, moving, onGrab, onRows, menuOf, total } = props
  const { t } = useTranslation()
  const { number } = useFormat()
  const answer = useBoardRows(list, by, column.value)
  useEffect(() => {
    onRows(column, answer.rows)
    return () => onRows(column, [])
  }, [onRows, column, answer.rows])
  if (answer.error && !answer.data) {
    return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  }
  if (!answer.data) return <CardSkeletons />
  const away = new Set(moving.map((m) => m.row.id))
  const arriving = moving.filter((m) => m.to === column.value)
  const rows = answer.rows.filter((row) => !away.has(row.id))
  const shared = { list, facts, menuOf, included: answer.included, stated: by.name !== 'state' }
  return (
    <ul
      className={css.cards}
      data-cards=""
      aria-busy={answer.isPlaceholderData}
      aria-label={label(column.label)}
    >
      {arriving.map(({ row }) => (
        <BoardCard key={row.id} {...shared} row={row} moving />
      ))}
      {rows.map((row) => (
        <BoardCard
          key={row.id}
          {...shared}
          row={row}
          onGrab={onGrab}
          selected={list.selection[row.id] === true}
          onPick={list.pick}
        />
      ))}
      {rows.length || arriving.length ? null : (
        <li className={css.nothing}>{t('layouts.emptyColumn')}</li>
      )}
      {answer.hasNextPage ? (
        <li className={css.more}>
          <button
            type="button"
            className={css.moreButton}
            disabled={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            {t('layouts.showMore')}
          </button>
          <span>
            {t('layouts.shownOf', {
              shown: number(answer.rows.length),
              total: number(Math.max(total?.count ?? 0, answer.rows.length)),
            })}
          </span>
        </li>
      ) : null}
    </ul>
  )
}

/** A value of the board's field: its records, and a drop target where one may go. */
export const BoardColumn = (props: BoardColumnProps) => {
  const { column, total, folded, onFold, takes, over } = props
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = t('layouts.column', {
    name: label(column.label),
    count: number(total?.count ?? 0),
  })
  return (
    <section
      className={folded ? css.folded : css.column}
      aria-label={name}
      data-column={String(column.value)}
      data-shut={takes === false || undefined}
      data-takes={takes || undefined}
      data-over={(over && takes) || undefined}
    >
      {folded ? (
        <Folded {...{ column, total, onFold }} />
      ) : (
        <>
          <ColumnHead {...{ column, total, onFold }} />
          <Cards {...props} />
        </>
      )}
    </section>
  )
}
