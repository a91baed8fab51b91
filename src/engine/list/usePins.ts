import { useLayoutEffect, useRef, type RefObject } from 'react'
import { MAX_PINS } from './pins.ts'

/** Of the width of a table: where the pinned columns take more, only the title stays in place. */
const MOST = 0.7

/**
 * Keeps the first `count` columns of a table in place, after its checkboxes. The widths are those on
 * screen, since columns share what is left of the table's width.
 *
 * @returns The element around the table, of the class `pins`.
 */
export const usePins = (count: number, names: string): RefObject<HTMLDivElement | null> => {
  const around = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = around.current
    const frame = box?.querySelector<HTMLElement>('[data-density]')
    if (!box || !frame || !count) return
    const places = 1 + Math.min(count, MAX_PINS + 1)
    const heads = [...frame.querySelectorAll<HTMLElement>('thead th')].slice(0, places)
    const look = () => {
      let at = 0
      for (const [i, head] of heads.entries()) {
        // Places count from 1, the checkbox.
        box.style.setProperty(`--pin-${i + 1}`, `${at}px`)
        at += head.getBoundingClientRect().width
      }
      box.style.setProperty('--pins', `${at}px`)
      const fits = at <= frame.clientWidth * MOST
      box.dataset.pins = fits ? heads.map((_, i) => i + 1).join(' ') : ''
    }
    look()
    const observer = new ResizeObserver(look)
    for (const each of [frame, ...heads]) observer.observe(each)
    return () => {
      observer.disconnect()
      delete box.dataset.pins
    }
  }, [count, names])
  return around
}
