import type { KeyboardEvent, PointerEventHandler, ReactNode } from 'react'
import css from './calendar.module.css'

const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

/** A night that can be booked: Tab reaches one of a row, arrow keys the others. */
export const NightCell = ({
  kind,
  night,
  label,
  marked,
  stop,
  onPointerDown,
  onChoose,
  children,
}: {
  readonly kind: string
  readonly night: string
  readonly label: string
  readonly marked: boolean
  /** In the Tab order. */
  readonly stop: boolean
  readonly onPointerDown: PointerEventHandler
  readonly onChoose: () => void
  readonly children: ReactNode
}) => {
  const onKeyDown = (e: KeyboardEvent<HTMLButtonElement>) => {
    const step = STEPS.get(e.key)
    const cell = e.currentTarget.parentElement
    if (!step || !cell) return
    const turned = getComputedStyle(cell).direction === 'rtl' ? -step : step
    const next = turned > 0 ? cell.nextElementSibling : cell.previousElementSibling
    next?.querySelector<HTMLElement>('[data-night]')?.focus()
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    <button
      type="button"
      className={css.night}
      data-night={night}
      data-of={kind}
      data-marked={marked || undefined}
      aria-label={label}
      tabIndex={stop ? 0 : -1}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onClick={onChoose}
    >
      {children}
    </button>
  )
}
