import { useCallback, useEffect, useRef, type RefObject } from 'react'
import type { Included, RecordData } from '#data/types.ts'
import type { FieldModel } from '#model/types.ts'
import { label, t } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import type { BoardValue } from './boardColumns.ts'
import type { LayoutProps } from './LayoutView.tsx'
import type { useBoardMoves } from './useBoard.ts'

/** Entries of a card's menu; `included` holds the titles of what its record refers to. */
export type CardMenu = (row: RecordData, included: Included) => readonly MenuEntry[]

interface ColumnMenuParts extends Pick<LayoutProps, 'menuOf'> {
  readonly by: FieldModel
  readonly columns: readonly BoardValue[]
  readonly moves: Pick<ReturnType<typeof useBoardMoves>, 'moving' | 'mayMove' | 'take'>
  readonly board: RefObject<HTMLElement | null>
}

/**
 * The menu of a card with an entry for each column it may be moved to, which is what dragging does.
 * A board by state has them already: they are the transitions. The focus follows the card.
 */
export const useColumnMenu = (parts: ColumnMenuParts): CardMenu => {
  const now = useRef(parts)
  now.current = parts
  const followed = useRef<string>(undefined)
  const {
    board,
    moves: { moving },
  } = parts
  useEffect(() => {
    const id = followed.current
    if (id === undefined) return
    if (document.activeElement === document.body) {
      board.current?.querySelector<HTMLElement>(`[data-card="${id}"] [data-card-link]`)?.focus()
    }
    if (!moving.some(({ row }) => row.id === id)) followed.current = undefined
  }, [moving, board])
  // One function for all renders, so that cards do not render again for their menus.
  return useCallback((row, included) => {
    const { by, columns, moves, menuOf } = now.current
    const others =
      by.kind === 'state' ? [] : columns.filter(({ value }) => moves.mayMove(row, value))
    if (!others.length) return menuOf(row)
    return [
      ...others.map((column) => ({
        key: `column ${column.value}`,
        label: t('layouts.moveToColumn', { column: label(column.label) }),
        onSelect: () => {
          followed.current = row.id
          void moves.take(row, included, column)
        },
      })),
      '-' as const,
      ...menuOf(row),
    ]
  }, [])
}
