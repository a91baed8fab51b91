import { say } from '#model/message.ts'
import type { userRole } from '#schemas/userRole.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import { forbidden, invalid, Problem } from '../../base/problem.ts'
import { builtInRole } from './builtin.ts'
import type { Change, EntityRules, RuleContext, RuleRow } from '../types.ts'
import { beyond } from '../employee/ceiling.ts'
import { wrongLimits } from './limits.ts'
import { wrongRows } from './rows.ts'

const grantsOf = (row: RuleRow<typeof userRole> | null): Grants =>
  row?.grants ?? { allow: [], deny: [] }
/** Maximum invalid keys listed in one response. */
const SHOWN = 50

/**
 * Nobody changes what a role means for people who may do more than they: taking permissions away,
 * or asking for a second factor, could lock those out.
 */
const keepAbove = async (
  { before, after, changed }: Change<typeof userRole>,
  { access, model, tx }: RuleContext,
): Promise<void> => {
  const { actor } = access
  if (!before || actor.kind === 'system') return
  const isTouched = changed.has('grants') || changed.has('requireTwoFactor')
  if (after && !isTouched && before.deletedAt === after.deletedAt) return
  const { rows } = await tx.query<{ grants: Grants }>(
    `SELECT r.grants FROM user_roles r WHERE r.deleted_at IS NULL AND EXISTS (
  SELECT FROM employees e WHERE e.roles @> ARRAY[$1::uuid, r.id] AND e.deleted_at IS NULL AND e.id IS DISTINCT FROM $2::uuid)`,
    [before.id, actor.personId],
  )
  if (rows.some((role) => beyond(model, access, role.grants).length)) {
    throw forbidden('You cannot change a role of people who may do more than you.')
  }
}

/**
 * Rules of roles: built-in ones keep their name and cannot be deleted, the super-admin's allows
 * everything, nobody grants what they do not hold or raises their own limits, and nobody changes a role of people who may do
 * more.
 */
export const userRoleRules: EntityRules<typeof userRole> = {
  async beforeWrite(change, context) {
    await keepAbove(change, context)
    const { before, after, changed } = change
    const { access, model } = context
    if (!after) return
    if (before?.system === true && changed.has('name')) {
      throw new Problem(409, 'built_in', 'A built-in role keeps its name.', {
        errors: [{ path: 'name', code: 'built_in', message: 'A built-in role keeps its name' }],
      })
    }
    if (!changed.has('grants') && before?.deletedAt === after.deletedAt) return
    if (changed.has('grants') && before?.id === builtInRole('super-admin').id) {
      throw new Problem(
        409,
        'built_in',
        'The super-admin role allows everything; that cannot be changed.',
      )
    }
    const wrong = changed.has('grants') ? wrongRows(model, grantsOf(after).rows) : []
    if (changed.has('grants')) {
      wrong.push(...wrongLimits(model, access, before?.id, grantsOf(before), grantsOf(after)))
    }
    if (wrong.length) throw invalid(wrong)
    const over =
      after.deletedAt === null
        ? beyond(
            model,
            access,
            grantsOf(after),
            changed.has('grants') ? grantsOf(before) : undefined,
          )
        : []
    if (over.length) {
      throw new Problem(
        422,
        'invalid',
        over.length > 5
          ? say('You cannot grant permissions that you do not have: {{what}} and {{n}} more', {
              what: { list: over.slice(0, 5) },
              n: over.length - 5,
            })
          : say('You cannot grant permissions that you do not have: {{what}}', {
              what: { list: over },
            }),
        {
          errors: over.slice(0, SHOWN).map((key) => ({
            path: `grants.${key}`,
            code: 'beyond_own_rights',
            message: say('You cannot grant permissions that you do not have: {{what}}', {
              what: key,
            }),
          })),
        },
      )
    }
  },
  refuseDelete(row) {
    if (row.system === true) {
      throw new Problem(409, 'built_in', 'A built-in role cannot be deleted.')
    }
  },
}
