/**
 * The open view of a list: its parameters and columns in place of the person's own, and what they
 * changed without saving it. Loads with the first view that is opened.
 */
import { parseSearch, stringifySearch } from '#model/searchText.ts'
import type { ResourceModel } from '#model/types.ts'
import { unsavedParams, type SavedView } from '#model/views.ts'
import type { SetListSearch } from '../links.tsx'
import { readListSearch, type AnyListSearch } from '../listSearch.ts'
import { readLayout } from './layouts/names.ts'
import { isNarrow, type ListPreference, type PreferenceChange } from './preference.ts'

/** Unsaved changes of columns, widths, pins, sums and density, by view, until the page is left. */
const drafts = new Map<string, PreferenceChange>()
/** The version of a view that its unsaved changes are based on. */
const bases = new Map<string, number>()

/** The parameters that belong to a view, as text, in one order. */
export const lastingText = (search: AnyListSearch): string =>
  stringifySearch(
    Object.fromEntries(
      Object.entries(search)
        .filter(([name]) => !unsavedParams.includes(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

/** What a view fixes for this device. */
const shownOf = ({ state }: SavedView): PreferenceChange => {
  const { widths, density } = (isNarrow() ? state.narrow : state.wide) ?? {}
  return { columns: state.columns, widths, pinned: state.pinned, sums: state.sums, density }
}

interface List {
  readonly resource: ResourceModel
  readonly views: readonly SavedView[]
}

/** A list's parameters when a view is open: those of the view, or those that replace them. */
const resolved = ({ resource, views }: List, address: AnyListSearch): AnyListSearch => {
  const view = address.view ? views.find(({ id }) => id === address.view) : undefined
  if (!view || address.edited) return address
  const { page, after, month, asOf } = address
  const layout = readLayout(resource, view.state[isNarrow() ? 'narrow' : 'wide']?.layout)
  return {
    ...readListSearch(resource, parseSearch(view.state.search)),
    page,
    after,
    month,
    asOf,
    layout: layout ?? 'table',
    view: view.id,
  }
}

/** The shortest parameters for an address that shows this. */
const addressOf = (list: List, next: AnyListSearch): AnyListSearch => {
  const { page, after, month, asOf, view } = next
  if (!view || !list.views.some(({ id }) => id === view)) return next
  const layout = next.layout === 'table' ? undefined : next.layout
  const saved = resolved(list, { view })
  return lastingText(saved) === lastingText(next) && saved.layout === (layout ?? 'table')
    ? { page, after, month, asOf, view }
    : { ...next, layout, edited: true }
}

interface Around extends List {
  readonly address: AnyListSearch
  readonly setAddress: SetListSearch
  readonly own: ListPreference
  /** Renders the list again, after a change of what was not saved. */
  readonly redraw: () => void
}

/** What an open view makes of a list's parameters and preferences. */
export interface OpenView {
  readonly view: SavedView
  readonly search: AnyListSearch
  readonly setSearch: SetListSearch
  readonly preference: ListPreference
  readonly setPreference: (change: PreferenceChange) => void
  /** It shows something else than what is saved. */
  readonly edited: boolean
  /** The version that unsaved changes are based on. */
  readonly base: number
  /** Drops unsaved changes of columns, widths, pins, sums and density. */
  readonly forget: () => void
  /** Parameters of a link to this list. */
  readonly addressOf: (next: AnyListSearch) => AnyListSearch
  /** What the parameters of an address of this list show. */
  readonly resolve: (next: AnyListSearch) => AnyListSearch
}

/** Opens the view that the address names; undefined if there is none. */
export const openView = (around: Around): OpenView | undefined => {
  const { address, setAddress, own, redraw } = around
  const view = around.views.find(({ id }) => id === address.view)
  if (!view) return undefined
  const saved = shownOf(view)
  const draft = drafts.get(view.id)
  const edited = address.edited === true || draft !== undefined
  if (!edited || !bases.has(view.id)) bases.set(view.id, view.version)
  const { columns = own.columns, widths, pinned, sums, density = own.density } = draft ?? saved
  return {
    view,
    search: resolved(around, address),
    edited,
    base: bases.get(view.id) ?? view.version,
    preference: {
      ...(columns ? { columns } : {}),
      ...(widths ? { widths } : {}),
      ...(pinned?.length ? { pinned } : {}),
      ...(sums ? { sums } : {}),
      ...(density ? { density } : {}),
      ...(own.start === undefined ? {} : { start: own.start }),
    },
    setPreference(change) {
      const next = { ...saved, ...drafts.get(view.id), ...change }
      if (JSON.stringify(next) === JSON.stringify(saved)) drafts.delete(view.id)
      else drafts.set(view.id, next)
      redraw()
    },
    setSearch(change, options) {
      setAddress((old) => {
        const base = resolved(around, old)
        return addressOf(
          around,
          typeof change === 'function'
            ? change(base)
            : { ...base, page: undefined, after: undefined, ...change },
        )
      }, options)
    },
    forget() {
      drafts.delete(view.id)
      bases.delete(view.id)
      redraw()
    },
    addressOf: (next) => addressOf(around, next),
    resolve: (next) => resolved(around, next),
  }
}
