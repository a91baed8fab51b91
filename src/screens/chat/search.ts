/** What the address of the chat says, and the conversations it asks for. Pure. */
import type { Filter } from '#model/query.ts'

export const scopes = ['everyone', 'mine', 'unassigned'] as const
export const stateChoices = ['active', 'open', 'pending', 'snoozed', 'resolved', 'any'] as const

export interface ChatSearch {
  /** Id of the conversation that is open. */
  readonly conversation?: string | undefined
  /** Default everyone's. */
  readonly who?: (typeof scopes)[number] | undefined
  /** Default those somebody has to do with: open and pending. */
  readonly state?: (typeof stateChoices)[number] | undefined
  readonly q?: string | undefined
}

const oneOf = <V extends string>(values: readonly V[], v: unknown): V | undefined => values.find((known) => known === v)

/** Reads search parameters; what is wrong is left out. */
export const readChatSearch = (raw: Record<string, unknown>): ChatSearch => ({
  conversation: typeof raw.conversation === 'string' && /^[0-9a-f-]{36}$/i.test(raw.conversation) ? raw.conversation : undefined,
  who: oneOf(scopes, raw.who), state: oneOf(stateChoices, raw.state),
  q: typeof raw.q === 'string' && raw.q.trim() ? raw.q.slice(0, 100) : undefined,
})

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
