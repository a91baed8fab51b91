import { say } from '#model/message.ts'
import type { employee, Employee } from '#schemas/employee.ts'
import { forbidden, invalid, Problem } from '../../base/problem.ts'
import { builtInRole } from '../userRole/builtin.ts'
import type { Change, EntityRules, RecordOf, RuleContext } from '../types.ts'
import { beyond } from './ceiling.ts'

type Person = Employee & { readonly deletedAt: string | null }

const SUPER_ADMIN = builtInRole('super-admin').id
/** States in which a person has been given access. */
const LET_IN: readonly string[] = ['active', 'suspended']

const isSuperAdmin = (p: Person | null): boolean =>
  p !== null &&
  p.deletedAt === null &&
  p.state === 'active' &&
  p.vendor === null &&
  (p.roles as readonly string[]).includes(SUPER_ADMIN)

/** Someone must hold every permission, or nobody could ever grant permissions again. */
const keepLastSuperAdmin = async (
  { before, after }: Change<typeof employee>,
  context: RuleContext,
): Promise<void> => {
  if (!isSuperAdmin(before) || isSuperAdmin(after)) return
  // Without the lock, two super-admins removing each other at once would each still see the other.
  await context.lockName('super-admin')
  const { rows } = await context.tx.query<{ n: number }>(
    "SELECT count(*) AS n FROM employees WHERE id <> $1 AND state = 'active' AND deleted_at IS NULL AND vendor IS NULL AND roles @> ARRAY[$2::uuid]",
    [before!.id, SUPER_ADMIN],
  )
  if (rows[0]!.n === 0) {
    throw new Problem(
      409,
      'last_super_admin',
      'This is the last super-admin. Make somebody else one first.',
    )
  }
}

const requireRoles = ({ kind, before, after }: Change<typeof employee>): void => {
  const person = after!
  if (!LET_IN.includes(person.state) || person.roles.length) return
  const problem = { path: 'roles', code: 'required', message: 'Choose at least one role' }
  const letIn = kind === 'transition' && !LET_IN.includes(String(before?.state))
  throw letIn
    ? new Problem(409, 'roles_required', 'Give this person a role first.', { errors: [problem] })
    : invalid([problem])
}

const rolesOf = async (
  ids: readonly string[],
  context: RuleContext,
): Promise<RecordOf<'user-roles'>[]> => {
  const found = await Promise.all(ids.map((id) => context.load('user-roles', id)))
  return found.filter((r) => r !== undefined)
}

/** Roles that are new to the person; all of them when the person is given access. */
const gained = ({ before, after, changed }: Change<typeof employee>): readonly string[] => {
  const now = after!
  const was = before
  const entrance = now.state === 'active' && (was?.state !== 'active' || was.deletedAt !== null)
  const unbound = changed.has('vendor') && was !== null
  return now.roles.filter((id) => entrance || unbound || !was?.roles.includes(id))
}

/** Roles that allow more than the actor may do. */
const beyondOwn = async (
  ids: readonly string[],
  context: RuleContext,
): Promise<RecordOf<'user-roles'>[]> =>
  (await rolesOf(ids, context)).filter(
    (role) => beyond(context.model, context.access, role.grants).length > 0,
  )

/**
 * Nobody changes, suspends, deletes or restores a person with more permissions than their own;
 * called on every write of a person.
 */
const keepAbove = async (
  { before }: Change<typeof employee>,
  context: RuleContext,
): Promise<void> => {
  const { actor } = context.access
  if (!before || actor.kind === 'system' || before.id === actor.personId) return
  if ((await beyondOwn(before.roles as string[], context)).length) {
    throw forbidden('You cannot change a person who may do more than you.')
  }
}

const keepCeiling = async (
  change: Change<typeof employee>,
  context: RuleContext,
): Promise<void> => {
  const { actor } = context.access
  if (actor.kind === 'system') return
  const over = await beyondOwn(gained(change), context)
  if (over.length) {
    const roles = { list: over.map((r) => `“${r.name}”`), and: true } as const
    const message = say('You cannot grant {{roles}}: it allows more than you may do yourself', {
      roles,
    })
    const problem = { path: 'roles', code: 'beyond_own_rights', message }
    throw change.kind === 'transition' || change.kind === 'restore'
      ? new Problem(
          403,
          'forbidden',
          say('You cannot grant {{roles}}: it allows more than you may do yourself.', { roles }),
          { errors: [problem] },
        )
      : invalid([problem])
  }
  if (change.changed.has('vendor') && change.before?.id === actor.personId) {
    throw forbidden('You cannot change which vendor you work for.')
  }
}

/**
 * Rules of employees: roles are required from `active` on, the privilege ceiling applies, and at
 * least one super-admin always remains.
 */
export const employeeRules: EntityRules<typeof employee> = {
  async beforeWrite(change, context) {
    await keepAbove(change, context)
    await keepLastSuperAdmin(change, context)
    if (!change.after || change.after.deletedAt !== null) return
    requireRoles(change)
    await keepCeiling(change, context)
    const { before, changed } = change
    // The same roles allow more, or other things, at another vendor or at none.
    if (before && changed.has('vendor') && change.after.roles.length) {
      context.requireApproval('roles', {})
    }
  },
}
