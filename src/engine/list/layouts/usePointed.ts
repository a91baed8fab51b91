import { useEffect, useRef, useState } from 'react'
import type { Bar } from './calendarParts.ts'

/** A bar and where it is on the screen. */
export interface Pointed {
  readonly bar: Bar
  readonly box: DOMRect
}

/** A pointer that passes over bars rests on none of them. */
const REST_MS = 150

/** The bar on which the pointer rests, or the focus is; Escape and scrolling let go of it. */
export const usePointed = () => {
  const [pointed, setPointed] = useState<Pointed>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = () => {
    clearTimeout(timer.current)
    setPointed(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!pointed) return
    const onKey = (e: KeyboardEvent) => e.key === 'Escape' && setPointed(undefined)
    const onScroll = () => setPointed(undefined)
    document.addEventListener('keydown', onKey)
    document.addEventListener('scroll', onScroll, true)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('scroll', onScroll, true)
    }
  }, [pointed])
  const point = (bar: Bar, at: Element) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPointed({ bar, box: at.getBoundingClientRect() }), REST_MS)
  }
  return { pointed, point, leave }
}
