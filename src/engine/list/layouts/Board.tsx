import { useCallback, useMemo, useRef } from 'react'
import type { RecordData } from '#data/types.ts'
import { boardsOf } from '#model/layouts.ts'
import type { FieldModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { ErrorState } from '#ui/states.tsx'
import { usePreference } from '../../preference.ts'
import { titleOf } from '../../recordActions.ts'
import type { AnyFilterValue } from '../../listSearch.ts'
import { BoardColumn } from './BoardColumn.tsx'
import { boardValues, type BoardValue } from './boardColumns.ts'
import { cardFacts } from './cardFacts.ts'
import { FieldChoice, useChosenField } from './FieldChoice.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import { sumsOf } from './measures.ts'
import { Outcome } from './Outcome.tsx'
import { useBoardMoves, useBoardTotals } from './useBoard.ts'
import { useCardDrag } from './useCardDrag.tsx'
import { useColumnMenu } from './useColumnMenu.ts'
import { walkBoard } from './walkBoard.ts'
import layouts from './layouts.module.css'
import css from './board.module.css'

/** Columns that a person collapsed, by value. */
const readFolded = (raw: unknown): readonly string[] =>
  Array.isArray(raw) ? raw.filter((v): v is string => typeof v === 'string') : []

/** Tells the list which records are on the board, column by column. */
const useDrawn = (columns: readonly BoardValue[], { drawRows }: LayoutProps['list']) => {
  const drawn = useRef(new Map<string | null, readonly RecordData[]>())
  const now = useRef(columns)
  now.current = columns
  return useCallback(
    ({ value }: BoardValue, rows: readonly RecordData[]) => {
      drawn.current.set(value, rows)
      drawRows(now.current.flatMap((column) => drawn.current.get(column.value) ?? []))
    },
    [drawRows],
  )
}

/** The columns of a board by one field. */
const Columns = ({ list, menuOf, nothing, by }: LayoutProps & { readonly by: FieldModel }) => {
  const { t } = useTranslation()
  const { resource } = list
  const { totals, error, refetch } = useBoardTotals(list, by)
  const moves = useBoardMoves(list, by)
  const [folded, setFolded] = usePreference(`board.${resource.collection}.${by.name}`, readFolded)
  const chosen = list.search[by.name] as AnyFilterValue | undefined
  const values = useMemo(
    () => boardValues(resource, by, chosen, t('layouts.noValue')),
    [resource, by, chosen, t],
  )
  const columns = values.filter(({ value }) => value !== null || totals?.has(null))
  const onRows = useDrawn(columns, list)
  const { board, dragged, over, ghost, onGrab } = useCardDrag(columns, moves, (row) =>
    titleOf(resource, row),
  )
  const cardMenu = useColumnMenu({ by, columns, moves, menuOf, board })
  const facts = useMemo(
    () => cardFacts(list.columns, by.name, sumsOf(resource)),
    [list.columns, by.name, resource],
  )
  if (error && !totals) {
    return (
      <div className={layouts.surface}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (totals?.size === 0) return <div className={layouts.surface}>{nothing}</div>
  const toggle = (value: string) =>
    setFolded((old) => (old.includes(value) ? old.filter((v) => v !== value) : [...old, value]))
  return (
    <>
      <p id="board-keys" className="visually-hidden">
        {t('layouts.boardKeys')}
      </p>
      <div
        ref={board}
        className={css.board}
        role="group"
        aria-label={t('layouts.boardOf', { many: label(resource.label.many) })}
        aria-describedby="board-keys"
        onKeyDown={(e) => walkBoard(e, list.extend)}
      >
        {columns.map((column) => {
          const key = String(column.value)
          const own = dragged === undefined || (dragged[by.name] ?? null) === column.value
          return (
            <BoardColumn
              key={key}
              {...{ list, by, column, facts }}
              menuOf={cardMenu}
              total={totals && (totals.get(column.value) ?? { count: 0, sums: {} })}
              folded={folded.includes(key)}
              onFold={() => toggle(key)}
              moving={moves.moving}
              onRows={onRows}
              takes={own ? undefined : moves.mayMove(dragged, column.value)}
              hint={own ? undefined : moves.hint(dragged, column.value)}
              over={over === column.value}
              onGrab={moves.movable ? onGrab : undefined}
            />
          )
        })}
      </div>
      {ghost}
      <div className={layouts.foot}>
        <Outcome outcome={moves.outcome} />
      </div>
    </>
  )
}

/**
 * Records in a column per state or choice. Dropping a card runs the transition or writes the
 * choice; the card's menu does the same.
 */
export const Board = (props: LayoutProps) => {
  const { t } = useTranslation()
  const { list, nothing } = props
  const { offered, field } = useChosenField(list, boardsOf(list.resource))
  if (!field) return <div className={layouts.surface}>{nothing}</div>
  return (
    <>
      {offered.length > 1 ? (
        <FieldChoice
          list={list}
          title={t('layouts.columnsBy')}
          offered={offered}
          chosen={field.name}
        />
      ) : null}
      <Columns key={field.name} {...props} by={field} />
    </>
  )
}
