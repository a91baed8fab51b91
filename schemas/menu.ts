import { code, defineResource, flag, icon, int, ref, text, z, type Row } from './define/index.ts'

/** Entries of the navigation that differ from the schemas. */
export const menu = defineResource({
  name: 'menus',
  path: '/menulist',
  permission: 'menu',
  label: { one: 'Menu', many: 'Menus' },
  title: 'label',
  shape: z.object({
    key: code({ unique: true, hint: 'The key of an existing entry replaces that entry' }),
    label: text(80),
    parent: ref('menus', { hint: 'The heading it appears under' }).optional(),
    route: text(200, {
      hint: 'A path of this application, such as /bookings; empty makes a heading',
    }).optional(),
    icon: icon().optional(),
    position: int(0, 9999, { hint: 'Lower comes first' }).default(0),
    permission: text(200, {
      label: 'Permission key',
      hint: 'People without it do not see the entry; empty takes that of the page',
    }).optional(),
    hidden: flag({ hint: 'Nobody sees the entry' }).default(false),
  }),
  scope: 'shared',
  check(row, fail) {
    if (row.route && !/^\/(?!\/)[^\s\\]*$/.test(row.route)) {
      fail('route', 'Enter a path of this application, such as /bookings')
    }
  },
  list: {
    columns: ['label', 'icon', 'key', 'parent', 'route', 'position', 'hidden'],
    search: ['label', 'key', 'route'],
    filters: ['parent', 'hidden'],
    sort: 'position',
    layouts: { tree: 'parent', order: 'position' },
  },
  detail: { tabs: ['menus'] },
  nav: { group: 'Settings', icon: 'list' },
})

export type Menu = Row<typeof menu>
