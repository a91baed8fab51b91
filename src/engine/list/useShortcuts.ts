import { useEffect, useRef, type RefObject } from 'react'
import { useGoTo } from '../links.tsx'
import { towardsEnd } from './ColumnEdge.tsx'
import type { List } from './useList.ts'

const TYPING =
  'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]'

const links = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row-link]')]

/** Focuses the element; returns whether it exists. */
const focus = (place: HTMLElement | undefined): boolean => {
  place?.focus()
  place?.scrollIntoView({ block: 'nearest' })
  return place !== undefined
}

/**
 * Keys of a list: `/` search, arrows rows and cells, `F2` or `Enter` a cell, `e` edit, `x` select,
 * `c` create, `?` help. Enter natively follows the row's link.
 */
export const useShortcuts = (
  list: List,
  searchRef: RefObject<HTMLInputElement | null>,
  help: () => void,
): void => {
  const goTo = useGoTo()
  const now = useRef({ list, help, goTo })
  now.current = { list, help, goTo }
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const target = e.target instanceof Element ? e.target : null
      if (
        e.defaultPrevented ||
        e.ctrlKey ||
        e.metaKey ||
        e.altKey ||
        target?.closest(TYPING) ||
        document.querySelector('dialog[open]')
      ) {
        return
      }
      const { list: current, help: show, goTo: go } = now.current
      const { resource, rights, trashed, setSelection } = current
      const id = target?.closest<HTMLElement>('tr[data-id]')?.dataset.id
      const move = (by: number) => {
        const all = links()
        const at = all.findIndex((el) => el.closest('tr') === target?.closest('tr'))
        const edge = by > 0 ? 0 : all.length - 1
        const link = all[at < 0 ? edge : at + by]
        const column = target?.closest<HTMLElement>('td[data-cell]')?.dataset.cell
        return focus(
          column && link
            ? (link.closest('tr')?.querySelector<HTMLElement>(`td[data-cell="${column}"]`) ?? link)
            : link,
        )
      }
      const across = (by: number) => {
        const cells = [
          ...(target
            ?.closest('tr')
            ?.querySelectorAll<HTMLElement>('[data-row-link], td[data-cell]') ?? []),
        ]
        return focus(cells[cells.findIndex((el) => el.contains(target)) + by])
      }
      const done = (() => {
        switch (e.key) {
          case '/':
            searchRef.current?.focus()
            searchRef.current?.select()
            return true
          case '?':
            show()
            return true
          case 'ArrowDown':
            return move(1)
          case 'ArrowUp':
            return id !== undefined && move(-1)
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
          case 'x': {
            if (id === undefined) return false
            setSelection((old) => {
              const next = { ...old }
              if (next[id]) delete next[id]
              else next[id] = true
              return next
            })
            return true
          }
          default:
            return false
        }
      })()
      if (done) e.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [searchRef])
}
