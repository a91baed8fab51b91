import { defineResource, flag, longText, text, ui, z, type Row } from './define/index.ts'
import { say } from './define/message.ts'
import { MAX_PATTERNS, MAX_STARS, starsOf } from './define/permissions.ts'

const pattern = () =>
  z
    .string()
    .max(200)
    .refine((text) => starsOf(text) <= MAX_STARS, {
      params: { said: say('A pattern has {{n}} * at most', { n: MAX_STARS }) },
    })

/** The highest limit of an approval. */
const MAX_LIMIT = 1_000_000_000_000

/**
 * What a role grants: patterns of permission keys (deny wins), per entity a filter that narrows its
 * rows, and limits above which others must approve.
 */
const grants = () =>
  z
    .strictObject({
      allow: z.array(pattern()).max(MAX_PATTERNS),
      deny: z.array(pattern()).max(MAX_PATTERNS),
      rows: z.record(z.string(), z.record(z.string(), z.json())).optional(),
      limits: z.record(z.string(), z.int().min(0).max(MAX_LIMIT)).optional(),
    })
    .refine(({ allow, deny }) => allow.length + deny.length <= MAX_PATTERNS, {
      params: { said: say('A role has {{n}} patterns at most', { n: MAX_PATTERNS }) },
    })
    .register(ui, { kind: 'json', hidden: true })

export const userRole = defineResource({
  name: 'user-roles',
  path: '/user_roles',
  permission: 'userRole',
  label: { one: 'User role', many: 'User roles' },
  title: 'name',
  shape: z.object({
    name: text(80, { unique: true }),
    description: longText(500).optional(),
    system: flag({ label: 'Built in', derived: true }).default(false),
    requireTwoFactor: flag({
      hint: 'People with this role must set up a second factor first',
    }).default(false),
    grants: grants().default({ allow: [], deny: [] }),
  }),
  scope: 'staff',
  grants: 'grants',
  requireTwoFactor: 'requireTwoFactor',
  stepUp: ['grants', 'requireTwoFactor'],
  // Whoever grants permissions could grant themselves everything. Taking them away is not held up.
  approvals: {
    grants: { when: { grants: { adds: true } }, by: 'approve', quorum: 1, expires: '72h' },
  },
  list: {
    columns: ['name', 'description', 'system', 'updatedAt'],
    search: ['name', 'description'],
    filters: ['system'],
    sort: 'name',
  },
  detail: { tabs: ['employees'], hide: ['grants'] },
  nav: { group: 'People', icon: 'shield' },
})

export type UserRole = Row<typeof userRole>
