import { withLimit } from '#model/approvals.ts'
import type { ApprovalModel, Json } from '#model/types.ts'
import { Problem } from '../../base/problem.ts'
import type { WriteContext } from '../types.ts'
import type { Change, Values } from './rules.ts'
import type { Unit } from './unit.ts'

/** A request for approval that is being prepared or applied. */
export interface Approval {
  /** Id of the request: its own change does not make it stale. */
  readonly id: string
  /** Receives what needs an approval, which would be refused otherwise. */
  needed(approval: ApprovalModel): void
}

/** The refusal of every channel but the request of a person for one record. */
export const approvalNeeded = (): Problem =>
  new Problem(
    409,
    'approval_needed',
    'Somebody else must approve this first. Ask for it on the record itself.',
  )

type Condition = ApprovalModel['when'][number]

const holds = ({ over, in: among }: Condition, value: Json | undefined): boolean => {
  if (value === null || value === undefined) return true
  const amount = typeof value === 'object' && 'amount' in value ? value.amount : value
  if (over !== undefined && !(typeof amount === 'number' && amount <= over)) return true
  return among !== undefined && among.some((one) => one === value)
}

/** True if every condition of an approval holds for these values. */
export const isHeld = ({ when }: ApprovalModel, values: Values): boolean =>
  when.every((condition) => holds(condition, values[condition.name]))

/**
 * Refuses, with 409 `approval_needed`, a person's change that others must approve; passes it to the
 * context's approval if it has one. What rules do as a consequence is not held up.
 */
export const requireApproval = (
  { resource, context }: { readonly resource: Unit['resource']; readonly context: WriteContext },
  needed: (approval: ApprovalModel) => boolean,
): void => {
  if (!resource.approvals || context.access.actor.kind !== 'person') return
  const roles = context.access.actor.grants
  const approvals = resource.approvals.map((a) => withLimit(resource.entity, a, roles))
  for (const approval of approvals.filter(needed)) {
    if (!context.approval) throw approvalNeeded()
    context.approval.needed(approval)
  }
}

/** The approvals that a change of an existing record needs. `key` is its permission. */
export const neededBy =
  ({ kind, before, after, changed }: Change, key: string, input: Values = {}) =>
  (approval: ApprovalModel): boolean => {
    if (!before || !after || kind === 'delete' || kind === 'restore') return false
    const asked = approval.on === 'field' ? changed.has(approval.name) : approval.name === key
    return asked && isHeld(approval, { ...after, ...input })
  }
