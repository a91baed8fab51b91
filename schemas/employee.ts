import {
  defineResource,
  email,
  flag,
  instant,
  locale,
  phone,
  ref,
  refs,
  text,
  z,
  type Row,
} from './define/index.ts'

export const employee = defineResource({
  name: 'employees',
  permission: 'employee',
  label: { one: 'Employee', many: 'Employees' },
  title: 'name',
  subtitle: 'email',
  shape: z.object({
    name: text(160),
    email: email({ unique: true }),
    phone: phone().optional(),
    roles: refs('user-roles'),
    vendor: ref('vendors', {
      hint: 'Empty for our own staff; set, the person sees rows of this vendor only',
    }).optional(),
    locale: locale({ label: 'Language' }).optional(),
    lastSeenAt: instant({ label: 'Last seen', derived: true }).optional(),
    twoFactorEnrolled: flag({ label: 'Two-factor', derived: true }).default(false),
  }),
  scope: 'staff',
  person: {
    name: 'name',
    email: 'email',
    roles: 'roles',
    tenant: 'vendor',
    active: 'active',
    requested: 'requested',
    lastSeen: 'lastSeenAt',
    twoFactor: 'twoFactorEnrolled',
  },
  states: {
    invited: { to: { active: 'Activate' }, tone: 'info' },
    requested: { to: { active: 'Approve', rejected: 'Reject' }, tone: 'info', entry: true },
    active: { to: { suspended: 'Suspend', left: 'Mark as left' }, tone: 'success' },
    suspended: { to: { active: 'Reinstate' }, tone: 'warning', reason: true },
    rejected: { final: true, reason: true, tone: 'danger' },
    left: { final: true, reason: true },
  },
  list: {
    columns: ['name', 'email', 'roles', 'vendor', 'lastSeenAt', 'state'],
    search: ['name', 'email'],
    filters: ['roles', 'vendor', 'state'],
    sort: 'name',
  },
  form: { sections: { Person: ['name', 'email', 'phone', 'locale'], Access: ['roles', 'vendor'] } },
  nav: { group: 'People', icon: 'badge' },
})

export type Employee = Row<typeof employee>
