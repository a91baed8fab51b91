/** The list of bookings with the columns and tools of the product's. */
import { Chip } from '@mui/material'
import {
  CreateButton,
  ColumnsButton,
  DataTable,
  DateField,
  EditButton,
  FilterButton,
  Link,
  List,
  Pagination,
  SearchInput,
  SelectInput,
  TextInput,
  TopToolbar,
} from 'react-admin'
import type { Booking } from './api.ts'

const states = [
  'pending',
  'confirmed',
  'checked_in',
  'checked_out',
  'expired',
  'no_show',
  'cancelled',
].map((id) => ({ id, name: id }))
const money = new Map<string, Intl.NumberFormat>()
const inMoney = ({ amount, currency }: NonNullable<Booking['total']>): string => {
  if (!money.has(currency)) {
    money.set(currency, new Intl.NumberFormat('en-GB', { style: 'currency', currency }))
  }
  return money.get(currency)!.format(amount / 100)
}
const day: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
}

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="state" source="state" choices={states} alwaysOn />,
  <TextInput key="roomTypeCode" source="roomTypeCode" />,
]
const Tools = () => (
  <TopToolbar>
    <FilterButton />
    <ColumnsButton />
    <CreateButton />
  </TopToolbar>
)

export const Bookings = () => (
  <List
    title="Bookings"
    sort={{ field: 'checkIn', order: 'DESC' }}
    perPage={25}
    filters={filters}
    actions={<Tools />}
    exporter={false}
    pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
  >
    <DataTable<Booking> rowClick={false}>
      <DataTable.Col<Booking>
        source="code"
        render={({ id, code }) => <Link to={`/bookings?open=${id}`}>{code}</Link>}
      />
      <DataTable.Col<Booking>
        source="hotel"
        render={({ hotel, hotelTitle }) => <Link to={`/hotels/${hotel}`}>{hotelTitle}</Link>}
      />
      <DataTable.Col<Booking>
        source="customer"
        render={({ customer, customerTitle }) => (
          <Link to={`/customers/${customer}`}>{customerTitle}</Link>
        )}
      />
      <DataTable.Col source="roomTypeCode" label="Room type" />
      <DataTable.Col source="checkIn">
        <DateField source="checkIn" options={day} locales="en-GB" />
      </DataTable.Col>
      <DataTable.Col source="checkOut">
        <DateField source="checkOut" options={day} locales="en-GB" />
      </DataTable.Col>
      <DataTable.Col<Booking>
        source="total"
        align="right"
        render={({ total }) => (total ? inMoney(total) : '—')}
      />
      <DataTable.Col<Booking>
        source="state"
        render={({ state }) => <Chip size="small" label={state} />}
      />
      <DataTable.Col<Booking>
        source="tags"
        disableSort
        render={({ tags }) => tags?.map((tag) => <Chip key={tag} size="small" label={tag} />)}
      />
      <DataTable.Col label="">
        <EditButton label="" />
      </DataTable.Col>
    </DataTable>
  </List>
)
