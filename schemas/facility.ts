import { choice, code, defineResource, icon, int, text, z, type Row } from './define/index.ts'

export const facility = defineResource({
  name: 'facilities',
  permission: 'facility',
  label: { one: 'Facility', many: 'Facilities' },
  title: 'name',
  subtitle: 'code',
  shape: z.object({
    name: text(120),
    code: code({ unique: true }),
    group: choice(['room', 'property', 'service']),
    icon: icon().optional(),
    position: int(0, 9999, { hint: 'Lower comes first' }).default(0),
  }),
  scope: 'shared',
  states: {
    active: { to: { inactive: 'Deactivate' }, tone: 'success', undo: true },
    inactive: { to: { active: 'Activate' }, undo: true, prominent: false },
  },
  list: {
    columns: ['name', 'code', 'group', 'position', 'state'],
    search: ['name', 'code'],
    filters: ['group', 'state'],
    sort: 'position',
  },
  detail: { tabs: ['hotels'] },
  nav: { group: 'Stays', icon: 'sparkles' },
})

export type Facility = Row<typeof facility>
