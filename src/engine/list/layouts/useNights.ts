import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react'
import { addDays } from './days.ts'
import { under } from './under.ts'

/** Nights of one kind of place; both dates are nights of the stay, in any order. */
interface Marked {
  readonly kind: string
  readonly from: string
  readonly to: string
}

/** True if a night is among the marked ones. */
export const isMarked = (marked: Marked | undefined, kind: string, night: string): boolean =>
  marked?.kind === kind &&
  night >= (marked.from < marked.to ? marked.from : marked.to) &&
  night <= (marked.from < marked.to ? marked.to : marked.from)

/** Arrival and departure of marked nights. */
export const stayOfNights = ({ from, to }: Pick<Marked, 'from' | 'to'>) => {
  const [first, last] = from < to ? [from, to] : [to, from]
  return { from: first, until: addDays(last, 1) }
}

/**
 * Chooses nights by dragging the mouse over elements with `data-night` and `data-of`, the kind of
 * place. A press that stays on one night remains a click, and a finger scrolls; Escape cancels.
 */
export const useNights = (choose: (kind: string, from: string, until: string) => void) => {
  const [marked, setMarked] = useState<Marked>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const start = (kind: string, night: string) => (e: ReactPointerEvent) => {
    if (e.button !== 0 || e.pointerType !== 'mouse') return
    let now: Marked = { kind, from: night, to: night }
    const move = (ev: PointerEvent) => {
      const over = under({ x: ev.clientX, y: ev.clientY }, '[data-night]')?.dataset
      if (over?.of !== kind || !over.night || over.night === now.to) return
      now = { ...now, to: over.night }
      setMarked(now)
    }
    const end = () => {
      stop.current?.()
      setMarked(undefined)
    }
    const up = () => {
      end()
      if (now.from === now.to) return
      const { from, until } = stayOfNights(now)
      choose(kind, from, until)
    }
    const key = (ev: KeyboardEvent) => {
      if (ev.key === 'Escape') end()
    }
    stop.current = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('keydown', key)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('keydown', key)
  }
  return { marked, start }
}
