import type { PermissionKey } from '#schemas/names.ts'
import type { Filter } from '#model/query.ts'
import type { ChatSearch } from './search.ts'

/** Maximum unread conversations in one filter. */
const MOST = 100
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Filter of the list. Searches names where the person may read them. `unread` are the ids of
 * conversations with unread messages; the open one stays in the list while it is read.
 */
export const listFilter = (
  { who, state = 'active', kind, q, unread: only, conversation }: ChatSearch,
  me: string | undefined,
  can: (key: PermissionKey) => boolean,
  unread: readonly string[] = [],
): Filter | undefined => {
  const named = (
    [
      ['customer', 'name', 'customer.field.name.read'],
      ['vendor', 'displayName', 'vendor.field.displayName.read'],
    ] as const
  ).filter(
    ([ref, , readable]) =>
      can(`conversation.field.${ref}.read`) && can(`${ref}.list`) && can(readable),
  )
  const stateConditions = () => {
    if (state === 'active') {
      return [{ path: ['state'], op: 'in', value: ['open', 'pending'] } as const]
    }
    if (state === 'any') return []
    return [{ path: ['state'], op: 'eq', value: state } as const]
  }
  const assigneeConditions = () => {
    if (who === 'mine' && me) return [{ path: ['assignee'], op: 'eq', value: me } as const]
    if (who === 'unassigned') return [{ path: ['assignee'], op: 'isNull', value: true } as const]
    return []
  }
  const unreadIds = () => {
    if (conversation) return [conversation]
    if (unread.length) return []
    return [NOBODY]
  }
  const all: Filter[] = [
    ...stateConditions(),
    ...assigneeConditions(),
    ...(kind ? [{ path: ['kind'], op: 'eq', value: kind } as const] : []),
    ...(only
      ? [
          {
            path: ['id'],
            op: 'in',
            value: [...new Set([...unreadIds(), ...unread.slice(0, MOST)])],
          } as const,
        ]
      : []),
    ...(q
      ? [
          {
            or: [['subject'], ...named].map(
              (path) => ({ path, op: 'contains', value: q }) as const,
            ),
          },
        ]
      : []),
  ]
  return all.length > 1 ? { and: all } : all[0]
}
