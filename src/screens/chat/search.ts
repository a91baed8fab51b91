/** Search parameters of the chat. */
export const scopes = ['everyone', 'mine', 'unassigned'] as const
export const stateChoices = ['active', 'open', 'pending', 'snoozed', 'resolved', 'any'] as const
export const kindChoices = ['direct', 'ticket', 'order', 'job'] as const

export interface ChatSearch {
  /** Id of the open conversation. */
  readonly conversation?: string | undefined
  /** Default: everyone's. */
  readonly who?: (typeof scopes)[number] | undefined
  /** Default: open and pending, which need attention. */
  readonly state?: (typeof stateChoices)[number] | undefined
  readonly kind?: (typeof kindChoices)[number] | undefined
  /** Only those with unread messages. */
  readonly unread?: '1' | undefined
  readonly q?: string | undefined
}

const oneOf = <V extends string>(values: readonly V[], v: unknown): V | undefined =>
  values.find((known) => known === v)

/** Reads search parameters; drops invalid ones. */
export const readChatSearch = (raw: Record<string, unknown>): ChatSearch => ({
  conversation:
    typeof raw.conversation === 'string' && /^[0-9a-f-]{36}$/i.test(raw.conversation)
      ? raw.conversation
      : undefined,
  who: oneOf(scopes, raw.who),
  state: oneOf(stateChoices, raw.state),
  kind: oneOf(kindChoices, raw.kind),
  unread: oneOf(['1'], raw.unread),
  q: typeof raw.q === 'string' && raw.q.trim() ? raw.q.slice(0, 100) : undefined,
})
