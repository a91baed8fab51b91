import type { SeedRow } from '../store/fill/insert.ts'
import type { Random } from './random.ts'

const HOUR_MS = 3_600_000
const shortcuts: readonly (readonly [key: string, label: string, route: string, icon: string])[] = [
  ['pending-bookings', 'Pending bookings', '/bookings?state=pending', 'calendar'],
  ['hotels-in-review', 'Hotels in review', '/hotels?state=in_review', 'building'],
  ['urgent-tickets', 'Urgent tickets', '/tickets?priority=urgent', 'ticket'],
  ['new-vendors', 'New vendors', '/vendor?state=applied', 'users'],
  ['live-banners', 'Live banners', '/Banner?state=live', 'photo'],
  ['requests', 'Who asks to join', '/employees?state=requested', 'user'],
]

/** Creates a section of shortcuts in addition to the menu from the schemas. */
export const makeMenus = (random: Random): SeedRow[] => {
  const createdAt = random.ago(300, 200)
  const heading = random.id(createdAt)
  return [
    { id: heading, createdAt, key: 'shortcuts', label: 'Shortcuts', position: 900, icon: 'star' },
    ...shortcuts.map(([key, label, route, icon], i): SeedRow => ({
      id: random.id(createdAt),
      createdAt,
      key,
      label,
      route,
      icon,
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
    'Between two and three in the morning the application is read only.',
    'employee',
    'scheduled',
    -2,
  ],
  [
    'New terms for cancellations',
    'They hold for bookings made from the first of next month on.',
    'role',
    'scheduled',
    -1,
    '/bookings',
  ],
  [
    'Your documents',
    'Please look whether a document of yours runs out this quarter.',
    'vendor',
    'scheduled',
    -1,
    '/vendor',
  ],
  ['Team meeting moved', 'Thursday at ten instead of nine.', 'employee', 'scheduled', 70],
  [
    'Season opens',
    'Prices of the summer can be entered now.',
    'vendor',
    'scheduled',
    240,
    '/hotels',
  ],
  [
    'Survey among our guests',
    'Draft of the invitation, please comment.',
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
