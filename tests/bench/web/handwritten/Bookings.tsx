/** The list of bookings, written for this one table. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useCallback, useState } from 'react'
import { get } from './api.ts'

interface Money {
  readonly amount: number
  readonly currency: string
}
interface Booking {
  readonly id: string
  readonly code: string
  readonly hotel: string
  readonly customer: string
  readonly roomTypeCode: string
  readonly checkIn: string
  readonly checkOut: string
  readonly total: Money | null
  readonly state: string
  readonly tags: readonly string[] | null
}
type Titles = Readonly<Record<string, Readonly<Record<string, { readonly title: string }>>>>
interface ListResponse {
  readonly data: readonly Booking[]
  readonly included: Titles
  readonly page: { readonly total: number }
}

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
  ['roomTypeCode', 'Room type'],
  ['checkIn', 'Check-in'],
  ['checkOut', 'Check-out'],
  ['total', 'Total'],
  ['state', 'State'],
  ['tags', 'Tags'],
] as const
const states = ['pending', 'confirmed', 'checked_in', 'checked_out', 'no_show', 'cancelled']

interface LineProps {
  readonly row: Booking
  readonly titles: Titles
  readonly selected: boolean
  readonly onSelect: (id: string) => void
}
const Line = memo(({ row, titles, selected, onSelect }: LineProps) => (
  <tr>
    <td>
      <input
        type="checkbox"
        aria-label={`Select ${row.code}`}
        checked={selected}
        onChange={() => onSelect(row.id)}
      />
    </td>
    <th scope="row">
      <Link to="/" search={{ open: row.id } as never}>
        {row.code}
      </Link>
    </th>
    <td>
      <Link to="/" search={{ hotel: row.hotel } as never}>
        {titles.hotels?.[row.hotel]?.title}
      </Link>
    </td>
    <td>
      <Link to="/" search={{ customer: row.customer } as never}>
        {titles.customers?.[row.customer]?.title}
      </Link>
    </td>
    <td>{row.roomTypeCode}</td>
    <td>{day.format(new Date(row.checkIn))}</td>
    <td>{day.format(new Date(row.checkOut))}</td>
    <td className="end">{row.total ? inMoney(row.total) : '—'}</td>
    <td>
      <span className="badge">{row.state}</span>
    </td>
    <td>{row.tags?.length ? row.tags.map((tag) => <span key={tag}>{tag}</span>) : '—'}</td>
    <td>
      <button type="button" aria-label={`Actions for ${row.code}`}>
        …
      </button>
    </td>
  </tr>
))

const perPage = (): number => Number(new URLSearchParams(location.search).get('limit') ?? 25)

/** What the page requests, and the rows it shows. */
const useBookings = () => {
  const [sort, setSort] = useState('-checkIn')
  const [search, setSearch] = useState('')
  const [state, setState] = useState('')
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(perPage)
  const params = new URLSearchParams({
    sort,
    limit: String(limit),
    page: String(page),
    fields: columns.map(([name]) => name).join(','),
    ...(search ? { search } : {}),
    ...(state ? { 'filter[state]': state } : {}),
  })
  const { data } = useQuery({
    queryKey: ['bookings', params.toString()],
    queryFn: () => get<ListResponse>(`/api/bookings?${params.toString()}`),
    placeholderData: keepPreviousData,
  })
  return { setSort, search, setSearch, state, setState, page, setPage, limit, setLimit, data }
}

/** The page: search, states, table, pages. */
export const Bookings = () => {
  const { setSort, search, setSearch, state, setState, page, setPage, limit, setLimit, data } =
    useBookings()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const onSelect = useCallback(
    (id: string) =>
      setSelected((old) => {
        const next = new Set(old)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  return (
    <>
      <h1>Bookings</h1>
      <div className="line" role="group" aria-label="States">
        {['', ...states].map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={state === one}
            onClick={() => {
              setState(one)
              setPage(1)
            }}
          >
            {one || 'All'}
          </button>
        ))}
      </div>
      <div className="line">
        <TextInput
          type="search"
          aria-label="Search bookings"
          value={search}
          onChange={(e) => setSearch(e.currentTarget.value)}
        />
        <Button variant="default">Filters</Button>
        <Button variant="default">Columns</Button>
        <Link to={'/hotels/new' as never}>Add hotel</Link>
      </div>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th />
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
              <th />
            </tr>
          </thead>
          <tbody>
            {data?.data.map((row) => (
              <Line
                key={row.id}
                row={row}
                titles={data.included}
                selected={selected.has(row.id)}
                onSelect={onSelect}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="line">
        <span role="status">
          {data ? `${data.page.total} bookings, ${selected.size} selected` : 'Loading...'}
        </span>
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
          Next page
        </Button>
      </div>
    </>
  )
}
