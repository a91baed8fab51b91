/** The comparison: the list of bookings and the form of a hotel in react-admin, on the same data. */
import { Suspense, lazy } from 'react'
import { createRoot } from 'react-dom/client'
import { Admin, Layout, Menu, Resource, type LayoutProps } from 'react-admin'
import { authProvider, dataProvider } from './api.ts'
import { Bookings } from './Bookings.tsx'

// A form loads with the first one that is opened, as in the product.
const HotelForm = lazy(() => import('./HotelForm.tsx'))
const NewHotel = () => (
  <Suspense fallback="Loading...">
    <HotelForm />
  </Suspense>
)

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
const Navigation = () => (
  <Menu>
    {names.map((name) => (
      <Menu.Item
        key={name}
        to={name === 'Bookings' ? '/bookings' : `/${name.toLowerCase()}/create`}
        primaryText={name}
      />
    ))}
  </Menu>
)
const Page = (props: LayoutProps) => <Layout {...props} menu={Navigation} />

createRoot(document.getElementById('root')!).render(
  <Admin
    dataProvider={dataProvider}
    authProvider={authProvider}
    layout={Page}
    title="Back-office"
    disableTelemetry
  >
    <Resource name="bookings" list={Bookings} recordRepresentation="code" />
    <Resource name="hotels" create={NewHotel} recordRepresentation="title" />
    <Resource name="customers" recordRepresentation="title" />
  </Admin>,
)
