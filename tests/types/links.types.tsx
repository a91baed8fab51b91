// Compiled, never run: every line is a type assertion.
import { QueryClient } from '@tanstack/react-query'
import type { CollectionName, PermissionKey, RecordOf } from '#schemas/names.ts'
import { useCan } from '#data/me.ts'
import type { DetailPanel } from '#engine/detail/panels.ts'
import type { Replacements } from '#engine/routes.ts'
import { listLink, recordLink } from '#screens/shared/links.ts'
import { listQuery } from '#data/queries.ts'
import { orders, resourceOf, type Seen } from '#screens/shared/resources.ts'
import { defineResource, text, z } from '#schemas/define/index.ts'

/* links */
export const right = [
  listLink('orders', { state: ['placed', 'confirmed'], sort: '-total' }),
  listLink('bookings', { hotel: '018f0000-0000-7000-8000-000000000001', checkIn: '2017-07-01..' }),
  recordLink('service-jobs', '018f0000-0000-7000-8000-000000000001'),
]
// @ts-expect-error no such collection
listLink('ordrs', {})
// @ts-expect-error no such collection
recordLink('ordrs', '')
// @ts-expect-error not a filter of orders
listLink('orders', { stat: ['placed'] })
// @ts-expect-error not a state of orders
listLink('orders', { state: ['placd'] })
// @ts-expect-error not a sort of orders
listLink('orders', { sort: 'totl' })
// @ts-expect-error no such collection
resourceOf('ordrs')
// @ts-expect-error not a field of a record
export const noField = (order: RecordOf<'orders'>) => order.totl
// @ts-expect-error not a field of a record that a person sees
export const notSeen = (order: Seen<'orders'>) => order.totl
/** Queries of a named model give its records. */
export const firstTotal = async () => {
  const { data } = await new QueryClient().fetchQuery(listQuery(orders()))
  // @ts-expect-error not a field of an order
  void data[0]?.totl
  return data[0]?.total?.amount
}

/* permissions */
export const keys: readonly PermissionKey[] = [
  'order.list',
  'hotel.import.history',
  'hotel.field.roomTypes.read',
  'hotel.field.state.read',
  'order.transition.placed',
  'vendor.acceptDocument',
  'system.audit',
]
export const Permissions = () => {
  const can = useCan()
  return [
    can('hotel.list'),
    can(`${resourceOf('orders').entity}.update`),
    // @ts-expect-error no such entity
    can('hotl.list'),
    // @ts-expect-error no such action
    can('hotel.lst'),
    // @ts-expect-error no such field
    can('hotel.field.nam.read'),
    // @ts-expect-error no such state
    can('hotel.transition.publishd'),
    // @ts-expect-error no such action of the entity
    can('vendor.acceptDocumnt'),
    // @ts-expect-error no such key of the installation
    can('system.audt'),
  ]
}

/* panels and replacements */
const Page = () => null
export const panel: DetailPanel<CollectionName, PermissionKey> = {
  // @ts-expect-error no such collection
  collection: 'custmers',
  key: 'x',
  place: 'tab',
  label: 'pages.overview',
  // @ts-expect-error no such permission
  permissions: ['custmer.read'],
  component: Page,
}
// @ts-expect-error no such collection
export const replacement: Replacements<CollectionName> = { notifcations: { list: Page } }

/* icons */
export const icon = defineResource({
  name: 'things',
  permission: 'thing',
  label: { one: 'Thing', many: 'Things' },
  title: 'name',
  shape: z.object({ name: text() }),
  // @ts-expect-error no such icon
  nav: { group: 'Things', icon: 'no-such-icon' },
})
