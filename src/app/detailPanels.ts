/** Application components on the detail pages of records; loaded with the first opened record. */
import type { CollectionName, PermissionKey } from '#schemas/names.ts'
import type { DetailPanel } from '#engine/detail/panels.ts'
import { heightOf as overviewHeight } from '#screens/customer360/height.ts'
import { heightOf as occupancyHeight } from '#screens/hotelOccupancy/height.ts'
import { lazy } from '#ui/lazyPart.tsx'

export const panels: readonly DetailPanel<CollectionName, PermissionKey>[] = [
  {
    collection: 'customers',
    key: 'overview',
    place: 'head',
    label: 'pages.overview',
    permissions: ['customer.read'],
    heightPx: overviewHeight,
    component: lazy(() =>
      import('#screens/customer360/Overview.tsx').then((m) => ({ default: m.Overview })),
    ),
  },
  {
    collection: 'customers',
    key: 'timeline',
    place: 'first',
    label: 'pages.timeline',
    permissions: ['customer.read'],
    component: lazy(() =>
      import('#screens/customer360/Timeline.tsx').then((m) => ({ default: m.Timeline })),
    ),
  },
  {
    collection: 'hotels',
    key: 'occupancy',
    place: 'head',
    label: 'pages.occupancy',
    permissions: ['booking.list', 'hotel.field.roomTypes.read'],
    heightPx: occupancyHeight,
    component: lazy(() =>
      import('#screens/hotelOccupancy/Occupancy.tsx').then((m) => ({ default: m.Occupancy })),
    ),
  },
  {
    collection: 'service-jobs',
    key: 'compare',
    place: 'tab',
    label: 'pages.compare',
    permissions: ['proposal.list'],
    component: lazy(() =>
      import('#screens/compareProposals/Compare.tsx').then((m) => ({ default: m.Compare })),
    ),
  },
  {
    collection: 'vendors',
    key: 'documents',
    place: 'tab',
    label: 'pages.documents',
    permissions: ['vendor.field.documents.read', 'vendor.field.documentReviews.read'],
    component: lazy(() =>
      import('#screens/vendorDocuments/Documents.tsx').then((m) => ({ default: m.Documents })),
    ),
  },
  {
    collection: 'notifications',
    key: 'delivered',
    place: 'head',
    label: 'compose.delivery',
    permissions: ['notification.read'],
    component: lazy(() =>
      import('#screens/compose/Delivered.tsx').then((m) => ({ default: m.Delivered })),
    ),
  },
  {
    collection: 'notifications',
    key: 'recipients',
    place: 'tab',
    label: 'compose.recipients',
    permissions: ['notification.read'],
    component: lazy(() =>
      import('#screens/compose/Recipients.tsx').then((m) => ({ default: m.Recipients })),
    ),
  },
]
