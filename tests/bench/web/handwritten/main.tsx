/**
 * The baseline: the list of bookings, hand-written for this one table, on the same stack and the
 * same data.
 */
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/AppShell.css'
import '@mantine/core/styles/NavLink.css'
import './page.css'
import { AppShell, Button, MantineProvider, NativeSelect, NavLink, TextInput } from '@mantine/core'
import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { memo, useState } from 'react'

interface Money {
  readonly amount: number
  readonly currency: string
}
interface Booking {
  readonly id: string
  readonly code: string
  readonly hotel: string
  readonly customer: string
  readonly checkIn: string
  readonly checkOut: string
  readonly total: Money | null
  readonly state: string
  readonly createdAt: string
}
type Titles = Readonly<Record<string, Readonly<Record<string, { readonly title: string }>>>>
interface Answer {
  readonly data: readonly Booking[]
  readonly included: Titles
  readonly page: { readonly total: number }
}

const token =
  (JSON.parse(localStorage.getItem('authTokens') ?? '{}') as { token?: string }).token ?? ''
const get = async <T,>(path: string): Promise<T> =>
  (await fetch(path, { headers: { Authorization: `Bearer ${token}` } })).json() as Promise<T>

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const money = new Map<string, Intl.NumberFormat>()
const inMoney = ({ amount, currency }: Money): string => {
  if (!money.has(currency)) {
    money.set(currency, new Intl.NumberFormat('en-GB', { style: 'currency', currency }))
  }
  return money.get(currency)!.format(amount / 100)
}
const columns = [
  ['code', 'Code'],
  ['hotel', 'Hotel'],
  ['customer', 'Customer'],
  ['checkIn', 'Check-in'],
  ['checkOut', 'Check-out'],
  ['total', 'Total'],
  ['state', 'State'],
  ['createdAt', 'Created'],
] as const

const Line = memo(({ row, titles }: { row: Booking; titles: Titles }) => (
  <tr>
    <td>
      <input type="checkbox" aria-label={`Select ${row.code}`} />
    </td>
    <th scope="row">
      <Link to="/" search={{ open: row.id } as never}>
        {row.code}
      </Link>
    </th>
    <td>{titles.hotels?.[row.hotel]?.title}</td>
    <td>{titles.customers?.[row.customer]?.title}</td>
    <td>{day.format(new Date(row.checkIn))}</td>
    <td>{day.format(new Date(row.checkOut))}</td>
    <td className="end">{row.total ? inMoney(row.total) : '—'}</td>
    <td>
      <span className="badge">{row.state}</span>
    </td>
    <td>{day.format(new Date(row.createdAt))}</td>
    <td>
      <button type="button" aria-label={`Actions for ${row.code}`}>
        …
      </button>
    </td>
  </tr>
))

const Bookings = () => {
  const [sort, setSort] = useState('-checkIn')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(25)
  const params = new URLSearchParams({
    sort,
    limit: String(limit),
    page: String(page),
    fields: columns.map(([name]) => name).join(','),
    ...(search ? { search } : {}),
  })
  const { data } = useQuery({
    queryKey: ['bookings', params.toString()],
    queryFn: () => get<Answer>(`/api/bookings?${params.toString()}`),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Bookings</h1>
      <div className="line">
        <TextInput
          type="search"
          aria-label="Search bookings"
          value={search}
          onChange={(e) => setSearch(e.currentTarget.value)}
        />
        <Button variant="default">Filters</Button>
        <Button variant="default">Columns</Button>
        <Button>Add booking</Button>
      </div>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th />
              <>
                {columns.map(([name, text]) => (
                  <th key={name} scope="col">
                    <button
                      type="button"
                      onClick={() => setSort((old) => (old === name ? `-${name}` : name))}
                    >
                      {text}
                    </button>
                  </th>
                ))}
              </>
              <th />
            </tr>
          </thead>
          <tbody>
            {data?.data.map((row) => (
              <Line key={row.id} row={row} titles={data.included} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="line">
        <span role="status">{data ? `${data.page.total} bookings` : 'Loading...'}</span>
        <NativeSelect
          aria-label="Rows per page"
          value={String(limit)}
          data={['25', '50', '100']}
          onChange={(e) => setLimit(Number(e.currentTarget.value))}
        />
        <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <Button variant="default" onClick={() => setPage(page + 1)}>
          Next
        </Button>
      </div>
    </>
  )
}

const names = [
  'Hotels',
  'Bookings',
  'Customers',
  'Vendors',
  'Categories',
  'Facilities',
  'Employees',
  'User roles',
]
const Shell = () => {
  const me = useQuery({
    queryKey: ['me'],
    queryFn: () => get<{ account: { name: string } }>('/api/me'),
  })
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 240, breakpoint: 'sm' }} padding="md">
      <AppShell.Header>
        <div className="line">
          <strong>Back-office</strong>
          <span>{me.data?.account.name}</span>
        </div>
      </AppShell.Header>
      <AppShell.Navbar>
        {names.map((name) => (
          <NavLink key={name} label={name} active={name === 'Bookings'} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main>{me.data ? <Outlet /> : 'Loading...'}</AppShell.Main>
    </AppShell>
  )
}

const root = createRootRoute({ component: Shell, staticData: { permission: null, label: '' } })
const list = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: Bookings,
  staticData: { permission: null, label: '' },
})
const router = createRouter({ routeTree: root.addChildren([list]), basepath: '/handwritten' })

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>
  </QueryClientProvider>,
)
