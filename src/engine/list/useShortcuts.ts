import { useEffect, useRef, type RefObject } from 'react'
import { useGoTo } from '../links.tsx'
import { towardsEnd } from './ColumnEdge.tsx'
import type { List } from './useList.ts'
import { rowAt, type Peek } from './usePeek.ts'

/** Elements in which keys have a meaning of their own. */
export const TYPING =
  'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]'

/** Focuses the element; returns whether it exists. */
const focus = (place: HTMLElement | undefined): boolean => {
  place?.focus()
  place?.scrollIntoView({ block: 'nearest' })
  return place !== undefined
}

interface ShortcutParts {
  readonly searchRef: RefObject<HTMLInputElement | null>
  readonly peek: Peek
  /** Only keys inside this element are the list's, without those of a whole page. */
  readonly within?: RefObject<HTMLElement | null> | undefined
}

/** Keys of a list that is a page of its own; elsewhere the page has others. */
const OF_PAGE = ['/', 'c', 'e']

/**
 * Keys of a list: `/` search, arrows rows and cells, `F2` or `Enter` a cell, `e` edit, Space shows
 * the record beside the list, `x` select, with Shift a range, `Ctrl+A` the page, Escape none, `c`
 * create. Enter natively follows the row's link.
 */
export const useShortcuts = (list: List, { searchRef, peek, within }: ShortcutParts): void => {
  const goTo = useGoTo()
  const now = useRef({ list, goTo, peek })
  now.current = { list, goTo, peek }
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const target = e.target instanceof Element ? e.target : null
      const all = (e.ctrlKey || e.metaKey) && e.key === 'a'
      if (
        e.defaultPrevented ||
        ((e.ctrlKey || e.metaKey) && !all) ||
        e.altKey ||
        target?.closest(TYPING) ||
        (within && (!within.current?.contains(target) || OF_PAGE.includes(e.key))) ||
        document.querySelector('dialog[open]')
      ) {
        return
      }
      const { list: current, goTo: go, peek: beside } = now.current
      const { resource, rights, trashed, rows, selection, pick } = current
      const row = rowAt(target)
      const id = row?.dataset.id
      const move = (by: number) => {
        const places = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
        const at = places.findIndex((el) => row?.contains(el))
        const edge = by > 0 ? 0 : places.length - 1
        const link = places[at < 0 ? edge : at + by]
        const column = target?.closest<HTMLElement>('td[data-cell]')?.dataset.cell
        return focus(
          column && link
            ? (rowAt(link)?.querySelector<HTMLElement>(`td[data-cell="${column}"]`) ?? link)
            : link,
        )
      }
      const across = (by: number) => {
        const cells = [
          ...(row?.querySelectorAll<HTMLElement>('[data-row-link], td[data-cell]') ?? []),
        ]
        return focus(cells[cells.findIndex((el) => el.contains(target)) + by])
      }
      const extend = (by: number) => {
        if (!move(by)) return false
        const to = rowAt(document.activeElement)?.dataset.id
        if (e.shiftKey && !current.ownRows && id && to) current.extend(id, to)
        return true
      }
      const done = (() => {
        switch (e.key) {
          case 'a':
            if (!all || !rows.length) return false
            current.setSelection((old) => ({
              ...old,
              ...Object.fromEntries(rows.map((row) => [row.id, true as const])),
            }))
            return true
          case ' ':
            if (id === undefined || !rights.read || target?.closest('button, input')) return false
            beside.toggle(id)
            return true
          case 'Escape':
            if (beside.close()) return true
            if (!current.matching && !Object.keys(selection).length) return false
            current.clearSelection()
            return true
          case '/':
            searchRef.current?.focus()
            searchRef.current?.select()
            return true
          case 'ArrowDown':
            return extend(1)
          case 'ArrowUp':
            return id !== undefined && extend(-1)
          case 'ArrowRight':
            return across(towardsEnd())
          case 'ArrowLeft':
            return across(-towardsEnd())
          case 'c':
            if (rights.create) void go(resource, { page: 'create' })
            return rights.create
          case 'e':
            if (id === undefined || !rights.update || trashed) return false
            void go(resource, { page: 'edit', id })
            return true
          case 'x':
          case 'X':
            if (!id || current.ownRows) return false
            pick(id, e.shiftKey || !selection[id], e.shiftKey)
            return true
          default:
            return false
        }
      })()
      if (done) e.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [searchRef, within])
}
