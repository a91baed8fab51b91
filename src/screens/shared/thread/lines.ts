/** Groups messages by day in the person's time zone and into runs of one sender. Pure. */
import type { Seen } from '../resources.ts'

/** Messages of one sender closer together than this are grouped under one name. */
const RUN_MS = 5 * 60_000

const formats = new Map<string, Intl.DateTimeFormat>()
/** Day `YYYY-MM-DD` of an instant (ISO 8601 or ms) in an IANA zone. */
export const dayOf = (at: string | number, zone: string): string => {
  let format = formats.get(zone)
  if (!format) {
    formats.set(
      zone,
      (format = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      })),
    )
  }
  return format.format(typeof at === 'number' ? at : Date.parse(at))
}

const senderOf = (m: Seen<'chat-messages'>): string => {
  const s = m.sender as { id?: string } | null
  return `${s?.id ?? ''} ${String(m.kind)}`
}

/**
 * Heading of a message: the day when it is the day's first; `joined` when it continues the sender's
 * run. Without a previous message it is the first.
 */
export const lineOf = (
  message: Seen<'chat-messages'>,
  before: Seen<'chat-messages'> | undefined,
  zone: string,
): { readonly day: string | undefined; readonly joined: boolean } => {
  const at = String(message.createdAt)
  const day = dayOf(at, zone)
  const fresh = !before || dayOf(String(before.createdAt), zone) !== day
  return {
    day: fresh ? day : undefined,
    joined:
      !fresh &&
      senderOf(before) === senderOf(message) &&
      Math.abs(Date.parse(at) - Date.parse(String(before.createdAt))) < RUN_MS,
  }
}
