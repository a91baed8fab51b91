/**
 * The baseline: the list of bookings and the form of a hotel, hand-written for these two pages, on
 * the same stack and the same data.
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
import { AppShell, MantineProvider, NavLink } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { get } from './api.ts'
import { Bookings } from './Bookings.tsx'

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
const staticData = { permission: null, label: '' }
const list = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: Bookings,
  staticData,
})
const form = createRoute({
  getParentRoute: () => root,
  path: '/hotels/new',
  component: lazyRouteComponent(() => import('./HotelForm.tsx'), 'HotelForm'),
  staticData,
})
const router = createRouter({
  routeTree: root.addChildren([list, form]),
  basepath: '/handwritten',
})

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>
  </QueryClientProvider>,
)
