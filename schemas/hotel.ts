import {
  address,
  bps,
  code,
  decimal,
  defineResource,
  email,
  images,
  int,
  location,
  markdown,
  money,
  phone,
  rating,
  ref,
  refs,
  rows,
  slug,
  tags,
  text,
  time,
  timeZone,
  url,
  z,
  type Row,
} from './define/index.ts'
import { bulkDeletion } from './deletions.ts'

/** The fee of a late cancellation: a share of the total, or a fixed amount. */
const fee = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('percent'),
      bps: bps(10_000, { label: 'Share of the total' }),
    }),
    z.strictObject({ kind: z.literal('fixed'), amount: money() }),
  ])

export const hotel = defineResource({
  name: 'hotels',
  createPath: '/addhotel',
  permission: 'hotel',
  label: { one: 'Hotel', many: 'Hotels' },
  title: 'name',
  subtitle: 'slug',
  shape: z.object({
    name: text(120),
    slug: slug({ from: 'name', unique: true }),
    vendor: ref('vendors'),
    category: ref('categories').optional(),
    stars: rating(5).optional(),
    description: markdown().optional(),
    address: address().optional(),
    location: location().optional(),
    phone: phone().optional(),
    email: email(),
    website: url().optional(),
    timezone: timeZone({ label: 'Time zone' }),
    checkInTime: time({ label: 'Check-in time' }).default('15:00'),
    checkOutTime: time({ label: 'Check-out time' }).default('11:00'),
    facilities: refs('facilities'),
    images: images({ max: 20 }),
    roomTypes: rows(
      {
        code: code(),
        name: text(80),
        adults: int(1, 20),
        children: int(0, 20).default(0),
        rooms: int(0, 10_000, { hint: 'How many exist' }),
        nightlyRate: money({ label: 'Nightly rate' }),
      },
      { max: 60 },
    ),
    refundRules: rows(
      {
        daysBefore: int(0, 365, {
          unit: 'days',
          hint: 'Applies when cancelled fewer days before arrival',
        }),
        fee: fee(),
      },
      { max: 10 },
    ),
    ratingAverage: decimal(0, 5, { label: 'Rating', derived: true }).optional(),
    tags: tags(),
  }),
  scope: 'vendor',
  approvals: bulkDeletion,
  states: {
    draft: { to: { in_review: 'Submit for review' } },
    in_review: { to: { published: 'Publish', rejected: 'Reject' }, tone: 'info' },
    published: { to: { suspended: 'Suspend' }, tone: 'success' },
    suspended: { to: { published: 'Publish again' }, tone: 'warning', reason: true },
    rejected: { to: { draft: 'Back to draft' }, tone: 'danger', reason: true },
    archived: { final: true, reason: true },
    '*': { to: { archived: 'Archive' } },
  },
  check(row, fail) {
    const codes = (row.roomTypes ?? []).map((t) => t.code)
    codes.forEach((c, i) => {
      if (codes.indexOf(c) < i) fail(`roomTypes.${i}.code`, 'This code is duplicated')
    })
  },
  list: {
    columns: ['name', 'vendor', 'category', 'stars', 'ratingAverage', 'state', 'createdAt'],
    search: ['name', 'slug', 'email'],
    filters: ['vendor', 'category', 'stars', 'state'],
    sort: '-createdAt',
    layouts: { grid: 'images' },
  },
  form: {
    sections: {
      Basics: ['name', 'vendor', 'category', 'stars', 'slug', 'tags', 'description'],
      Contact: ['email', 'phone', 'website'],
      Place: ['address', 'location', 'timezone', 'checkInTime', 'checkOutTime'],
      Offer: ['facilities', 'images'],
      'Room types': ['roomTypes'],
      'Refund rules': ['refundRules'],
    },
  },
  detail: {
    tabs: ['bookings'],
    summary: ['category', 'stars', 'address', 'vendor'],
    facts: {
      Description: ['description'],
      'Room types': ['roomTypes'],
      'Refund rules': ['refundRules'],
      Facilities: ['facilities'],
      Images: ['images'],
    },
    aside: {
      Hotel: ['vendor', 'category', 'stars', 'ratingAverage', 'slug'],
      Contact: ['email', 'phone', 'website'],
      Place: ['address', 'location', 'timezone', 'checkInTime', 'checkOutTime'],
    },
  },
  timeline: { related: ['bookings'] },
  taggable: 'tags',
  worklists: {
    reviews: {
      label: 'Hotels to review',
      can: 'transition.published',
      where: { state: 'in_review' },
      show: ['vendor', 'category'],
    },
  },
  nav: { group: 'Stays', icon: 'building' },
})

export type Hotel = Row<typeof hotel>
