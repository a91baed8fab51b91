import type { Filter } from '#model/query.ts'
import type { ChatSearch } from './search.ts'

/** The filter of the list. Names of people are searched where the person may read them. */
export const listFilter = ({ who, state = 'active', q }: ChatSearch, me: string | undefined, can: (key: string) => boolean): Filter | undefined => {
  const named = [['customer', 'name'], ['vendor', 'displayName']].filter(([ref, title]) => can(`conversation.field.${ref}.read`) && can(`${ref}.list`) && can(`${ref}.field.${title}.read`))
  const all: Filter[] = [
    ...(state === 'active' ? [{ path: ['state'], op: 'in', value: ['open', 'pending'] } as const] : state === 'any' ? [] : [{ path: ['state'], op: 'eq', value: state } as const]),
    ...(who === 'mine' && me ? [{ path: ['assignee'], op: 'eq', value: me } as const] : who === 'unassigned' ? [{ path: ['assignee'], op: 'isNull', value: true } as const] : []),
    ...(q ? [{ or: [['subject'], ...named].map((path) => ({ path, op: 'contains', value: q }) as const) }] : []),
  ]
  return all.length > 1 ? { and: all } : all[0]
}
