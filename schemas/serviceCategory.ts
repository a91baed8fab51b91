import { bps, defineResource, icon, int, slug, text, z, type Row } from './define/index.ts'

export const serviceCategory = defineResource({
  name: 'service-categories',
  path: '/service_category',
  permission: 'serviceCategory',
  label: { one: 'Service category', many: 'Service categories' },
  title: 'name',
  shape: z.object({
    name: text(120),
    slug: slug({ from: 'name', unique: true }),
    icon: icon().optional(),
    position: int(0, 9999, { hint: 'Lower comes first' }).default(0),
    commission: bps(10_000, {
      hint: 'Our share of each sale in this category; empty leaves it to the vendor',
    }).optional(),
  }),
  scope: 'shared',
  list: {
    columns: ['name', 'slug', 'position', 'commission'],
    search: ['name', 'slug'],
    sort: 'position',
  },
  detail: { tabs: ['service-sub-categories', 'services', 'service-jobs'] },
  nav: { group: 'Services', icon: 'category' },
})

export type ServiceCategory = Row<typeof serviceCategory>
