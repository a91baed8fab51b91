import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'
import type { RecordData } from '#data/types.ts'
import { elsewhere, useFollow } from '../links.tsx'
import type { List } from './useList.ts'
import { rowAt } from './usePeek.ts'

const DOUBLE_CLICK_MS = 260
const INTERACTIVE = 'a, button, input, label, [role=menu]'

interface RowEvents extends Pick<List, 'pick'> {
  readonly rows: readonly RecordData[]
  /** The person may open the records. */
  readonly opens: boolean
  /** Columns whose values the person may change in place. */
  readonly editable: ReadonlySet<string>
  readonly onOpen: (row: RecordData, newTab: boolean) => void
  readonly onEdit: (row: RecordData, name: string, at: HTMLElement) => void
  /** Only rows with the value of a cell are wanted. */
  readonly onFilter: (row: RecordData, name: string) => void
  /** The button of a row's menu was pressed; with `open` by a key that only opens. */
  readonly onMenu: (row: RecordData, button: HTMLElement, open?: boolean) => void
  /** The pointer or the focus comes near the button of a menu. */
  readonly nearMenu: () => void
}

type At = { readonly target: EventTarget }
const within = (e: At, selector: string): HTMLElement | null =>
  (e.target as HTMLElement).closest<HTMLElement>(selector)
const cellOf = (e: At): HTMLElement | null => within(e, '[data-cell]')

/** Shows the text of a cell in full while the pointer is on it, if it is cut. */
const showCut = (cell: HTMLElement): void => {
  const isCut = [cell, ...cell.children].some((e) => e.scrollWidth > e.clientWidth)
  cell.title = isCut ? cell.textContent : ''
}

const isFilterKey = (e: KeyboardEvent): boolean =>
  e.key === 'f' && e.target === cellOf(e) && !e.ctrlKey && !e.metaKey

/** Filters the list by the value of the cell that an event is on. */
const filterAt = (
  e: At & { preventDefault(): void },
  row: RecordData | undefined,
  { onFilter }: Pick<RowEvents, 'onFilter'>,
): void => {
  const name = cellOf(e)?.dataset.cell
  if (!row || name === undefined) return
  e.preventDefault()
  onFilter(row, name)
}

/**
 * The events of all rows, as handlers of the table's body: a click opens a row, follows a link,
 * selects, or opens the menu; a double click, F2 or Enter edits a cell.
 */
export const useRowEvents = (given: RowEvents) => {
  const now = useRef(given)
  useEffect(() => {
    now.current = given
  })
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pointed = useRef<HTMLElement>(null)
  const cut = useRef<HTMLElement>(null)
  const { follow, ahead } = useFollow()
  const rowOf = (e: At): RecordData | undefined => {
    const id = rowAt(e.target)?.dataset.id
    return now.current.rows.find((row) => row.id === id)
  }
  const isEditable = (cell: HTMLElement | null): cell is HTMLElement =>
    now.current.editable.has(cell?.dataset.cell ?? '')
  const edit = (e: At & { preventDefault(): void }): void => {
    const cell = cellOf(e)
    const row = rowOf(e)
    if (!row || !isEditable(cell)) return
    clearTimeout(opening.current)
    e.preventDefault()
    now.current.onEdit(row, cell.dataset.cell!, cell)
  }
  const onRow = (e: MouseEvent, row: RecordData): void => {
    if (!now.current.opens || window.getSelection()?.toString() || e.detail > 1) return
    const newTab = e.ctrlKey || e.metaKey
    // If a double click edits, a single click waits in case it is the first of two.
    if (isEditable(cellOf(e)) && !newTab) {
      opening.current = setTimeout(() => now.current.onOpen(row, false), DOUBLE_CLICK_MS)
    } else now.current.onOpen(row, newTab)
  }
  const onClick = (e: MouseEvent): void => {
    clearTimeout(opening.current)
    const row = rowOf(e)
    if (!row || e.defaultPrevented) return
    if (e.altKey && cellOf(e)) return filterAt(e, row, now.current)
    const link = within(e, '[data-follow]')
    const button = within(e, '[data-menu]')
    const tick = within(e, '[data-tick]') as HTMLInputElement | null
    if (link) {
      if (elsewhere(e)) return
      e.preventDefault()
      follow(link)
    } else if (button) now.current.onMenu(row, button)
    else if (tick) now.current.pick(row.id, tick.checked, e.shiftKey)
    else if (!within(e, INTERACTIVE)) onRow(e, row)
  }
  return {
    onClick,
    onDoubleClick: (e: MouseEvent) => {
      if (!within(e, INTERACTIVE)) edit(e)
    },
    onKeyDown: (e: KeyboardEvent) => {
      const button = e.key === 'ArrowDown' && within(e, '[data-menu]')
      const row = button && rowOf(e)
      if (button && row) {
        e.preventDefault()
        now.current.onMenu(row, button, true)
      } else if (isFilterKey(e)) filterAt(e, rowOf(e), now.current)
      else if (e.key === 'F2' || (e.key === 'Enter' && e.target === cellOf(e))) edit(e)
    },
    onMouseOver: (e: MouseEvent) => {
      const cell = cellOf(e)
      // An element may be another record's later.
      if (cut.current !== cell) cut.current?.removeAttribute('title')
      cut.current = cell
      if (cell) showCut(cell)
      const link = within(e, '[data-follow]')
      if (link && link !== pointed.current) ahead(link)
      pointed.current = link
      if (within(e, '[data-menu]')) now.current.nearMenu()
    },
    onFocus: (e: FocusEvent) => {
      const link = within(e, '[data-follow]')
      if (link) ahead(link)
      if (within(e, '[data-menu]')) now.current.nearMenu()
    },
  }
}
