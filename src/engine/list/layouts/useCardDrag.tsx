import { useCallback, useRef, type PointerEvent } from 'react'
import type { Included, RecordData } from '#data/types.ts'
import type { BoardValue } from './boardColumns.ts'
import { under } from './under.ts'
import { useDrag } from './useDrag.ts'
import css from './board.module.css'

const EDGE_PX = 48
const STEP_PX = 16

/** A record on its way to another column, with the titles of what it refers to. */
export interface Moving {
  readonly row: RecordData
  readonly included: Included
  readonly to: string | null
}

interface Grabbed extends Omit<Moving, 'to'> {
  readonly left: number
  readonly top: number
  readonly width: number
}

export interface CardMoves {
  /** Whether a record may be dropped on a column. */
  readonly mayMove: (row: RecordData, to: string | null) => boolean
  readonly take: (row: RecordData, included: Included, to: BoardValue) => unknown
}

/** Called when a mouse or pen presses on a card. */
export type OnGrab = (row: RecordData, included: Included, e: PointerEvent<HTMLElement>) => void

/** Drags cards between columns; the board scrolls near its edges. */
export const useCardDrag = (
  columns: readonly BoardValue[],
  { mayMove, take }: CardMoves,
  titleOf: (row: RecordData) => string,
) => {
  const board = useRef<HTMLDivElement>(null)
  const { drag, start } = useDrag<Grabbed, BoardValue>({
    placeAt: ({ row }, point) => {
      const box = board.current?.getBoundingClientRect()
      if (box && point.x > box.right - EDGE_PX) board.current?.scrollBy(STEP_PX, 0)
      else if (box && point.x < box.left + EDGE_PX) board.current?.scrollBy(-STEP_PX, 0)
      const at = under(point, '[data-column]')?.dataset.column
      const column = columns.find(({ value }) => String(value) === at)
      return column && mayMove(row, column.value) ? column : undefined
    },
    drop: ({ row, included }, column) => void take(row, included, column),
  })
  const onGrab = useCallback<OnGrab>(
    (row, included, e) => {
      const target = e.target as Element
      // A finger scrolls; it moves the record by the menu.
      if (e.pointerType === 'touch' || target.closest('button, label, [role=menu]')) return
      const { left, top, width } = e.currentTarget.getBoundingClientRect()
      start({ row, included, left, top, width })(e)
    },
    [start],
  )
  /** The title of the dragged card at the pointer. */
  const ghost = drag ? (
    <div
      className={css.ghost}
      aria-hidden
      style={{
        left: drag.thing.left + drag.by.x,
        top: drag.thing.top + drag.by.y,
        width: drag.thing.width,
      }}
    >
      {titleOf(drag.thing.row)}
    </div>
  ) : null
  return { board, dragged: drag?.thing.row, over: drag?.place?.value, ghost, onGrab }
}
