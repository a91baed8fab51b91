import type { Json, Model } from '#model/types.ts'
import { peopleModel, standingOf } from '../permissions/people.ts'
import type { RecordData } from '../store/types.ts'
import type { Change, EntityRules, RuleBook, RuleContext } from '../store/write/rules.ts'
import { securityEvent, type SecurityKind } from './events.ts'

/**
 * Extends the rules: every change of permissions is recorded in the security log, in the same
 * transaction.
 */
export const withSecurityEvents = (rules: RuleBook, model: Model): RuleBook => {
  const { resource, person, roles, grants } = peopleModel(model)
  const note = (
    kind: SecurityKind,
    { after, before }: Change,
    { access, tx }: RuleContext,
    facts: Readonly<Record<string, Json>> = {},
    title = person.name,
  ): Promise<void> => {
    const row: RecordData = (after ?? before)!
    const name = row[title]
    return securityEvent(tx.query, kind, access.actor, {
      subject: { id: row.id, name: typeof name === 'string' ? name : null },
      ...facts,
    })
  }
  const ofPeople = async (change: Change, context: RuleContext): Promise<void> => {
    const { before, after, changed } = change
    if (!before) {
      const facts = { state: after!.state!, roles: after![person.roles] ?? [] }
      await note('person_added', change, context, facts)
      return
    }
    if (!after || (after.deletedAt !== null && before.deletedAt === null)) {
      await note('person_removed', change, context)
      return
    }
    if (before.deletedAt !== null && after.deletedAt === null) {
      await note('person_restored', change, context)
    }
    if (changed.has('state')) {
      const [from, to] = [String(before.state), String(after.state)]
      const declared = { resource, person, roles, grants }
      const approved =
        standingOf(declared, from) === 'waiting' && standingOf(declared, to) === 'active'
      await note(approved ? 'person_approved' : 'person_state_changed', change, context, {
        from,
        to,
      })
    }
    if (changed.has(person.roles)) {
      await note('roles_changed', change, context, {
        from: before[person.roles] ?? [],
        to: after[person.roles] ?? [],
      })
    }
    if (changed.has(person.tenant)) {
      await note('tenant_changed', change, context, {
        from: before[person.tenant] ?? null,
        to: after[person.tenant] ?? null,
      })
    }
    if (changed.has(person.email)) await note('email_changed', change, context)
  }
  const ofRoles = async (change: Change, context: RuleContext): Promise<void> => {
    const factor = roles.requireTwoFactor
    const isFactorChanged = factor !== undefined && change.changed.has(factor)
    if (change.kind === 'update' && !change.changed.has(grants) && !isFactorChanged) return
    const facts = {
      action: change.kind,
      ...(isFactorChanged ? { secondFactorRequired: change.after?.[factor] ?? null } : {}),
    }
    await note('role_changed', change, context, facts, roles.title)
  }
  const also = (
    entity: string,
    tell: NonNullable<EntityRules['afterWrite']>,
  ): Record<string, EntityRules> => ({
    [entity]: {
      ...rules[entity],
      async afterWrite(change, context) {
        await rules[entity]?.afterWrite?.(change, context)
        await tell(change, context)
      },
    },
  })
  return { ...rules, ...also(resource.entity, ofPeople), ...also(roles.entity, ofRoles) }
}
