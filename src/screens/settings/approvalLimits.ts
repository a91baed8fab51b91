/** Limits of approvals by role. */
import { grants, type Grants } from '#schemas/define/permissions.ts'
import { own } from '#schemas/define/own.ts'
import { limitedBy, limitKey } from '#model/approvals.ts'
import { fieldOf } from '#model/standard.ts'
import type { ApprovalModel, ResourceModel } from '#model/types.ts'
import { allResources } from '#engine/resource.ts'
import type { RecordData } from '#data/types.ts'
import { label, t } from '#ui/i18n.ts'

/** An approval that is needed above a limit. */
export interface Limit {
  /** Name in the grants of a role: `order.refund`. */
  readonly key: string
  /** `Refund`. */
  readonly label: string
  readonly resource: ResourceModel
  /** As declared; roles without a limit of their own have it. */
  readonly over: number
  /** What is typed, times this, is stored: amounts are in minor units, of any currency. */
  readonly unit: 1 | 100
  /** A number of records, not an amount. */
  readonly counts: boolean
  /** True for roles that may do this at all. */
  readonly concerns: (role: Grants) => boolean
}

const keyOf = ({ on, name }: ApprovalModel): string => {
  if (on === 'field') return `field.${name}.write`
  if (on === 'bulk') return name.replace('bulk.', '')
  return name
}

const labelOf = (resource: ResourceModel, { on, name }: ApprovalModel): string => {
  if (on === 'action') return label(resource.actions.find((a) => a.name === name)?.label ?? name)
  if (on === 'field') return label(fieldOf(resource, name)?.label ?? name)
  if (on === 'bulk' && name !== 'bulk.update') {
    const change = name.replace('bulk.', '')
    const kinds = { delete: 'approvals.bulkDelete', restore: 'approvals.bulkRestore' } as const
    const key = own(kinds, change)
    if (key) return t(key)
    const action = resource.actions.find((a) => a.name === change)
    if (action) return label(action.label)
  }
  if (name === 'bulk.update') return t('approvals.bulkUpdate')
  const state = name.replace('bulk.', '').replace('transition.', '')
  return label(resource.transitions.find((t) => t.name === state)?.label ?? name)
}

/** The limits that the schemas declare. */
export const limitsOf = (): readonly Limit[] =>
  allResources().flatMap((resource) =>
    (resource.approvals ?? []).flatMap((approval): Limit[] => {
      const condition = limitedBy(approval)
      if (condition?.over === undefined) return []
      const action = resource.actions.find((a) => a.name === approval.name)
      const field =
        action?.fields?.find((f) => f.name === condition.name) ?? fieldOf(resource, condition.name)
      return [
        {
          key: limitKey(resource.entity, approval),
          label: labelOf(resource, approval),
          resource,
          over: condition.over,
          counts: approval.on === 'bulk',
          unit: field?.kind === 'money' ? 100 : 1,
          concerns: (role) => grants(role, `${resource.entity}.${keyOf(approval)}`),
        },
      ]
    }),
  )

/** The resource that contains roles, and its field of grants. */
export interface Roles {
  readonly resource: ResourceModel
  readonly field: string
}

/** The resource that contains roles; undefined if the schemas declare none. */
export const rolesResource = (): Roles | undefined => {
  const resource = allResources().find((r) => r.grants)
  return resource?.grants ? { resource, field: resource.grants } : undefined
}

/** What a role grants. */
export const grantsIn = (role: RecordData, field: string): Grants =>
  (role[field] ?? { allow: [], deny: [] }) as unknown as Grants

/** The own limit of a role as typed; empty without one. */
export const typedLimit = ({ key, unit }: Limit, { limits = {} }: Grants): number | '' => {
  const limit = own(limits, key)
  return limit === undefined ? '' : limit / unit
}

/** The grants of a role with other limits; an empty one is that of the schema. */
export const withLimits = (
  given: Grants,
  typed: readonly (readonly [Limit, number | ''])[],
): Grants => {
  const limits = new Map(Object.entries(given.limits ?? {}))
  for (const [{ key, unit }, value] of typed) {
    if (value === '') limits.delete(key)
    else limits.set(key, Math.round(value * unit))
  }
  const { limits: _, ...rest } = given
  return limits.size ? { ...rest, limits: Object.fromEntries(limits) } : rest
}

/** True for the role that always allows everything, which nobody edits. */
export const isFixed = (role: RecordData, { allow, deny }: Grants): boolean =>
  role.system === true && allow.includes('*') && !deny.length
