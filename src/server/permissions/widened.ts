import { isDeepStrictEqual } from 'node:util'
import { grants, keysOf, systemKeys, type Grants } from '#schemas/define/permissions.ts'
import { own } from '#schemas/define/own.ts'
import { limitedBy, limitKey } from '#model/approvals.ts'
import type { Model } from '#model/types.ts'

const NOTHING: Grants = { allow: [], deny: [] }

/** A role without a limit has the declared one, unless others of the person have more. */
const raisesLimits = (model: Model, before: Grants, after: Grants): boolean => {
  const [was, is] = [before.limits ?? {}, after.limits ?? {}]
  return model.resources.some(({ entity, approvals = [] }) =>
    approvals.some((approval) => {
      const declared = limitedBy(approval)?.over
      const key = limitKey(entity, approval)
      return declared !== undefined && (own(is, key) ?? declared) > (own(was, key) ?? declared)
    }),
  )
}

/**
 * True if a role would grant more than before: a permission of the model, more rows, or a higher
 * limit. Patterns are compared by the keys they cover.
 */
export const widened = (model: Model, before: Grants | null, after: Grants): boolean => {
  const was = before ?? NOTHING
  const gains = (key: string): boolean => grants(after, key) && !grants(was, key)
  if (after.allow.includes('*') && !was.allow.includes('*')) return true
  if (systemKeys.some(gains) || raisesLimits(model, was, after)) return true
  return model.resources.some((resource) => {
    const [rows, now] = [was, after].map((of) => of.rows?.[resource.entity])
    const moreRows = rows !== undefined && !isDeepStrictEqual(rows, now)
    return keysOf(resource).some((key) => gains(key) || (moreRows && grants(after, key)))
  })
}
