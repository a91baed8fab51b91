import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ListQuery } from '#model/query.ts'
import { MAX_VALUES } from '#model/filterValue.ts'
import type { AnyListSearch } from '../listSearch.ts'

/** Ids of selected rows. */
export type Selection = Readonly<Record<string, true>>

/** Which rows a list shows, regardless of page and order. */
export type Among = Pick<Partial<ListQuery>, 'filter' | 'search' | 'trashed'>

/** All rows of a list on all its pages, without single ones. */
export interface Matching {
  readonly query: Among
  /** Search parameters that show these rows. */
  readonly search: AnyListSearch
  /** Number of rows when they were selected, with the excepted ones. */
  readonly total: number
  /** Ids of rows that were cleared since. */
  readonly except: readonly string[]
}

interface Chosen {
  readonly picked: Selection
  readonly matching: Matching | undefined
  readonly trashed: boolean
}

const none: Selection = {}
const sameRows = (a: Among, b: Among): boolean =>
  JSON.stringify([a.filter, a.search]) === JSON.stringify([b.filter, b.search])
const without = (ids: readonly string[], gone: Selection): Selection =>
  Object.fromEntries(ids.flatMap((id) => (gone[id] ? [] : [[id, true as const]])))
const asSelection = (ids: readonly string[]): Selection => without(ids, none)

/**
 * The selection after a change of what is shown as selected. Clearing rows of "all matching"
 * excepts them; ticking rows of another filter ends it.
 */
export const changed = (
  { picked, matching, trashed }: Chosen,
  shown: Selection,
  here: boolean,
  next: (was: Selection) => Selection,
): Chosen => {
  if (!matching) return { picked: next(picked), matching, trashed }
  if (!here) return { picked: next(none), matching: undefined, trashed }
  const after = next(shown)
  const except = [
    ...matching.except.filter((id) => !after[id]),
    ...Object.keys(shown).filter((id) => !after[id]),
  ]
  if (except.length > MAX_VALUES) return { picked: after, matching: undefined, trashed }
  return { picked: none, matching: { ...matching, except }, trashed }
}

/** What is shown of a list, for its selection. */
interface Shown {
  readonly rows: readonly RecordData[]
  readonly query: Partial<ListQuery>
  readonly trashed: boolean
}

/**
 * The selected rows of a list: single ones, or all that match. They outlive paging, sorting, other
 * filters and layouts; only the trash has its own.
 */
export const useSelection = ({ rows, query, trashed }: Shown) => {
  const [held, setHeld] = useState<Chosen>({ picked: none, matching: undefined, trashed })
  let chosen = held
  if (held.trashed !== trashed) {
    chosen = { picked: none, matching: undefined, trashed }
    setHeld(chosen)
  }
  const { picked, matching } = chosen
  const here = !matching || sameRows(matching.query, query)
  const selection = useMemo(() => {
    if (!matching) return picked
    const ids = rows.map((row) => row.id)
    return here ? without(ids, asSelection(matching.except)) : none
  }, [matching, picked, rows, here])

  const now = useRef({ selection, here, rows })
  useEffect(() => {
    now.current = { selection, here, rows }
  }, [selection, here, rows])

  const setSelection = useCallback((next: (was: Selection) => Selection) => {
    const { selection: shown, here: ofThis } = now.current
    setHeld((was) => changed(was, shown, ofThis, next))
  }, [])
  const clearSelection = useCallback(
    () => setHeld((was) => ({ ...was, picked: none, matching: undefined })),
    [],
  )
  const setMatching = useCallback(
    (all: Matching) => setHeld((was) => ({ ...was, picked: none, matching: all })),
    [],
  )

  const anchor = useRef<string>(undefined)
  /** Selects or clears a row, with `range` all from the row before to it. */
  const pick = useCallback(
    (id: string, on: boolean, range = false) => {
      const ids = now.current.rows.map((row) => row.id)
      const from = range && anchor.current !== undefined ? ids.indexOf(anchor.current) : -1
      const at = ids.indexOf(id)
      const meant = from < 0 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1)
      if (from < 0) anchor.current = id
      setSelection((old) => {
        const next = { ...old }
        for (const one of meant) {
          if (on) next[one] = true
          else delete next[one]
        }
        return next
      })
    },
    [setSelection],
  )
  /** Extends the range from its first row to another, or shrinks it back. */
  const extend = useCallback(
    (from: string, to: string) => {
      const ids = now.current.rows.map((row) => row.id)
      if (!now.current.selection[from]) pick(from, true)
      const start = ids.indexOf(anchor.current ?? from)
      const away = (id: string) => Math.abs(ids.indexOf(id) - start)
      if (start >= 0 && away(to) < away(from)) {
        setSelection((old) => {
          const { [from]: _, ...rest } = old
          return rest
        })
      } else pick(to, true, true)
    },
    [pick, setSelection],
  )
  return { selection, setSelection, clearSelection, matching, setMatching, here, pick, extend }
}
