import {
  channels,
  noticeDefaults,
  wantsNotice,
  type Channel,
  type NoticeType,
} from '#model/notices.ts'
import type { Query } from '../database/query.ts'

/** Key of a person's notification preferences: `{ mention: { email: false } }`. */
export const PREFERENCE = 'notifications'

/**
 * SQL condition: a person wants a type by a channel; `preference` is an expression of the
 * preference's JSON.
 */
export const wantsSql = (preference: string, type: NoticeType, channel: Channel): string =>
  `coalesce(${preference} #> '{${type},${channel}}', 'null'::jsonb) IN (${noticeDefaults[type][channel] ? "'true'::jsonb, 'null'::jsonb" : "'true'::jsonb"})`

/** Returns the channels by which each of these people wants a type; every person is included. */
export const wantedChannels = async (
  query: Query,
  people: readonly string[],
  type: NoticeType,
): Promise<ReadonlyMap<string, readonly Channel[]>> => {
  const { rows } = await query<{ id: string; value: unknown }>(
    'SELECT x.id, p.value FROM unnest($1::uuid[]) x(id) LEFT JOIN "user" u ON u."personId" = x.id LEFT JOIN preferences p ON p.account_id = u.id AND p.key = $2',
    [people, PREFERENCE],
  )
  return new Map(
    rows.map(({ id, value }) => [
      id,
      channels.filter((channel) => wantsNotice(value, type, channel)),
    ]),
  )
}
