import { useEffect, useRef, type RefObject } from 'react'
import { useGoTo } from '../links.tsx'
import { towardsEnd } from './ColumnEdge.tsx'
import type { List } from './useList.ts'
import { focusCell, focusRow } from './rowFocus.ts'
import { rowAt, type Peek } from './usePeek.ts'

/** Elements in which keys have a meaning of their own. */
export const TYPING =
  'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]'

interface ShortcutParts {
  readonly searchRef: RefObject<HTMLInputElement | null>
  readonly peek: Peek
  /** Only keys inside this element are the list's, without those of a whole page. */
  readonly within?: RefObject<HTMLElement | null> | undefined
}

/** Keys of a list that is a page of its own; elsewhere the page has others. */
const OF_PAGE = ['/', 'c', 'e']

const targetOf = (e: Event): Element | null => (e.target instanceof Element ? e.target : null)

/** True if the event is the list's: no key of an input, a dialog, or the page around the list. */
const isOfList = (e: KeyboardEvent, within: ShortcutParts['within']): boolean => {
  const target = targetOf(e)
  return !(
    e.defaultPrevented ||
    ((e.ctrlKey || e.metaKey) && e.key !== 'a') ||
    e.altKey ||
    target?.closest(TYPING) ||
    (within && (!within.current?.contains(target) || OF_PAGE.includes(e.key))) ||
    document.querySelector('dialog[open]')
  )
}

interface Parts {
  readonly list: List
  readonly goTo: ReturnType<typeof useGoTo>
  readonly peek: Peek
  readonly search: HTMLInputElement | null
}

/** True for rows that may be selected; a layout with its own rows may not say which it has. */
const knows = ({ rows }: List, id: string): boolean => rows.some((row) => row.id === id)

/** Moves the focus by rows, and with Shift selects the rows on the way. */
const moveByRows = (e: KeyboardEvent, list: List, by: number): boolean => {
  const from = rowAt(e.target)?.dataset.id
  if (!focusRow(targetOf(e), by)) return false
  const to = rowAt(document.activeElement)?.dataset.id
  if (e.shiftKey && from && to && knows(list, to)) list.extend(from, to)
  return true
}

/** Selects the rows of the page. */
const selectPage = (list: List): boolean => {
  if (!list.rows.length) return false
  list.setSelection((old) => ({
    ...old,
    ...Object.fromEntries(list.rows.map((row) => [row.id, true as const])),
  }))
  return true
}

/** To the actions of the selected rows, which come after all rows in Tab order. */
const focusBulkBar = (): boolean => {
  const first = document.querySelector<HTMLElement>('[data-bulk] button:enabled')
  first?.focus()
  return first !== null
}

/** Closes what is shown beside the list, else ends the selection. */
const escape = (list: List, peek: Peek): boolean => {
  if (peek.close()) return true
  if (!list.matching && !Object.keys(list.selection).length) return false
  list.clearSelection()
  return true
}

/** Runs the command of a key; returns whether it has one here. */
const run = (e: KeyboardEvent, { list, goTo, peek, search }: Parts): boolean => {
  const { resource, rights, trashed, selection } = list
  const id = rowAt(e.target)?.dataset.id
  switch (e.key) {
    case 'a':
      return (e.ctrlKey || e.metaKey) && selectPage(list)
    case ' ':
      if (id === undefined || !rights.read || targetOf(e)?.closest('button, input')) return false
      peek.toggle(id)
      return true
    case 'Escape':
      return escape(list, peek)
    case '/':
      search?.focus()
      search?.select()
      return true
    case 'ArrowDown':
      return moveByRows(e, list, 1)
    case 'ArrowUp':
      return id !== undefined && moveByRows(e, list, -1)
    case 'ArrowRight':
      return focusCell(targetOf(e), towardsEnd())
    case 'ArrowLeft':
      return focusCell(targetOf(e), -towardsEnd())
    case 'b':
      return focusBulkBar()
    case 'c':
      if (rights.create) void goTo(resource, { page: 'create' })
      return rights.create
    case 'e':
      if (id === undefined || !rights.update || trashed) return false
      void goTo(resource, { page: 'edit', id })
      return true
    case 'x':
    case 'X':
      if (!id || !knows(list, id)) return false
      list.pick(id, e.shiftKey || !selection[id], e.shiftKey)
      return true
    default:
      return false
  }
}

/**
 * Keys of a list: `/` search, arrows rows and cells, `F2` or `Enter` a cell, `e` edit, Space shows
 * the record beside the list, `x` select, with Shift a range, `Ctrl+A` the page, `b` the actions of
 * the selection, Escape none, `c` create. Enter natively follows the row's link.
 */
export const useShortcuts = (list: List, { searchRef, peek, within }: ShortcutParts): void => {
  const goTo = useGoTo()
  const now = useRef({ list, goTo, peek })
  now.current = { list, goTo, peek }
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (isOfList(e, within) && run(e, { ...now.current, search: searchRef.current })) {
        e.preventDefault()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [searchRef, within])
}
