/**
 * Virtualises a long list: renders the visible rows and some around them, so that the page stays
 * small.
 */
import { useEffect, useState, type RefObject } from 'react'

const AROUND = 20
/** The window moves in steps, so that not every pixel renders the rows again. */
const STEP = 10
/** Until a row has been measured. */
const ROW_PX = 36

/** Rows `from` (inclusive) to `to` (exclusive), and the row height. */
export interface Range {
  readonly from: number
  readonly to: number
  readonly rowPx: number
}

/** Visible row range for a body of `count` rows scrolled `above` px past the viewport top. Pure. */
export const rangeOf = (count: number, rowPx: number, above: number, seenPx: number): Range => {
  const first = Math.floor(Math.max(0, above) / rowPx / STEP) * STEP
  const from = Math.max(0, Math.min(first - AROUND, count - 1))
  return { from, to: Math.min(count, first + Math.ceil(seenPx / rowPx) + STEP + AROUND), rowPx }
}

/**
 * The rows of a table's body to render, as it scrolls by itself or with the page; all of them while
 * `on` is false.
 */
export const useWindow = (
  on: boolean,
  count: number,
  body: RefObject<HTMLTableSectionElement | null>,
): Range => {
  const [range, setRange] = useState<Range>({ from: 0, to: 2 * AROUND + STEP, rowPx: ROW_PX })
  useEffect(() => {
    if (!on) return
    const look = () => {
      const at = body.current
      if (!at) return
      const row = at.querySelector<HTMLElement>('tr[data-id]')
      const next =
        row?.nextElementSibling instanceof HTMLElement && row.nextElementSibling.dataset.id
          ? row.nextElementSibling.offsetTop - row.offsetTop
          : row?.offsetHeight
      const box = at.closest('[data-density]')?.getBoundingClientRect()
      const top = Math.max(0, box?.top ?? 0)
      const seen = Math.min(window.innerHeight, box?.bottom ?? window.innerHeight) - top
      const found = rangeOf(
        count,
        next || ROW_PX,
        top - at.getBoundingClientRect().top,
        Math.max(0, seen),
      )
      setRange((old) =>
        old.from === found.from && old.to === found.to && old.rowPx === found.rowPx ? old : found,
      )
    }
    look()
    document.addEventListener('scroll', look, { capture: true, passive: true })
    window.addEventListener('resize', look)
    return () => {
      document.removeEventListener('scroll', look, true)
      window.removeEventListener('resize', look)
    }
  }, [on, count, body])
  return on
    ? { ...range, to: Math.min(range.to, count) }
    : { from: 0, to: count, rowPx: range.rowPx }
}
