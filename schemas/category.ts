import { bps, defineResource, icon, int, ref, slug, text, z, type Row } from './define/index.ts'

export const category = defineResource({
  name: 'categories',
  path: '/category',
  permission: 'category',
  label: { one: 'Category', many: 'Categories' },
  title: 'name',
  shape: z.object({
    name: text(120),
    slug: slug({ from: 'name', unique: true }),
    parent: ref('categories', { label: 'Parent category' }).optional(),
    icon: icon().optional(),
    position: int(0, 9999, { hint: 'Lower comes first' }).default(0),
    commission: bps(10_000, {
      hint: 'Our share of each stay in hotels of this category; empty leaves it to the vendor',
    }).optional(),
  }),
  scope: 'shared',
  states: {
    active: { to: { inactive: 'Deactivate' }, tone: 'success', undo: true },
    inactive: { to: { active: 'Activate' }, undo: true, prominent: false },
  },
  list: {
    columns: ['name', 'slug', 'parent', 'position', 'commission', 'state'],
    search: ['name', 'slug'],
    filters: ['parent', 'state'],
    sort: 'position',
    layouts: { tree: 'parent', order: 'position' },
  },
  detail: { tabs: ['hotels', 'categories'] },
  nav: { group: 'Stays', icon: 'category' },
})

export type Category = Row<typeof category>
