import { choice, defineResource, text, z, type Row } from './define/index.ts'

/** Every permission key, synchronised with the schemas by the server. */
export const permission = defineResource({
  name: 'permissions',
  path: false,
  permission: 'permission',
  label: { one: 'Permission', many: 'Permissions' },
  title: 'label',
  subtitle: 'key',
  shape: z.object({
    key: text(200, { unique: true, derived: true }),
    label: text(300, { derived: true }),
    entity: text(80, { derived: true }),
    kind: choice(['action', 'field', 'transition'], { derived: true }).default('action'),
  }),
  scope: 'staff',
  readOnly: true,
  list: {
    columns: ['label', 'key', 'entity', 'kind'],
    search: ['key', 'label'],
    filters: ['kind'],
    sort: 'key',
  },
})

export type Permission = Row<typeof permission>
