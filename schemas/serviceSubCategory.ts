import { defineResource, int, ref, slug, text, z, type Row } from './define/index.ts'

export const serviceSubCategory = defineResource({
  name: 'service-sub-categories',
  path: '/service_Sub_category',
  permission: 'serviceSubCategory',
  label: { one: 'Service sub-category', many: 'Service sub-categories' },
  title: 'name',
  subtitle: 'category',
  shape: z.object({
    name: text(120),
    slug: slug({ from: 'name' }),
    category: ref('service-categories'),
    position: int(0, 9999, { hint: 'Lower comes first' }).default(0),
  }),
  scope: 'shared',
  unique: [['category', 'slug']],
  list: {
    columns: ['name', 'category', 'slug', 'position'],
    search: ['name', 'slug'],
    filters: ['category'],
    sort: 'position',
  },
  detail: { tabs: ['services'] },
  nav: { group: 'Services', icon: 'list' },
})

export type ServiceSubCategory = Row<typeof serviceSubCategory>
