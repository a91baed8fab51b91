import { rowAt } from './usePeek.ts'

/** Focuses the element; returns whether it exists. */
const focus = (place: HTMLElement | undefined): boolean => {
  place?.focus()
  place?.scrollIntoView({ block: 'nearest' })
  return place !== undefined
}

/**
 * Focuses the row that many rows further, in the same column; from outside the rows the first or
 * last. Returns whether there is one.
 */
export const focusRow = (from: Element | null, by: number): boolean => {
  const row = rowAt(from)
  const places = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = places.findIndex((el) => row?.contains(el))
  const edge = by > 0 ? 0 : places.length - 1
  const link = places[at < 0 ? edge : at + by]
  const column = from?.closest<HTMLElement>('td[data-cell]')?.dataset.cell
  return focus(
    column && link
      ? (rowAt(link)?.querySelector<HTMLElement>(`td[data-cell="${column}"]`) ?? link)
      : link,
  )
}

/** Focuses the cell that many cells further in the same row; returns whether there is one. */
export const focusCell = (from: Element | null, by: number): boolean => {
  const cells = [
    ...(rowAt(from)?.querySelectorAll<HTMLElement>('[data-row-link], td[data-cell]') ?? []),
  ]
  return focus(cells[cells.findIndex((el) => el.contains(from)) + by])
}
