import type { Query } from '../database/query.ts'
import { channels, type Channel, type NoticeType } from './types.ts'

/** Key of the preference in which a person keeps what they want to hear of, and how: `{ mention: { email: false } }`. */
export const PREFERENCE = 'notifications'

/** Where nobody chose: everything in the application, the urgent by mail, nothing by itself on devices. */
const DEFAULTS: Readonly<Record<NoticeType, Readonly<Record<Channel, boolean>>>> = {
  mention: { in_app: true, email: true, push: false },
  assignment: { in_app: true, email: false, push: false },
  breach: { in_app: true, email: true, push: false },
  payment_failed: { in_app: true, email: true, push: false },
  import_finished: { in_app: true, email: false, push: false },
  announcement: { in_app: true, email: true, push: true },
}

const member = (value: unknown, name: string): unknown => (value && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined)

/** Whether a person wants a type by a channel. The preference is any JSON: what is not plainly a choice counts as none. */
export const wants = (preference: unknown, type: NoticeType, channel: Channel): boolean => {
  const chosen = member(member(preference, type), channel)
  return typeof chosen === 'boolean' ? chosen : DEFAULTS[type][channel]
}

/** The same as a condition of SQL; `preference` is an expression of the preference's JSON. */
export const wantsSql = (preference: string, type: NoticeType, channel: Channel): string =>
  `coalesce(${preference} #> '{${type},${channel}}', 'null'::jsonb) IN (${DEFAULTS[type][channel] ? "'true'::jsonb, 'null'::jsonb" : "'true'::jsonb"})`

/** The channels by which each of these people wants a type; nobody is left out. */
export const wantedChannels = async (query: Query, people: readonly string[], type: NoticeType): Promise<ReadonlyMap<string, readonly Channel[]>> => {
  const { rows } = await query<{ id: string; value: unknown }>(
    'SELECT x.id, p.value FROM unnest($1::uuid[]) x(id) LEFT JOIN "user" u ON u."personId" = x.id LEFT JOIN preferences p ON p.account_id = u.id AND p.key = $2', [people, PREFERENCE])
  return new Map(rows.map(({ id, value }) => [id, channels.filter((channel) => wants(value, type, channel))]))
}
