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
    phone: phone({ sensitive: true }).optional(),
    roles: refs('user-roles'),
    vendor: ref('vendors', {
      hint: 'Empty for our own staff; set, the person sees rows of this vendor only',
    }).optional(),
    locale: locale({ label: 'Language' }).optional(),
    lastSeenAt: instant({ label: 'Last seen', derived: true }).optional(),
    twoFactorEnrolled: flag({ label: 'Two-factor', derived: true }).default(false),
    emailVerified: flag({ label: 'E-mail confirmed', derived: true }).default(false),
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
    emailVerified: 'emailVerified',
  },
  states: {
    invited: { to: { active: 'Activate' }, tone: 'info' },
    requested: { to: { active: 'Approve', rejected: 'Reject' }, tone: 'info', entry: true },
    active: { to: { suspended: 'Suspend', left: 'Mark as left' }, tone: 'success' },
    suspended: { to: { active: 'Reinstate' }, tone: 'warning', reason: true },
    rejected: { final: true, reason: true, tone: 'danger' },
    left: { final: true, reason: true },
  },
  stepUp: ['roles', 'email', 'vendor'],
  // The rules ask for it, too, when a person with roles is moved to another vendor or to none.
  approvals: {
    roles: { when: { roles: { adds: true } }, by: 'approve', quorum: 1, expires: '72h' },
  },
  actions: {
    sendResetLink: {
      label: 'Send a password link',
      hint: 'The person gets a link to choose a new password.',
      outside: 'mail',
      from: ['active'],
    },
    endSessions: {
      label: 'End all sessions',
      hint: 'The person is signed out everywhere.',
    },
    resetTwoFactor: {
      label: 'Reset two-factor',
      hint: 'The person signs in with the password alone until they set up a second factor again.',
      tone: 'danger',
      stepUp: true,
    },
    confirmEmail: {
      label: 'Confirm the e-mail address',
      hint: 'For servers that send no e-mail. Ask the person first whether they registered with this address.',
      from: ['invited', 'requested', 'active', 'suspended'],
      stepUp: true,
    },
  },
  list: {
    columns: ['name', 'email', 'emailVerified', 'roles', 'vendor', 'lastSeenAt', 'state'],
    search: ['name', 'email'],
    filters: ['roles', 'vendor', 'state'],
    sort: 'name',
  },
  form: { sections: { Person: ['name', 'email', 'phone', 'locale'], Access: ['roles', 'vendor'] } },
  nav: { group: 'People', icon: 'badge' },
})

export type Employee = Row<typeof employee>
