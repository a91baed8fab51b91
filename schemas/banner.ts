import {
  choice,
  choices,
  defineResource,
  image,
  instant,
  int,
  text,
  url,
  z,
  type Row,
} from './define/index.ts'

export const banner = defineResource({
  name: 'banners',
  path: '/Banner',
  permission: 'banner',
  label: { one: 'Banner', many: 'Banners' },
  title: 'title',
  shape: z.object({
    title: text(120),
    image: image(),
    placement: choice(['home', 'search', 'checkout', 'vendor_portal']).default('home'),
    link: url().optional(),
    audience: choices(['customers', 'vendors', 'guests'], { hint: 'Empty means everybody' }),
    startsAt: instant({ label: 'Starts at' }),
    endsAt: instant({ label: 'Ends at' }).optional(),
    priority: int(0, 9999, { hint: 'Lower comes first' }).default(0),
  }),
  scope: 'staff',
  states: {
    draft: { to: { scheduled: 'Schedule' } },
    scheduled: { to: { live: 'Go live now', draft: 'Back to draft', ended: 'End' }, tone: 'info' },
    live: { to: { paused: 'Pause', ended: 'End' }, tone: 'success' },
    paused: { to: { live: 'Resume', ended: 'End' }, tone: 'warning', undo: true, prominent: false },
    ended: { prominent: false },
    archived: { final: true, reason: true },
    '*': { to: { archived: 'Archive' } },
  },
  check(row, fail) {
    if (row.startsAt && row.endsAt && row.endsAt <= row.startsAt) {
      fail('endsAt', 'The end must be after the start')
    }
  },
  list: {
    columns: ['image', 'title', 'placement', 'startsAt', 'endsAt', 'priority', 'state'],
    search: ['title'],
    filters: ['placement', 'state'],
    sort: 'priority',
    layouts: { order: 'priority', grid: 'image' },
  },
  form: {
    sections: {
      Banner: ['title', 'image', 'link'],
      Place: ['placement', 'audience', 'priority'],
      Time: ['startsAt', 'endsAt'],
    },
  },
  nav: { group: 'Settings', icon: 'photo' },
})

export type Banner = Row<typeof banner>
