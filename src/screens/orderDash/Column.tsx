import { useCallback } from 'react'
import type { Included } from '#data/types.ts'
import { ColumnCards } from '#engine/list/layouts/ColumnCards.tsx'
import { ColumnFrame, type ColumnFrameProps } from '#engine/list/layouts/ColumnFrame.tsx'
import type { Moving, OnGrab } from '#engine/list/layouts/useCardDrag.tsx'
import { useOrganisation } from '#engine/person.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { roundMoney } from '../shared/money.ts'
import type { BoardSearch, ColumnTotal } from './board.ts'
import { Card } from './Card.tsx'
import { useColumnOrders } from './useColumnOrders.ts'
import type { Seen } from '../shared/resources.ts'

const none = (): readonly MenuEntry[] => []

interface ColumnProps extends Omit<ColumnFrameProps, 'count' | 'sums' | 'children'> {
  readonly search: BoardSearch
  /** Instant at which orders count as late; set when only late ones are shown. */
  readonly at: string
  readonly total: ColumnTotal | undefined
  readonly now: number
  readonly current: string | undefined
  readonly moving: readonly Moving[]
  readonly onGrab: OnGrab | undefined
  readonly onOpen: (row: Seen<'orders'>) => void
  readonly entriesOf: (row: Seen<'orders'>, included: Included) => readonly MenuEntry[]
}

/** The cards of a column: orders on their way here first, without those on their way elsewhere. */
const Cards = (props: ColumnProps) => {
  const { column, search, at, total, now, current, moving, onGrab, onOpen, entriesOf } = props
  const { query, titles, rows } = useColumnOrders(String(column.value), search, at)
  const entries = useCallback((row: Seen<'orders'>) => entriesOf(row, titles), [entriesOf, titles])
  const away = new Set(moving.map((m) => m.row.id))
  return (
    <ColumnCards
      query={query}
      name={label(column.label)}
      shown={rows.length}
      total={total?.count ?? 0}
    >
      {[
        ...moving
          .filter((m) => m.to === column.value)
          .map(({ row, included }) => (
            <Card
              key={row.id}
              {...{ row, included, now, onOpen }}
              current={current === row.id}
              moving
              entriesOf={none}
            />
          )),
        ...rows
          .filter((row) => !away.has(row.id))
          .map((row) => (
            <Card
              key={row.id}
              {...{ row, now, onOpen, onGrab }}
              included={titles}
              current={current === row.id}
              entriesOf={entries}
            />
          )),
      ]}
    </ColumnCards>
  )
}

/** A state of the board: its orders, and a drop target for valid transitions. */
export const Column = (props: ColumnProps) => {
  const { total } = props
  const { i18n } = useTranslation()
  const { currency } = useOrganisation()
  return (
    <ColumnFrame
      {...props}
      count={total?.count}
      sums={total?.count ? roundMoney(total.sums, i18n.language, currency) : ''}
    >
      <Cards {...props} />
    </ColumnFrame>
  )
}
