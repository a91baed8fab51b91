/** A strip that scrolls sideways: whether it has to, and what of it is in sight. */
import { useEffect, useState, type RefObject } from 'react'

/** Whether the part stands in the strip as a whole; one px is left to rounding. */
export const wholeIn = (strip: HTMLElement | null, part: HTMLElement | null): boolean => {
  if (!strip || !part) return true
  const [around, own] = [strip.getBoundingClientRect(), part.getBoundingClientRect()]
  return own.left >= around.left - 1 && own.right <= around.right + 1
}

/** Moves the strip, and nothing else of the page, until the part stands in its middle, unless it is in sight. */
export const reveal = (strip: HTMLElement | null, part: HTMLElement | null): void => {
  if (!strip || !part || wholeIn(strip, part)) return
  const [around, own] = [strip.getBoundingClientRect(), part.getBoundingClientRect()]
  strip.scrollLeft += (own.left + own.right - around.left - around.right) / 2
}

/** True while the strip has more in it than room. `parts`: how many there are. */
export const useOverflow = (ref: RefObject<HTMLElement | null>, parts: number): boolean => {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const strip = ref.current
    if (!strip || typeof ResizeObserver === 'undefined') return undefined
    // Against the line around it: the button that appears takes room away and must not decide whether it is needed.
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
