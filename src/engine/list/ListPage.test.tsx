// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '#data/queries.ts'
import type { Me } from '#data/types.ts'
import { keysOf } from '#schemas/define/permissions.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { Hosts } from '#ui/hosts.tsx'
import { startI18n } from '#ui/i18n.ts'
import { readListSearch } from '../listSearch.ts'
import { parseSearch, stringifySearch } from '#model/searchText.ts'
import { ListPage } from './ListPage.tsx'

vi.mock('virtual:model', async () => ({ default: (await import('#tests/toy.ts')).toyModel }))

const book = toy('book', toyModel)
const author = '0198f6a2-0000-7000-8000-00000000000a'
const rows = ['Sea', 'Land'].map((title, i) => ({
  id: `0198f6a2-0000-7000-8000-00000000000${i + 1}`,
  version: i + 1,
  title,
  code: `B-${i}`,
  author,
  genre: 'novel',
  price: { amount: 1250, currency: 'EUR' },
  publishedOn: '2020-05-01',
  state: i ? 'archived' : 'draft',
  createdAt: '2026-01-01T10:00:00Z',
}))
const everything = toyModel.resources.flatMap((r) => keysOf(r))

let calls: { method: string; path: string; params: URLSearchParams; headers: Headers }[] = []
let bulk: (body: { readonly dryRun?: boolean }) => object
const bodies: unknown[] = []
let response: { status: number; data: readonly object[]; total: number; exact: boolean }

const json = (status: number, body: unknown) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status })
const server = async (input: string, init: RequestInit = {}): Promise<Response> => {
  const url = new URL(input, 'http://localhost')
  const method = init.method ?? 'GET'
  calls.push({
    method,
    path: url.pathname,
    params: url.searchParams,
    headers: new Headers(init.headers),
  })
  if (url.pathname === '/api/books/aggregate') {
    return json(200, { data: [{ group: { state: 'draft' }, values: { count: 7 } }] })
  }
  if (url.pathname === '/api/books/bulk') {
    const body = JSON.parse(String(init.body)) as { readonly dryRun?: boolean }
    bodies.push(body)
    return json(200, { data: bulk(body) })
  }
  if (method !== 'GET') return json(method === 'DELETE' ? 204 : 200, { data: rows[0] })
  if (url.pathname === '/api/books') {
    if (response.status !== 200) {
      return json(response.status, { title: 'no', status: response.status })
    }
    return json(200, {
      data: response.data,
      included: { authors: { [author]: { id: author, title: 'Ann' } } },
      page: {
        limit: 25,
        total: response.total,
        totalIsExact: response.exact,
        next: null,
        previous: null,
      },
    })
  }
  return json(200, { data: [] })
}

const open = async (address = '/books', permissions = everything) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const me = {
    person: null,
    waiting: false,
    account: { id: 'x', name: 'X', email: null, emailVerified: true, twoFactor: false },
    roles: [],
    permissions,
    rights: '',
    preferences: { timeZone: 'UTC' },
    organisation: { name: 'O', currency: 'EUR', timeZone: 'UTC' },
  } satisfies Me
  client.setQueryData(keys.me, me)
  client.setQueryDefaults(keys.me, { staleTime: Infinity })
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Hosts />
      </>
    ),
    staticData: { permission: null, label: '' },
  })
  const list = createRoute({
    getParentRoute: () => root,
    path: '/books',
    component: () => <ListPage resource={book} />,
    validateSearch: (raw: Record<string, unknown>) => readListSearch(book, raw),
    staticData: { permission: null, label: '' },
  })
  const others = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => <p>elsewhere</p>,
    staticData: { permission: null, label: '' },
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: root.addChildren([list, others]),
    history,
    parseSearch,
    stringifySearch,
    scrollRestoration: false,
  })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  return { history, user: userEvent.setup() }
}
const listCalls = () => calls.filter((c) => c.method === 'GET' && c.path === '/api/books')

beforeAll(async () => {
  await startI18n('en')
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
})
beforeEach(() => {
  calls = []
  response = { status: 200, data: rows, total: 2, exact: true }
  vi.stubGlobal('fetch', server)
})
afterEach(cleanup)

test('shows the records in a table with accessible names', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Books' })
  expect((await within(table).findByRole('link', { name: 'Sea' })).getAttribute('href')).toBe(
    `/books/${rows[0]!.id}`,
  )
  expect(within(table).getAllByText('Ann')).toHaveLength(2)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Books')
  expect(screen.getByRole('searchbox', { name: 'Search books' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add book' }).getAttribute('href')).toBe('/addbook')
  for (const name of ['Filters', 'Columns', 'Views', 'Export', 'Import']) {
    expect(screen.getByRole('button', { name })).toBeTruthy()
  }
  expect(screen.getByRole('navigation', { name: 'Pagination' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('1–2 of 2 books')
  expect(screen.getByRole('button', { name: 'Actions for Sea' })).toBeTruthy()
})

test('sorts through the address and marks the sorted column header', async () => {
  const { user, history } = await open()
  expect(
    (await screen.findByRole('columnheader', { name: 'Created' })).getAttribute('aria-sort'),
  ).toBe('descending')
  await user.click(await screen.findByRole('button', { name: 'Code' }))
  await waitFor(() => expect(history.location.search).toBe('?sort=code'))
  expect(screen.getByRole('columnheader', { name: 'Code' }).getAttribute('aria-sort')).toBe(
    'ascending',
  )
  await user.click(screen.getByRole('button', { name: 'Code' }))
  await waitFor(() => expect(history.location.search).toBe('?sort=-code'))
  await waitFor(() => expect(listCalls().at(-1)?.params.get('sort')).toBe('-code'))
})

test('marks the sort order before drawing rows in another order, even cached ones', async () => {
  const { user, history } = await open()
  await screen.findByRole('link', { name: 'Sea' })
  const titles = () =>
    screen
      .queryAllByRole('link', { name: /^(Sea|Land)$/ })
      .map((l) => l.textContent)
      .join()
  response = { ...response, data: rows.toReversed() }
  await user.click(screen.getByRole('button', { name: 'Code' }))
  await waitFor(() => expect(titles()).toBe('Land,Sea'))
  response = { ...response, data: rows }
  const table = screen.getByRole('table')
  const seen: string[] = []
  new MutationObserver(() =>
    seen.push(
      `${screen.getByRole('columnheader', { name: 'Code' }).getAttribute('aria-sort')} ${table.getAttribute('aria-busy')} ${titles()}`,
    ),
  ).observe(table, { subtree: true, childList: true, attributes: true })
  history.back()
  await waitFor(() => expect(titles()).toBe('Sea,Land'))
  expect(seen[0]).toBe('none true Land,Sea')
  await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('false'))
})

test('reuses row elements for another order and keeps the focus on the same record', async () => {
  const { user, history } = await open()
  const row = (title: string) => screen.getByRole('link', { name: title }).closest('tr')!
  await screen.findByRole('link', { name: 'Sea' })
  const first = row('Sea')
  response = { ...response, data: rows.toReversed() }
  await user.click(screen.getByRole('button', { name: 'Code' }))
  await waitFor(() => expect(row('Land')).toBe(first))
  expect(first.dataset.id).toBe(rows[1]!.id)
  const tick = screen.getByRole('checkbox', { name: 'Select Sea' })
  await user.click(tick)
  response = { ...response, data: rows }
  history.back()
  await waitFor(() => expect(row('Sea')).toBe(first))
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select Sea' }))
  expect(document.activeElement).not.toBe(tick)
  expect(row('Sea').getAttribute('aria-selected')).toBe('true')
  expect(row('Land').getAttribute('aria-selected')).toBe('false')
})

test('marks the new sort order, page, state and loading before sending the request', async () => {
  response = { ...response, total: 60 }
  const { user } = await open()
  await screen.findByRole('link', { name: 'Sea' })
  const table = screen.getByRole('table')
  const [code, pages] = [
    screen.getByRole('columnheader', { name: 'Code' }),
    screen.getByRole('navigation', { name: 'Pagination' }),
  ]
  const tabs = screen.getByRole('group', { name: 'States' })
  const seenAfter = async (name: string | RegExp, role: 'button' | 'link'): Promise<string[]> => {
    const [asked, seen] = [listCalls().length, [] as string[]]
    const watch = new MutationObserver(() =>
      seen.push(
        `${code.getAttribute('aria-sort')}, page ${pages.querySelector('[aria-current=page]')?.textContent}, state ${tabs.querySelector('[aria-current=page]')?.firstChild?.textContent}, busy ${table.getAttribute('aria-busy')}, asked ${listCalls().length - asked}`,
      ),
    )
    for (const part of [table, pages, tabs]) {
      watch.observe(part, { subtree: true, childList: true, attributes: true })
    }
    await user.click(screen.getByRole(role, { name }))
    await waitFor(() => expect(listCalls().length).toBe(asked + 1))
    watch.disconnect()
    return seen
  }
  expect(await seenAfter('Code', 'button')).toContain(
    'ascending, page 1, state All, busy true, asked 0',
  )
  expect(await seenAfter('Next page', 'link')).toContain(
    'ascending, page 2, state All, busy true, asked 0',
  )
  expect(await seenAfter(/^Draft/, 'link')).toContain(
    'ascending, page 1, state Draft, busy true, asked 0',
  )
})

test('requests what the address says and ignores its invalid parameters', async () => {
  await open('/books?state=draft&genre=nonsense&search=sea&limit=50&page=oops')
  await screen.findByRole('link', { name: 'Sea' })
  const { params } = listCalls()[0]!
  expect(Object.fromEntries(params)).toMatchObject({
    'filter[state]': 'draft',
    search: 'sea',
    limit: '50',
  })
  expect([...params.keys()].some((k) => k.includes('genre'))).toBe(false)
  expect(screen.getByRole('link', { name: /Draft/ }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: /^All/ }).getAttribute('aria-current')).toBeNull()
})

test('searches once, after typing pauses', async () => {
  const { user, history } = await open()
  await user.keyboard('/')
  const box = document.activeElement as HTMLInputElement
  // In one go: on a slow machine the pause between keys could exceed the debounce.
  for (const text of ['l', 'la', 'lan', 'land']) fireEvent.change(box, { target: { value: text } })
  await waitFor(() => expect(history.location.search).toBe('?search=land'))
  expect(
    listCalls()
      .filter((c) => c.params.has('search'))
      .map((c) => c.params.get('search')),
  ).toEqual(['land'])
})

test('deletes a record from the row menu after a confirmation that names it', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Actions for Sea' }))
  expect((await screen.findAllByRole('menuitem')).map((e) => e.textContent)).toEqual([
    'View',
    'Show beside the list',
    'Edit',
    'Duplicate',
    'Submit for review',
    'Archive',
    'History',
    'Delete',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete book “Sea”?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete book' }))
  await waitFor(() =>
    expect(calls.find((c) => c.method === 'DELETE')).toMatchObject({
      path: `/api/books/${rows[0]!.id}`,
    }),
  )
  expect(calls.find((c) => c.method === 'DELETE')?.headers.get('If-Match')).toBe('"1"')
})

test('previews a bulk transition of the selected rows that allow it, runs that plan and offers undo', async () => {
  const operation = '0198f6a2-0000-7000-8000-0000000000aa'
  const counts = { done: 1, unchanged: 0, refused: 0, changed: 0, gone: 0 }
  bulk = ({ dryRun }) =>
    dryRun
      ? { planHash: 'hash', count: 1, examined: 1, counts, reasons: [], refusals: [], rows: [] }
      : {
          id: operation,
          kind: 'bulk',
          name: 'in_review',
          collection: 'books',
          state: 'done',
          count: 1,
          counts,
          canUndo: true,
        }
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  const bar = await screen.findByRole('region', { name: 'Actions for the selection' })
  expect(within(bar).getByText('2 selected')).toBeTruthy()
  await user.click(within(bar).getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Submit for review (1)' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('1 record will change')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Submit for review' }))
  expect(await screen.findByText('Submit for review · 1 book')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Actions for the selection' })).toBeNull()
  const asked = { ids: [rows[0]!.id], trashed: false, do: { transition: 'in_review' } }
  expect(bodies).toEqual([
    { ...asked, dryRun: true },
    { ...asked, planHash: 'hash' },
  ])
})

test('hides actions without permission and does not request or filter by unreadable fields', async () => {
  await open('/books?state=draft', ['book.list', 'book.read', 'book.field.title.read'])
  await screen.findByRole('link', { name: 'Sea' })
  for (const name of ['Export', 'Import']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Add book' })).toBeNull()
  expect(listCalls()[0]!.params.get('fields')).toBe('title,createdAt')
  expect([...listCalls()[0]!.params.keys()].some((k) => k.startsWith('filter'))).toBe(false)
})

test('shows a lower bound when the server’s total is not exact', async () => {
  response = { ...response, total: 10_000, exact: false }
  await open('/books?page=2')
  expect((await screen.findByText(/10,000\+/)).textContent).toBe('26–27 of 10,000+ books')
  expect(screen.getByRole('link', { name: 'Page 400' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
})

test('shows a suitable message for no matches, an empty list, a failed request and a denied one', async () => {
  response = { ...response, data: [], total: 0 }
  const { user, history } = await open('/books?state=draft')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(history.location.search).toBe(''))
  expect(await screen.findByText('No books yet')).toBeTruthy()
  cleanup()
  response = { ...response, status: 500 }
  const second = await open()
  response = { status: 200, data: rows, total: 2, exact: true }
  await second.user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Sea' })).toBeTruthy()
  cleanup()
  response = { ...response, status: 403 }
  await open()
  expect(await screen.findByRole('heading', { name: 'Permission denied', level: 1 })).toBeTruthy()
})
