import {
  choice,
  decimal,
  defineResource,
  images,
  int,
  markdown,
  money,
  ref,
  tags,
  terms,
  text,
  z,
  type Row,
} from './define/index.ts'
import { bulkDeletion } from './deletions.ts'

export const service = defineResource({
  name: 'services',
  permission: 'service',
  label: { one: 'Service', many: 'Services' },
  title: 'title',
  subtitle: 'vendor',
  shape: z.object({
    title: text(160),
    vendor: ref('vendors'),
    category: ref('service-categories'),
    subCategory: ref('service-sub-categories', {
      label: 'Sub-category',
      dependsOn: { field: 'category', through: 'category' },
    }).optional(),
    description: markdown().optional(),
    pricing: choice(['fixed', 'hourly', 'quote']).default('fixed'),
    price: money({
      hint: 'For the whole service, or for an hour',
      when: { field: 'pricing', is: ['fixed', 'hourly'] },
    }).optional(),
    durationMinutes: int(1, 100_000, { label: 'Duration', unit: 'min' }).optional(),
    areas: terms({ label: 'Areas', hint: 'Cities or districts it is offered in' }),
    images: images({ max: 20 }),
    bookmarks: int(0, 1_000_000_000, { derived: true }).default(0),
    ratingAverage: decimal(0, 5, { label: 'Rating', derived: true }).optional(),
    tags: tags(),
  }),
  scope: 'vendor',
  approvals: bulkDeletion,
  states: {
    draft: { to: { in_review: 'Submit for review' } },
    in_review: {
      to: { active: 'Approve', rejected: 'Reject' },
      only: { active: 'staff' },
      tone: 'info',
    },
    active: { to: { paused: 'Pause' }, tone: 'success' },
    paused: { to: { active: 'Resume' }, tone: 'warning' },
    rejected: { to: { draft: 'Back to draft' }, tone: 'danger', reason: true },
    archived: { final: true, reason: true },
    '*': { to: { archived: 'Archive' } },
  },
  check(row, fail) {
    if (row.pricing && row.pricing !== 'quote' && !row.price) {
      fail('price', 'Give a price, or choose pricing by quote')
    }
  },
  list: {
    columns: [
      'title',
      'vendor',
      'category',
      'pricing',
      'price',
      'bookmarks',
      'ratingAverage',
      'state',
    ],
    search: ['title'],
    filters: ['vendor', 'category', 'pricing', 'state'],
    sort: '-createdAt',
    layouts: { grid: 'images' },
  },
  form: {
    sections: {
      Basics: ['title', 'vendor', 'category', 'subCategory', 'tags', 'description'],
      Price: ['pricing', 'price', 'durationMinutes'],
      Offer: ['areas', 'images'],
    },
  },
  detail: { tabs: ['service-jobs', 'service-bookmarks'] },
  timeline: { related: ['service-jobs'] },
  taggable: 'tags',
  nav: { group: 'Services', icon: 'tool' },
})

export type Service = Row<typeof service>
