import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
} from 'react'

export interface Point {
  readonly x: number
  readonly y: number
}
/** A drag in progress: its offset from the start, and its drop target. */
export interface Drag<T, Place> {
  readonly thing: T
  readonly by: Point
  readonly place: Place | undefined
}
interface Rules<T, Place> {
  /** The place under the pointer; undefined if nothing can be dropped there. */
  readonly placeAt: (thing: T, at: Point, by: Point) => Place | undefined
  readonly drop: (thing: T, place: Place) => void
}

const SLACK_PX = 4
const EDGE_PX = 48

/** Dragging by mouse, pen and finger. A press that hardly moves stays a click; Escape cancels. */
export const useDrag = <T, Place>(rules: Rules<T, Place>) => {
  const [drag, setDrag] = useState<Drag<T, Place>>()
  const now = useRef(rules)
  now.current = rules
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const start = useCallback(
    (thing: T) => (e: ReactPointerEvent) => {
      if (e.button !== 0 || !e.isPrimary) return
      const from: Point = { x: e.clientX, y: e.clientY }
      let moved = false
      let place: Place | undefined
      const move = (ev: PointerEvent) => {
        const by = { x: ev.clientX - from.x, y: ev.clientY - from.y }
        if (!moved && Math.hypot(by.x, by.y) < SLACK_PX) return
        if (!moved) window.getSelection()?.removeAllRanges()
        moved = true
        ev.preventDefault()
        if (ev.clientY < EDGE_PX) window.scrollBy(0, -16)
        else if (ev.clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, 16)
        place = now.current.placeAt(thing, { x: ev.clientX, y: ev.clientY }, by)
        setDrag({ thing, by, place })
      }
      const end = (drop: boolean) => {
        stop.current?.()
        setDrag(undefined)
        if (!moved) return
        // Ignore the click that follows the release.
        const swallow = (ev: Event) => {
          ev.preventDefault()
          ev.stopPropagation()
        }
        window.addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
        if (drop && place !== undefined) now.current.drop(thing, place)
      }
      const up = () => end(true)
      const cancel = () => end(false)
      const key = (ev: KeyboardEvent) => {
        if (ev.key === 'Escape') cancel()
      }
      stop.current = () => {
        window.removeEventListener('pointermove', move)
        window.removeEventListener('pointerup', up)
        window.removeEventListener('pointercancel', cancel)
        window.removeEventListener('keydown', key)
      }
      window.addEventListener('pointermove', move, { passive: false })
      window.addEventListener('pointerup', up)
      window.addEventListener('pointercancel', cancel)
      window.addEventListener('keydown', key)
    },
    [],
  )
  return { drag, start }
}
