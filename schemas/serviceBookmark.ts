import { code, defineResource, longText, ref, z, type Row } from './define/index.ts'

export const serviceBookmark = defineResource({
  name: 'service-bookmarks',
  permission: 'serviceBookmark',
  label: { one: 'Service bookmark', many: 'Service bookmarks' },
  title: 'code',
  shape: z.object({
    code: code({ unique: true, codePrefix: 'BM-' }),
    customer: ref('customers'),
    service: ref('services'),
    note: longText(1000).optional(),
  }),
  // Bookmarks are private to the customer; vendors see only their number on the service.
  scope: 'staff',
  unique: [['customer', 'service']],
  list: {
    columns: ['code', 'customer', 'service', 'note', 'createdAt'],
    search: ['code', 'note'],
    filters: ['customer', 'service'],
    sort: '-createdAt',
  },
  nav: { group: 'Services', icon: 'bookmark' },
})

export type ServiceBookmark = Row<typeof serviceBookmark>
