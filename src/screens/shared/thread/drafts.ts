/** Unsent drafts per conversation, stored in this browser. */
import type { Attachment } from './outbox.ts'

/** A person mentioned in a note. */
export interface Mention {
  readonly id: string
  readonly name: string
}
export interface Draft {
  readonly body: string
  readonly note: boolean
  readonly attachments: readonly Attachment[]
  readonly mentions: readonly Mention[]
}
export const emptyDraft: Draft = { body: '', note: false, attachments: [], mentions: [] }
const keyOf = (account: string, conversation: string) => `chat.draft.${account}.${conversation}`

export const draftOf = (account: string, conversation: string): Draft => {
  try {
    const kept = JSON.parse(
      localStorage.getItem(keyOf(account, conversation)) ?? 'null',
    ) as Partial<Draft> | null
    const attachments = Array.isArray(kept?.attachments)
      ? kept.attachments.filter((a) => typeof a.file === 'string' && typeof a.name === 'string')
      : []
    const mentions = Array.isArray(kept?.mentions)
      ? kept.mentions.filter((m) => typeof m.id === 'string' && typeof m.name === 'string')
      : []
    return kept && typeof kept.body === 'string'
      ? { body: kept.body, note: kept.note === true, attachments, mentions }
      : emptyDraft
  } catch {
    return emptyDraft
  }
}
export const keepDraft = (account: string, conversation: string, draft: Draft): void => {
  try {
    if (draft.body.trim() || draft.attachments.length) {
      localStorage.setItem(keyOf(account, conversation), JSON.stringify(draft))
    } else localStorage.removeItem(keyOf(account, conversation))
  } catch {
    /* Storage failed: the text stays on the page. */
  }
}

/** True when a conversation has a draft. */
export const hasDraft = (account: string, conversation: string): boolean =>
  draftOf(account, conversation) !== emptyDraft

/** Mentions whose name is still in the text. */
export const mentionsIn = ({ body, mentions }: Draft): readonly string[] => [
  ...new Set(mentions.filter((m) => body.includes(`@${m.name}`)).map((m) => m.id)),
]
