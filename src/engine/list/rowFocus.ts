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
  const places = [...document.querySelectorAll<HTMLElement>('[data-row-link], [data-card-link]')]
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

/** Focuses the row at that place, or the last one; nothing for a place below 0. */
export const focusPlace = (body: HTMLElement | null, place: number): void => {
  if (place < 0) return
  const links = [...(body?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  focus(links.slice(0, place + 1).at(-1))
}

/** Focuses the cell that many cells further in the same row; returns whether there is one. */
export const focusCell = (from: Element | null, by: number): boolean => {
  const cells = [
    ...(rowAt(from)?.querySelectorAll<HTMLElement>('[data-row-link], td[data-cell]') ?? []),
  ]
  return focus(cells[cells.findIndex((el) => el.contains(from)) + by])
}

/**
 * Moves the focus from a row that now shows another record to the same place of the row that shows
 * this one, if there is one.
 */
export const focusRecord = (body: HTMLElement | null, id: string): void => {
  const at = document.activeElement
  const row = rowAt(at)
  if (!at || !body || !row || !body.contains(row) || row.dataset.id === id) return
  const rows = [...body.querySelectorAll<HTMLTableRowElement>('tr[data-id]')]
  const to = rows.find((one) => one.dataset.id === id)
  const from = at.closest<HTMLTableCellElement>('td, th')
  const cell = from && to?.cells.item(from.cellIndex)
  const inside = at === from ? undefined : cell?.querySelector<HTMLElement>('a, button, input')
  focus(inside ?? cell ?? undefined)
}
