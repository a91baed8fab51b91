/** A horizontally scrolling strip: whether it overflows, and which part is in view. */
import { useEffect, useState, type RefObject } from 'react'

/** True when the part is fully in view within the strip, allowing one px for rounding. */
export const wholeIn = (strip: HTMLElement | null, part: HTMLElement | null): boolean => {
  if (!strip || !part) return true
  const [around, own] = [strip.getBoundingClientRect(), part.getBoundingClientRect()]
  return own.left >= around.left - 1 && own.right <= around.right + 1
}

/** Scrolls only the strip, not the page, to centre the part unless it is already in view. */
export const reveal = (strip: HTMLElement | null, part: HTMLElement | null): void => {
  if (!strip || !part || wholeIn(strip, part)) return
  const [around, own] = [strip.getBoundingClientRect(), part.getBoundingClientRect()]
  strip.scrollLeft += (own.left + own.right - around.left - around.right) / 2
}

/** True while the strip overflows. `parts`: their number. */
export const useOverflow = (ref: RefObject<HTMLElement | null>, parts: number): boolean => {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const strip = ref.current
    if (!strip || typeof ResizeObserver === 'undefined') return undefined
    // Measured against the line around it: the button that appears takes space and must not affect
    // whether it is needed.
    const line = strip.parentElement ?? strip
    const measure = () =>
      setOver(
        [...strip.children].reduce((sum, part) => sum + part.getBoundingClientRect().width, 0) >
          line.clientWidth + 1,
      )
    const observer = new ResizeObserver(measure)
    for (const part of [line, ...strip.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [ref, parts])
  return over
}
