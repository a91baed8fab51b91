/** What a push message shows. `link` is a path of our own origin. */
export interface PushMessage { readonly title: string; readonly body: string; readonly link: string }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A path within our origin; anything else, such as `//evil.example`, leads to the start. */
const ownPath = (value: unknown): string => (/^\/(?![/\\])/.test(text(value)) ? text(value) : '/')

/**
 * Reads the body of a push message as Firebase Cloud Messaging sends it:
 * `{ notification: { title, body, click_action? }, data?: { link? } }`. Undefined when it is not one, or carries no title.
 */
export function readPush(body: string | undefined): PushMessage | undefined {
  let sent: unknown
  try {
    sent = JSON.parse(body ?? '')
  } catch {
    return undefined
  }
  if (!isRecord(sent) || !isRecord(sent.notification)) return undefined
  const { title, body: words, click_action: action } = sent.notification
  const data = isRecord(sent.data) ? sent.data : {}
  return text(title) ? { title: text(title), body: text(words), link: ownPath(data.link ?? action) } : undefined
}
