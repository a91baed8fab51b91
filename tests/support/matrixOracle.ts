/**
 * Permissions of the built-in roles, written down a second time from the specification ("Built-in
 * roles", "Row scope of vendor staff") and not from the product's patterns: a wrong pattern
 * disagrees with it.
 */
import type { ResourceModel } from '#model/types.ts'

/**
 * `none`; `read` = list and read; `write` = also create, change, trash, restore, import, export,
 * transitions, named actions; `all` = also purge.
 */
export type Level = 'none' | 'read' | 'write' | 'all'

interface RoleText {
  readonly level: (entity: string) => Level
  /** `entity.field` or `*.field` that the role neither reads nor writes. */
  readonly hidden: readonly string[]
  /** Actions and transitions refused despite the level: `hotel.published`, `*.import`. */
  readonly refused?: readonly string[]
  /** Actions allowed beyond the level: `chatMessage.see`. */
  readonly granted?: readonly string[]
  /** Works for one vendor: sees that vendor's rows only. */
  readonly tenant?: true
}

const someWrite =
  (writes: readonly string[], none: readonly string[] = []) =>
  (entity: string): Level => {
    if (none.includes(entity)) return 'none'
    return writes.includes(entity) ? 'write' : 'read'
  }

/** Entities with tags. */
const TAGGED = [
  'customer',
  'vendor',
  'hotel',
  'booking',
  'order',
  'service',
  'serviceJob',
  'proposal',
  'ticket',
]

export const roleTexts: Readonly<Record<string, RoleText>> = {
  'super-admin': { level: () => 'all', hidden: [] },
  manager: {
    level: (e) => (['userRole', 'permission'].includes(e) ? 'none' : 'write'),
    hidden: ['vendor.payoutAccount'],
  },
  'support agent': {
    level: someWrite(
      ['customer', 'conversation', 'chatMessage', 'ticket', 'macro', 'notification'],
      ['paymentTransaction', 'subscriptionInvoice', 'creditNote', 'payout', 'vendorEntry'],
    ),
    hidden: ['vendor.payoutAccount'],
    refused: ['*.manageTags'],
  },
  finance: {
    level: someWrite([
      'order',
      'paymentTransaction',
      'subscriptionInvoice',
      'subscription',
      'subscriptionPlan',
      'payout',
    ]),
    hidden: [],
    // Somebody outside of finance approves large refunds and payouts; finance approves payout accounts.
    granted: [
      'vendor.approve',
      'vendor.preparePayout',
      'booking.pay',
      'booking.refund',
      'booking.paymentLink',
      'booking.mailPaymentLink',
      'creditNote.mail',
    ],
    refused: [
      '*.manageTags',
      'paymentTransaction.approve',
      'order.approve',
      'subscriptionInvoice.approve',
      'payout.approve',
      'paymentTransaction.override',
      'order.override',
      'subscriptionInvoice.override',
      'payout.override',
    ],
  },
  // Imports bypass reviews, so they are refused; only our own staff decide what the public sees and
  // which proposal is accepted.
  'vendor staff': {
    level: someWrite(['hotel', 'service', 'proposal', 'booking']),
    tenant: true,
    hidden: [
      'customer.email',
      'customer.phone',
      'customer.internalNote',
      // Tags are remarks of our own staff.
      ...TAGGED.map((entity) => `${entity}.tags`),
    ],
    // Readers of a message confirm its receipt; vendors submit their own documents.
    granted: ['chatMessage.receive', 'chatMessage.see', 'vendor.addDocument'],
    refused: [
      '*.import',
      '*.undo',
      'hotel.published',
      'hotel.rejected',
      'hotel.suspended',
      'service.rejected',
      'proposal.shortlisted',
      'proposal.accepted',
      'proposal.rejected',
      'proposal.expired',
      // Money is our own staff's.
      'booking.pay',
      'booking.refund',
      'booking.paymentLink',
      'booking.mailPaymentLink',
      '*.approve',
      '*.override',
      '*.tag',
      '*.manageTags',
    ],
  },
  viewer: {
    level: (e) => (['employee', 'userRole', 'permission'].includes(e) ? 'none' : 'read'),
    hidden: ['customer.internalNote', 'vendor.payoutAccount'],
  },
  // People without permissions: a role that allows nothing, and someone who registered and awaits
  // approval.
  'no rights': { level: () => 'none', hidden: [] },
  waiting: { level: () => 'none', hidden: [] },
}

const textOf = (role: string): RoleText => {
  const found = roleTexts[role]
  if (!found) throw new Error(`The oracle knows no role "${role}".`)
  return found
}

/**
 * Level of a role for an entity; vendor staff see nothing of entities that belong to our staff or
 * have no row scope.
 */
export const levelOf = (
  role: string,
  { entity, scope }: Pick<ResourceModel, 'entity' | 'scope'>,
): Level => {
  const { level, tenant } = textOf(role)
  if (!tenant) return level(entity)
  return scope === undefined || scope === 'staff' ? 'none' : level(entity)
}

const refuses = (list: readonly string[] | undefined, entity: string, what: string): boolean =>
  (list ?? []).some((r) => r === `${entity}.${what}` || r === `*.${what}`)

/**
 * True when the role may do this to some row of the entity. `action` is common to all entities, or
 * one the entity declares.
 */
export const mayDo = (
  role: string,
  resource: Pick<ResourceModel, 'entity' | 'scope'>,
  action: string,
): boolean => {
  const level = levelOf(role, resource)
  if (refuses(textOf(role).refused, resource.entity, action)) return false
  if (level !== 'none' && textOf(role).granted?.includes(`${resource.entity}.${action}`)) {
    return true
  }
  if (action === 'purge') return level === 'all'
  if (action === 'list' || action === 'read') return level !== 'none'
  return level === 'write' || level === 'all'
}

/** Importing records of another system, with their own dates and states: super-admins only. */
export const mayImportHistory = (
  role: string,
  resource: Pick<ResourceModel, 'entity' | 'scope'>,
): boolean => levelOf(role, resource) === 'all'

/** Seeing the value of a sensitive field: super-admins only. */
export const mayReveal = mayImportHistory

export const mayMove = (role: string, resource: ResourceModel, to: string): boolean =>
  ['write', 'all'].includes(levelOf(role, resource)) &&
  !refuses(textOf(role).refused, resource.entity, to)

export const mayReadField = (role: string, resource: ResourceModel, field: string): boolean =>
  levelOf(role, resource) !== 'none' && !refuses(textOf(role).hidden, resource.entity, field)

export const mayWriteField = (role: string, resource: ResourceModel, field: string): boolean => {
  const model = resource.fields.find((f) => f.name === field)
  return (
    model !== undefined &&
    !model.derived &&
    model.kind !== 'state' &&
    ['write', 'all'].includes(levelOf(role, resource)) &&
    !refuses(textOf(role).hidden, resource.entity, field)
  )
}

/**
 * Permissions of the installation: only our own staff have them, for everything or everything
 * except backups.
 */
export const maySystem = (role: string, key: string): boolean =>
  role === 'super-admin' || (role === 'manager' && key !== 'system.backup')

/** True when the role only sees one vendor's rows. */
export const isTenantRole = (role: string): boolean => textOf(role).tenant === true
