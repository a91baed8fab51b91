/** Limits of a role: above them, other people must approve. */
import { say } from '#model/message.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import { own } from '#schemas/define/own.ts'
import { limitedBy, limitKey } from '#model/approvals.ts'
import type { Model } from '#model/types.ts'
import type { FieldProblem } from '../../base/problem.ts'
import type { Access } from '../../permissions/types.ts'

interface Limited {
  /** Permission of those who approve. */
  readonly by: string
  readonly over: number
}

const approvalsByKey = (model: Model): ReadonlyMap<string, Limited> =>
  new Map(
    model.resources.flatMap(({ entity, approvals = [] }) =>
      approvals.flatMap((approval): [string, Limited][] => {
        const over = limitedBy(approval)?.over
        return over === undefined
          ? []
          : [[limitKey(entity, approval), { by: `${entity}.${approval.by}`, over }]]
      }),
    ),
  )

/**
 * Errors of changed limits, each at its place: `grants.limits.<entity>.<approval>`. A limit is one
 * that the schemas declare; who sets it may approve such changes, and nobody raises that of a role
 * of their own: a second person decides.
 */
export const wrongLimits = (
  model: Model,
  { actor, can }: Access,
  role: string | undefined,
  before: Grants,
  after: Grants,
): FieldProblem[] => {
  const known = approvalsByKey(model)
  const [was, is] = [before.limits ?? {}, after.limits ?? {}]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key): FieldProblem[] => {
    const [from, to] = [own(was, key), own(is, key)]
    const approval = known.get(key)
    const path = `grants.limits.${key}`
    if (from === to) return []
    if (!approval) {
      // One that the schemas no longer declare may go.
      return to === undefined
        ? []
        : [{ path, code: 'unknown_name', message: 'There is no such limit' }]
    }
    if (actor.kind === 'system') return []
    const { by, over } = approval
    if (!can(by)) {
      const message = say(
        'You cannot set a limit without the permission to approve: {{permission}}',
        { permission: by },
      )
      return [{ path, code: 'beyond_own_rights', message }]
    }
    if (role !== undefined && actor.roleIds.includes(role) && (to ?? over) > (from ?? over)) {
      const message = 'You cannot raise the limit of a role that you have'
      return [{ path, code: 'beyond_own_rights', message }]
    }
    return []
  })
}
