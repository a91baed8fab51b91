/** What somebody began to write, per conversation, kept in this browser. */
import type { Attachment } from './outbox.ts'

export interface Draft { readonly body: string; readonly note: boolean; readonly attachments: readonly Attachment[] }
export const emptyDraft: Draft = { body: '', note: false, attachments: [] }
const keyOf = (account: string, conversation: string) => `chat.draft.${account}.${conversation}`

export const draftOf = (account: string, conversation: string): Draft => {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(account, conversation)) ?? 'null') as Partial<Draft> | null
    const attachments = Array.isArray(kept?.attachments) ? kept.attachments.filter((a) => typeof a.file === 'string' && typeof a.name === 'string') : []
    return kept && typeof kept.body === 'string' ? { body: kept.body, note: kept.note === true, attachments } : emptyDraft
  } catch { return emptyDraft }
}
export const keepDraft = (account: string, conversation: string, draft: Draft): void => {
  try {
    if (draft.body.trim() || draft.attachments.length) localStorage.setItem(keyOf(account, conversation), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(account, conversation))
  } catch { /* the text stays on the page */ }
}
