/** What a push message shows. `link` is a path of our own origin; `key` is the same for every copy of a message, empty without one. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  readonly link: string
  readonly key: string
}

const TITLE_LENGTH = 200
const BODY_LENGTH = 1000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The first of these that leads to a page of ours, as a path; anything else, such as `//evil.example`, leads to the start. */
export const ownPath = (origin: string, ...links: readonly unknown[]): string => {
  for (const link of links.map(text)) {
    if (!link || !URL.canParse(link, origin)) continue
    const url = new URL(link, origin)
    // `/.//evil.example` is a path of ours, but `//evil.example` is another site.
    const isOurs = url.origin === origin && !url.pathname.startsWith('//')
    if (isOurs) return `${url.pathname}${url.search}${url.hash}`
  }
  return '/'
}

/**
 * Reads the body of a push message as Firebase Cloud Messaging sends it: `{ notification: { title, body, click_action? },
 * data?: { link?, key? }, fcmOptions?: { link? }, fcmMessageId? }`. Undefined when it is not one, or lacks title or body.
 */
export function readPush(body: string | undefined, origin: string): PushMessage | undefined {
  let sent: unknown
  try {
    sent = JSON.parse(body ?? '')
  } catch {
    return undefined
  }
  if (!isRecord(sent) || !isRecord(sent.notification)) return undefined
  const [title, words] = [text(sent.notification.title), text(sent.notification.body)]
  if (!title || !words) return undefined
  const data = record(sent.data)
  return {
    title: title.slice(0, TITLE_LENGTH),
    body: words.slice(0, BODY_LENGTH),
    key: text(data.key) || text(sent.fcmMessageId),
    link: ownPath(origin, data.link, record(sent.fcmOptions).link, sent.notification.click_action),
  }
}
