import type { Grants } from '#schemas/define/permissions.ts'
import { visibleResources } from '../../notifications/visible.ts'
import { compileAccess } from '../../permissions/access.ts'
import type { RecordData } from '../../store/types.ts'
import type { RuleContext } from '../types.ts'

/** A member of our own staff. */
export interface Colleague {
  readonly id: string
  readonly name: string
}

interface Found extends Colleague {
  readonly roles: readonly string[]
}

/**
 * Our own staff who may read a conversation with its notes (and its ticket, if any), by name. `ids`
 * restricts the result to those people, `message` (its id, once written) to those who may read that
 * message too. The only place that decides who is offered and notified when somebody is mentioned.
 */
export const colleaguesOf = async (
  { tx, model }: Pick<RuleContext, 'tx' | 'model'>,
  conversation: RecordData,
  { ids, message }: { readonly ids?: readonly string[]; readonly message?: string } = {},
): Promise<readonly Colleague[]> => {
  const { rows } = await tx.query<Found>(
    `SELECT id, name, roles FROM employees WHERE state = 'active' AND deleted_at IS NULL AND vendor IS NULL${ids ? ' AND id = ANY($1::uuid[])' : ''} ORDER BY lower(name), id`,
    ids ? [ids] : [],
  )
  const { rows: roles } = await tx.query<{ id: string; grants: Grants }>(
    'SELECT id, grants FROM user_roles WHERE deleted_at IS NULL ORDER BY id',
  )
  const about = [
    { type: 'conversations', id: conversation.id },
    ...(typeof conversation.ticket === 'string'
      ? [{ type: 'tickets', id: conversation.ticket }]
      : []),
    ...(message ? [{ type: 'chat-messages', id: message }] : []),
  ]
  const mayRead = async ({ id, name, roles: roleIds }: Found): Promise<boolean> => {
    const grants = roles.filter((role) => roleIds.includes(role.id)).map((role) => role.grants)
    const access = compileAccess(model, {
      kind: 'person',
      accountId: null,
      personId: id,
      name,
      tenant: null,
      roleIds,
      grants,
    })
    if (!access.can('chatMessage.list') || !access.can('chatMessage.read')) return false
    return about.every(await visibleResources(tx.query, model, access, about))
  }
  // Our own staff have no vendor, so people with the same roles read the same rows.
  const bySet = new Map<string, Promise<boolean>>()
  const able: Colleague[] = []
  for (const person of rows) {
    const set = [...person.roles].sort().join()
    if (!bySet.has(set)) bySet.set(set, mayRead(person))
    if (await bySet.get(set)) able.push({ id: person.id, name: person.name })
  }
  return able
}
