import { useEffect } from 'react'
import type { RecordData } from '#data/types.ts'
import type { FieldModel } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { BoardCard } from './BoardCard.tsx'
import type { BoardValue } from './boardColumns.ts'
import { ColumnCards } from './ColumnCards.tsx'
import { ColumnFrame, type ColumnFrameProps } from './ColumnFrame.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import type { Group } from './sums.ts'
import { useBoardRows } from './useBoard.ts'
import type { Moving, OnGrab } from './useCardDrag.tsx'
import type { CardMenu } from './useColumnMenu.ts'

export interface BoardColumnProps
  extends Pick<LayoutProps, 'list'>, Omit<ColumnFrameProps, 'count' | 'sums' | 'children'> {
  readonly menuOf: CardMenu
  readonly by: FieldModel
  /** Undefined while loading. */
  readonly total: Omit<Group, 'value'> | undefined
  readonly facts: LayoutProps['list']['columns']
  readonly moving: readonly Moving[]
  /** Called with its records in order. */
  readonly onRows: (column: BoardValue, rows: readonly RecordData[]) => void
  readonly onGrab: OnGrab | undefined
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

/** The cards of a column: records on their way here first, without those on their way elsewhere. */
const Cards = (props: BoardColumnProps) => {
  const { list, by, column, facts, moving, onGrab, onRows, menuOf, total } = props
  const query = useBoardRows(list, by, column.value)
  useEffect(() => {
    onRows(column, query.rows)
    return () => onRows(column, [])
  }, [onRows, column, query.rows])
  const away = new Set(moving.map((m) => m.row.id))
  const shared = { list, facts, menuOf, stated: by.name !== 'state' }
  return (
    <ColumnCards
      query={query}
      name={label(column.label)}
      shown={query.rows.length}
      total={total?.count ?? 0}
    >
      {[
        ...moving
          .filter((m) => m.to === column.value)
          .map(({ row, included }) => (
            <BoardCard key={row.id} {...shared} {...{ row, included }} moving />
          )),
        ...query.rows
          .filter((row) => !away.has(row.id))
          .map((row) => (
            <BoardCard
              key={row.id}
              {...shared}
              row={row}
              included={query.included}
              onGrab={onGrab}
              selected={list.selection[row.id] === true}
              onPick={list.pick}
            />
          )),
      ]}
    </ColumnCards>
  )
}

/** A value of the board's field: its records, and a drop target where one may go. */
export const BoardColumn = (props: BoardColumnProps) => (
  <ColumnFrame {...props} count={props.total?.count} sums={useSums(props.total)}>
    <Cards {...props} />
  </ColumnFrame>
)
