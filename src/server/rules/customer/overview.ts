/** Summary of a customer from everything the caller may list. */
import type { Money } from '#schemas/define/fields.ts'
import type { Json } from '#model/types.ts'
import { listed, titlesOf, type Titles } from '../../store/read/listed.ts'
import { building, run, type Building } from '../../store/read/statement.ts'
import type { RecordData } from '../../store/types.ts'
import type { RuleContext } from '../types.ts'
import { upcoming } from '../booking/availability.ts'
import { OPEN_ORDERS } from './open.ts'

/** States of tickets in which somebody waits. */
const OPEN_TICKETS = ['new', 'open', 'pending']
/** States of stays that did not take place. */
const NEVER = ['cancelled', 'expired', 'no_show']
const NEXT_STAYS = 5

/** Parts the caller may not read are absent. */
export type CustomerOverview = {
  /** Payments less refunds by currency, largest first; bookings and orders together. */
  readonly value?: readonly Money[]
  /**
   * `total` leaves out cancelled, expired and unused bookings; `nights` are those spent, regardless
   * of the number of rooms.
   */
  readonly bookings?: { readonly total: number; readonly upcoming: number; readonly nights: number }
  /** The most recently ended stay. */
  readonly lastStay?: { readonly id: string; readonly hotel: string; readonly until: string } | null
  /** Upcoming stays, the current one first. */
  readonly stays?: readonly Readonly<Record<string, Json>>[]
  readonly openOrders?: number
  readonly openTickets?: number
  /** Mean rating from 1 to 5; null without ratings. */
  readonly satisfaction?: { readonly average: number | null; readonly count: number }
  readonly included: Titles
}

type Found = Record<string, Json>
const rowsOf = async (context: RuleContext, b: Building, text: string): Promise<Found[]> =>
  run<Found>(context.tx, { text, values: b.sql.values })

// The date at the hotel decides whether a stay is over.
const todayAt = (alias: string, now: string): string =>
  `(${now}::timestamptz at time zone coalesce((select h.timezone from hotels h where h.id = ${alias}.hotel), 'UTC'))::date`

const stays = async (id: string, context: RuleContext, fresh: () => Building) => {
  const b = fresh()
  const rows = listed(b, 'bookings', [
    'customer',
    'hotel',
    'checkIn',
    'checkOut',
    'leftOn',
    'state',
  ])
  if (!rows) return {}
  const [customer, now, coming, never] = [
    b.sql.add(id),
    b.sql.add(context.now.toISOString()),
    b.sql.add(upcoming),
    b.sql.add(NEVER),
  ]
  const text = `with d as materialized (select t.*, coalesce(t.left_on, t.check_out) as until, ${todayAt('t', now)} as today from ${rows.from('t')} where t.customer = ${customer} and ${rows.where('t')})
select (select count(*)::int from d where state <> all(${never}::text[])) as total,
 (select count(*)::int from d where state = any(${coming}::text[]) and until > today) as upcoming,
 (select coalesce(sum(greatest(least(until, today) - check_in, 0)), 0)::int from d where state in ('checked_in', 'checked_out')) as nights,
 (select json_build_object('id', id, 'hotel', hotel, 'until', until) from d where state = 'checked_out' order by until desc, id desc limit 1) as "lastStay",
 (select coalesce(json_agg(x), '[]') from (select ${rows.select('d', ['code', 'hotel', 'roomTypeCode', 'rooms', 'checkIn', 'checkOut', 'total', 'state'])} from d where state = any(${coming}::text[]) and until > today order by check_in, id limit ${NEXT_STAYS}) x) as stays`
  const [found] = await rowsOf(context, b, text)
  const { total, upcoming: ahead, nights, lastStay, stays: next } = found!
  const last = lastStay as { id: string; hotel: string; until: string } | null
  const list = next as readonly Found[]
  return {
    facts: {
      bookings: { total: Number(total), upcoming: Number(ahead), nights: Number(nights) },
      lastStay: last,
      stays: list,
    },
    pointing: [...list, ...(last ? [{ hotel: last.hotel }] : [])].map((row) => ({
      resource: rows.resource,
      row,
    })),
  }
}

const value = async (
  id: string,
  context: RuleContext,
  fresh: () => Building,
): Promise<readonly Money[] | undefined> => {
  const b = fresh()
  const customer = b.sql.add(id)
  const parts = ['bookings', 'orders'].flatMap((collection) => {
    const rows = listed(b, collection, ['customer', 'paid'])
    return rows
      ? [
          `select t.paid_currency as currency, t.paid_amount as amount from ${rows.from('t')} where t.customer = ${customer} and t.paid_amount <> 0 and ${rows.where('t')}`,
        ]
      : []
  })
  if (!parts.length) return undefined
  const found = await rowsOf(
    context,
    b,
    `select currency, sum(amount) as amount from (${parts.join(' union all ')}) p group by currency having sum(amount) <> 0 order by 2 desc, 1`,
  )
  return found.map((r) => ({ amount: Number(r.amount), currency: String(r.currency) }))
}

const countOf = async (
  id: string,
  context: RuleContext,
  b: Building,
  collection: string,
  states: readonly string[],
): Promise<number | undefined> => {
  const rows = listed(b, collection, ['customer', 'state'])
  if (!rows) return undefined
  const [found] = await rowsOf(
    context,
    b,
    `select count(*)::int as n from ${rows.from('t')} where t.customer = ${b.sql.add(id)} and t.state = any(${b.sql.add(states)}::text[]) and ${rows.where('t')}`,
  )
  return Number(found!.n)
}

const satisfaction = async (
  id: string,
  context: RuleContext,
  b: Building,
): Promise<CustomerOverview['satisfaction']> => {
  const rows = listed(b, 'tickets', ['customer', 'satisfaction'])
  if (!rows) return undefined
  const [found] = await rowsOf(
    context,
    b,
    `select count(t.satisfaction)::int as n, avg(t.satisfaction)::float8 as mean from ${rows.from('t')} where t.customer = ${b.sql.add(id)} and ${rows.where('t')}`,
  )
  return { average: found!.mean === null ? null : Number(found!.mean), count: Number(found!.n) }
}

/**
 * Preview `overview`: the head of a customer's page in one response, each metric within the
 * caller's permissions.
 */
export const overview = async (row: RecordData, context: RuleContext): Promise<Json> => {
  const fresh = () => building(context.model, context.access)
  const { facts, pointing = [] } = await stays(row.id, context, fresh)
  const found: Omit<CustomerOverview, 'included'> = {
    ...facts,
    ...absent('value', await value(row.id, context, fresh)),
    ...absent('openOrders', await countOf(row.id, context, fresh(), 'orders', OPEN_ORDERS)),
    ...absent('openTickets', await countOf(row.id, context, fresh(), 'tickets', OPEN_TICKETS)),
    ...absent('satisfaction', await satisfaction(row.id, context, fresh())),
  }
  return { ...found, included: await titlesOf(context.tx, fresh, pointing) }
}

const absent = <K extends string, V>(name: K, found: V | undefined): { readonly [P in K]?: V } =>
  found === undefined ? {} : ({ [name]: found } as { readonly [P in K]?: V })
