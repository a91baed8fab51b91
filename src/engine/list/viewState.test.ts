import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SavedView, ViewState } from '#model/views.ts'
import { parseSearch, stringifySearch } from '#model/searchText.ts'
import { readListSearch, type AnyListSearch } from '../listSearch.ts'
import { allResources } from '../resource.ts'
import type { ListPreference } from './preference.ts'
import { openView } from './viewState.ts'

const resource = allResources().find((r) => r.collection === 'hotels')!
const id = '018f0000-0000-7000-8000-000000000001'
const viewOf = (state: ViewState, version = 1): SavedView => ({
  kind: 'list',
  id,
  version,
  collection: 'hotels',
  path: '',
  name: 'Best',
  state,
  missing: 0,
  shared: false,
  mine: true,
  mayChange: true,
  owner: { id: null, name: null },
  roles: [],
  defaultRoles: [],
  roleDefault: false,
})
const wide = { layout: 'grid', density: 'compact', widths: { name: 300 } } as const
const state: ViewState = { search: '?stars=5&sort=-name,stars', columns: ['name'], wide }

const opened = (address: string, view = viewOf(state), own: ListPreference = {}) => {
  const setAddress = vi.fn()
  const open = openView({
    resource,
    views: [view],
    address: readListSearch(resource, parseSearch(address)),
    setAddress,
    own,
    redraw: () => {},
  })
  /** The address after a change. */
  const after = (change: Partial<AnyListSearch>): string => {
    open!.setSearch(change)
    const [make] = setAddress.mock.lastCall as [(old: AnyListSearch) => AnyListSearch]
    return stringifySearch(make(readListSearch(resource, parseSearch(address))))
  }
  return { open, after }
}
beforeEach(() => {
  vi.stubGlobal('window', { innerWidth: 1200 })
  opened(`?view=${id}`).open!.forget()
})
afterEach(() => vi.unstubAllGlobals())

test('an address with a view id shows the saved view at any page', () => {
  const { open } = opened(`?view=${id}&page=2&stars=1`)
  expect(open).toMatchObject({
    search: { stars: 5, sort: '-name,stars', layout: 'grid', page: 2 },
    preference: { columns: ['name'], density: 'compact', widths: { name: 300 } },
    edited: false,
  })
  expect(opened('?stars=1').open).toBeUndefined()
})

test('unsaved changes are in the address until they match the saved view again', () => {
  const { after } = opened(`?view=${id}`)
  expect(after({ page: 3 })).toBe(`?page=3&view=${id}`)
  const edited = after({ stars: 4 })
  expect(Object.fromEntries(new URLSearchParams(edited))).toEqual({
    view: id,
    edited: 'true',
    stars: '4',
    sort: '-name,stars',
    layout: 'grid',
  })
  const again = opened(edited)
  expect(again.open).toMatchObject({ edited: true, search: { stars: 4 } })
  expect(again.after({ stars: 5 })).toBe(`?view=${id}`)
})

test('unsaved columns and widths keep the view version they are based on', () => {
  const { open } = opened(`?view=${id}`)
  open!.setPreference({ columns: ['name', 'stars'] })
  const newer = viewOf({ ...state, columns: ['vendor'] }, 2)
  expect(opened(`?view=${id}`, newer).open).toMatchObject({
    edited: true,
    base: 1,
    preference: { columns: ['name', 'stars'], widths: { name: 300 } },
  })
  opened(`?view=${id}`, newer).open!.forget()
  expect(opened(`?view=${id}`, newer).open).toMatchObject({
    edited: false,
    base: 2,
    preference: { columns: ['vendor'] },
  })
})

test('pins and sums of a view replace the own ones, until they change them', () => {
  const own: ListPreference = { pinned: ['stars'], sums: true }
  expect(opened(`?view=${id}`, viewOf(state), own).open!.preference).not.toHaveProperty('pinned')
  expect(opened(`?view=${id}`, viewOf(state), own).open!.preference).not.toHaveProperty('sums')
  const pinned = viewOf({ ...state, pinned: ['vendor'], sums: true })
  const { open } = opened(`?view=${id}`, pinned, {})
  expect(open).toMatchObject({ edited: false, preference: { pinned: ['vendor'], sums: true } })
  open!.setPreference({ sums: undefined })
  const changed = opened(`?view=${id}`, pinned, own).open!
  expect(changed.edited).toBe(true)
  expect(changed.preference).not.toHaveProperty('sums')
  changed.setPreference({ sums: true })
  expect(opened(`?view=${id}`, pinned, own).open!.edited).toBe(false)
})

test('a phone ignores settings for wide screens', () => {
  vi.stubGlobal('window', { innerWidth: 390 })
  const { open } = opened(`?view=${id}`, viewOf(state), { density: 'comfortable' })
  expect(open!.search.layout).toBe('table')
  expect(open!.preference).toEqual({ columns: ['name'], density: 'comfortable' })
})
