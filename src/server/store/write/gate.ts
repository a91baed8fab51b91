import { withLimit } from '#model/approvals.ts'
import type { ApprovalModel, Json } from '#model/types.ts'
import { own } from '#schemas/define/own.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import { Problem } from '../../base/problem.ts'
import { widened } from '../../permissions/widened.ts'
import type { Access } from '../../permissions/types.ts'
import type { RecordData, WriteContext } from '../types.ts'
import type { Change, Values } from './rules.ts'
import type { Unit } from './unit.ts'

/** A request for approval that is being prepared or applied. */
export interface Approval {
  /** Id of the request: its own change does not make it stale. */
  readonly id: string
  /** Receives what needs an approval, which would be refused otherwise. */
  needed(approval: ApprovalModel): void
  /** Receives the records that rules read. */
  read?(collection: string, record: RecordData): void
}

/** The refusal of every channel but the request of a person for one record. */
export const approvalNeeded = (): Problem =>
  new Problem(
    409,
    'approval_needed',
    'Somebody else must approve this first. Ask for it on the record itself.',
  )

type Condition = ApprovalModel['when'][number]

/** What a change adds to a field: members of a list, or what a role grants. */
const adds = (
  { resource, parts }: Pick<Unit, 'resource' | 'parts'>,
  name: string,
  before: Json | undefined,
  after: Json,
): boolean => {
  if (resource.grants === name) {
    const [was, is] = JSON.parse(JSON.stringify([before ?? null, after])) as [Grants | null, Grants]
    return widened(parts.model, was, is)
  }
  const was = new Set(Array.isArray(before) ? before : [])
  return !Array.isArray(after) || after.some((member) => !was.has(member))
}

const holds = ({ over, in: among }: Condition, value: Json | undefined): boolean => {
  if (value === null || value === undefined) return true
  const amount = typeof value === 'object' && 'amount' in value ? value.amount : value
  if (over !== undefined && !(typeof amount === 'number' && amount <= over)) return true
  return among !== undefined && among.some((one) => one === value)
}

/** True if every condition of an approval holds for these values; `adds` is not asked. */
export const isHeld = ({ when }: ApprovalModel, values: Values): boolean =>
  when.every((condition) => condition.adds === true || holds(condition, values[condition.name]))

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

/**
 * The approvals that a change of a record needs; a new record only those of fields that it adds
 * something to. `key` is the permission of the change.
 */
export const neededBy =
  (
    unit: Pick<Unit, 'resource' | 'parts'>,
    { kind, before, after, changed }: Change,
    key: string,
    input: Values = {},
  ) =>
  (approval: ApprovalModel): boolean => {
    if (!after || kind === 'delete' || kind === 'restore') return false
    const added = approval.when.filter((condition) => condition.adds === true)
    if (!before && !added.length) return false
    const asked = approval.on === 'field' ? changed.has(approval.name) : approval.name === key
    return (
      asked &&
      added.every(({ name }) => adds(unit, name, own(before, name), own(after, name) ?? null)) &&
      isHeld(approval, { ...after, ...input })
    )
  }

/** The approvals that a bulk change of this many records needs. `key` is as for one record. */
export const neededByBulk = (
  { entity, approvals = [] }: Unit['resource'],
  { actor }: Access,
  key: string,
  rows: number,
): ApprovalModel[] => {
  if (actor.kind !== 'person') return []
  const name = `bulk.${key === 'purge' ? 'delete' : key}`
  return approvals
    .filter((approval) => approval.on === 'bulk' && approval.name === name)
    .map((approval) => withLimit(entity, approval, actor.grants))
    .filter((approval) => isHeld(approval, { rows }))
}
