import type { PermissionKey } from '#schemas/names.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { Random } from './random.ts'

const HOUR_MS = 3_600_000
/** Shown to whoever may act on what they list. */
const shortcuts: readonly (readonly [
  key: string,
  label: string,
  route: string,
  icon: string,
  permission: PermissionKey,
])[] = [
  [
    'pending-bookings',
    'Pending bookings',
    '/bookings?state=pending',
    'calendar',
    'booking.transition.confirmed',
  ],
  [
    'hotels-in-review',
    'Hotels in review',
    '/hotels?state=in_review',
    'building',
    'hotel.transition.published',
  ],
  ['urgent-tickets', 'Urgent tickets', '/tickets?priority=urgent', 'ticket', 'ticket.update'],
  [
    'new-vendors',
    'New vendors',
    '/vendor?state=applied',
    'users',
    'vendor.transition.under_review',
  ],
  ['live-banners', 'Live banners', '/Banner?state=live', 'photo', 'banner.update'],
  ['requests', 'Requests to join', '/employees?state=requested', 'user', 'employee.update'],
]

/** Creates a section of shortcuts in addition to the menu from the schemas. */
export const makeMenus = (random: Random): SeedRow[] => {
  const createdAt = random.ago(300, 200)
  const heading = random.id(createdAt)
  return [
    { id: heading, createdAt, key: 'shortcuts', label: 'Shortcuts', position: 900, icon: 'star' },
    ...shortcuts.map(([key, label, route, icon, permission], i): SeedRow => ({
      id: random.id(createdAt),
      createdAt,
      key,
      label,
      route,
      icon,
      permission,
      parent: heading,
      position: (i + 1) * 10,
    })),
  ]
}

const messages: readonly (readonly [
  title: string,
  body: string,
  audience: string,
  state: string,
  hours: number | null,
  link?: string,
])[] = [
  [
    'Maintenance on Sunday',
    'The application is read-only between two and three in the morning.',
    'employee',
    'scheduled',
    -2,
  ],
  [
    'New terms for cancellations',
    'They apply to bookings made from the first of next month.',
    'role',
    'scheduled',
    -1,
    '/bookings',
  ],
  [
    'Your documents',
    'Please check whether any of your documents expires this quarter.',
    'vendor',
    'scheduled',
    -1,
    '/vendor',
  ],
  ['Team meeting moved', 'Thursday at ten instead of nine o’clock.', 'employee', 'scheduled', 70],
  ['Season opens', 'You can now enter your summer prices.', 'vendor', 'scheduled', 240, '/hotels'],
  [
    'Survey among our guests',
    'Here is a draft of the invitation. Please comment.',
    'employee',
    'draft',
    null,
  ],
  ['Thank you for a good year', 'Text follows.', 'vendor', 'draft', null],
]

/**
 * Creates draft and scheduled notifications; due ones are sent by the scheduler after the first
 * start.
 */
export const makeNotifications = (random: Random): SeedRow[] =>
  messages.map(([title, body, audience, state, hours, link]) => {
    const createdAt = random.ago(6, 1)
    return {
      id: random.id(createdAt),
      createdAt,
      title,
      body,
      audience,
      channel: 'in_app',
      recipients: [],
      state,
      link: link ?? null,
      scheduledAt:
        hours === null ? null : new Date(random.now.getTime() + hours * HOUR_MS).toISOString(),
    }
  })
