import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { label, useTranslation } from '#ui/i18n.ts'
import { MAX_WIDTH_PX, MIN_WIDTH_PX } from '#model/views.ts'
import css from './table.module.css'

const STEP_PX = 16

interface EdgeProps {
  /** Label of the column. */
  readonly text: string
  /** Width a person chose, or the column's minimum width. */
  readonly widthPx: number
  /** While the edge is dragged. */
  readonly onDrag: (px: number) => void
  /** After dragging; undefined = automatic width. */
  readonly onSet: (px: number | undefined) => void
}

const within = (px: number): number =>
  Math.round(Math.max(MIN_WIDTH_PX, Math.min(MAX_WIDTH_PX, px)))
/** 1 where the line ends on the right, otherwise -1. */
export const towardsEnd = (): number => (document.documentElement.dir === 'rtl' ? -1 : 1)

/**
 * Resize handle of a column header: dragging or arrow keys change the width; double-click and Home
 * reset it.
 */
export const ColumnEdge = ({ text, widthPx, onDrag, onSet }: EdgeProps) => {
  const { t } = useTranslation()
  const drag = useRef<{ readonly x: number; readonly from: number; to: number } | undefined>(
    undefined,
  )
  const shownWidth = (el: Element): number =>
    el.closest('th')?.getBoundingClientRect().width ?? widthPx
  const move = (e: PointerEvent) => {
    if (!drag.current) return
    drag.current.to = within(drag.current.from + (e.clientX - drag.current.x) * towardsEnd())
    onDrag(drag.current.to)
  }
  const end = () => {
    if (drag.current && drag.current.to !== drag.current.from) onSet(drag.current.to)
    drag.current = undefined
  }
  const key = (e: KeyboardEvent) => {
    const arrow = Number(e.key === 'ArrowRight') - Number(e.key === 'ArrowLeft')
    const direction = arrow && arrow * towardsEnd()
    if (direction) onSet(within(shownWidth(e.currentTarget) + direction * STEP_PX))
    else if (e.key === 'Home') onSet(undefined)
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    <span
      role="separator"
      tabIndex={0}
      className={css.edge}
      aria-orientation="vertical"
      aria-label={t('list.resize', { label: label(text) })}
      aria-valuenow={widthPx}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={MAX_WIDTH_PX}
      aria-valuetext={t('list.widthPx', { width: widthPx })}
      onPointerDown={(e) => {
        if (e.button !== 0) return
        e.preventDefault()
        const from = Math.round(shownWidth(e.currentTarget))
        drag.current = { x: e.clientX, from, to: from }
        e.currentTarget.setPointerCapture(e.pointerId)
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onSet(undefined)}
      onKeyDown={key}
    />
  )
}
