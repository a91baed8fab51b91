// Compiled, never run: every line is a type assertion.
import {
  createRoute,
  createRootRoute,
  Link,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import '#app/router.tsx'

export const right = (
  <>
    <Link to="/hotels" search={{ sort: 'name' }} />
    <Link
      to="/hotels"
      search={{
        sort: '-createdAt',
        state: 'published',
        stars: 4,
        page: 2,
        limit: 50,
        search: 'x',
        trashed: true,
      }}
    />
    <Link
      to="/hotels"
      search={{
        state: ['draft', 'in_review'],
        stars: '3..5',
        vendor: '018f0000-0000-7000-8000-000000000001',
      }}
    />
    <Link
      to="/hotels"
      search={{ where: { or: [{ path: ['vendor', 'state'], op: 'eq', value: 'approved' }] } }}
    />
    <Link to="/bookings" search={{ checkIn: '2017-07-01..2017-07-31', source: ['web', 'phone'] }} />
    <Link to="/hotels" />
    <Link to="/hotels/$id" params={{ id: '1' }} />
    <Link to="/hotels/$id/edit" params={{ id: '1' }} />
    <Link to="/hotels/import" />
    <Link to="/addhotel" />
    <Link to="/vendor/new" />
    <Link to="/user_roles" search={{ system: true }} />
    <Link to="/dashboard" />
    <Link to="/auth/login" search={{ next: '/hotels' }} />
    <Link from="/hotels" to="/hotels" search={(old) => ({ ...old, page: 2 })} />
  </>
)

export const wrong = (
  <>
    {/* @ts-expect-error no such path */}
    <Link to="/hotelz" />
    {/* @ts-expect-error case counts */}
    <Link to="/Hotels" />
    {/* @ts-expect-error hotels are created at /addhotel */}
    <Link to="/hotels/new" />
    {/* @ts-expect-error the path of vendors is singular */}
    <Link to="/vendors" />
    {/* @ts-expect-error the id is missing */}
    <Link to="/hotels/$id" />
    {/* @ts-expect-error the parameter is called id */}
    <Link to="/hotels/$id" params={{ hotelId: '1' }} />
    {/* @ts-expect-error not a column, so not a sort key */}
    <Link to="/hotels" search={{ sort: 'description' }} />
    {/* @ts-expect-error not a filter of hotels */}
    <Link to="/hotels" search={{ slug: 'x' }} />
    {/* @ts-expect-error not a state of hotels */}
    <Link to="/hotels" search={{ state: 'live' }} />
    {/* @ts-expect-error not a state of hotels, among others */}
    <Link to="/hotels" search={{ state: ['draft', 'live'] }} />
    {/* @ts-expect-error not a source of bookings */}
    <Link to="/bookings" search={{ source: 'fax' }} />
    {/* @ts-expect-error stars are a number or a span */}
    <Link to="/hotels" search={{ stars: 'four' }} />
    {/* @ts-expect-error not a page size */}
    <Link to="/hotels" search={{ limit: 30 }} />
    {/* @ts-expect-error a boolean filter */}
    <Link to="/user_roles" search={{ system: 'yes' }} />
    {/* @ts-expect-error a detail page has no sort */}
    <Link to="/hotels/$id" params={{ id: '1' }} search={{ sort: 'name' }} />
  </>
)

export const Hooks = () => {
  const navigate = useNavigate()
  void navigate({ to: '/hotels', search: { sort: '-name' } })
  // @ts-expect-error not a sort key
  void navigate({ to: '/hotels', search: { sort: 'nope' } })
  const { state } = useSearch({ from: '/_main/hotels' })
  const one:
    | 'draft'
    | 'in_review'
    | 'published'
    | 'suspended'
    | 'rejected'
    | 'archived'
    | undefined = Array.isArray(state)
    ? undefined
    : (state as Exclude<typeof state, readonly unknown[]>)
  const { id } = useParams({ from: '/_main/hotels/$id' })
  // @ts-expect-error ids are text
  const wrongId: number = id
  return [one, wrongId]
}

const root = createRootRoute({ staticData: { permission: null, label: '' } })
export const stated = createRoute({
  getParentRoute: () => root,
  path: '/x',
  staticData: { permission: 'hotel.list', label: 'X' },
})
// @ts-expect-error a route states its permission and label
export const silent = createRoute({ getParentRoute: () => root, path: '/x' })
export const half = createRoute({
  getParentRoute: () => root,
  path: '/x',
  // @ts-expect-error a route states its permission
  staticData: { label: 'X' },
})
export const nameless = createRoute({
  getParentRoute: () => root,
  path: '/x',
  // @ts-expect-error a route states its label
  staticData: { permission: 'hotel.list' },
})
export const misspelt = createRoute({
  getParentRoute: () => root,
  path: '/x',
  // @ts-expect-error no such permission
  staticData: { permission: 'hotl.list', label: 'X' },
})
