/** The dashboard: all metrics of a period in one request, over all orders and payments. */
import type { Query } from '#server/database/query.ts'
import { timeOf, type Target } from './load.ts'
import { held, ms, type Line } from '../table.ts'
import { uuid, without } from './fill.ts'

const BATCH = 100_000
/** Days over which the orders are spread. */
const DAYS = 730

/**
 * Adds `count` orders of two years with a payment each: columns filled as by the product, most
 * completed, those of the last days open.
 */
export const fillOrders = async (
  query: Query,
  count: number,
  say: (text: string) => void,
): Promise<void> => {
  await without(query, ['orders', 'payment_transactions'], async () => {
    await query("SET session_replication_role = 'replica'")
    for (let at = 1; at <= count; at += BATCH) {
      const last = Math.min(count, at + BATCH - 1)
      await query(`WITH v AS (SELECT array_agg(id ORDER BY id) AS ids FROM vendors WHERE state = 'approved'), c AS (SELECT array_agg(id ORDER BY id) AS ids FROM (SELECT id FROM customers LIMIT 2000) x),
       s AS (SELECT i, placed, r, CASE WHEN placed + r % 20 * interval '1 day' > now() - interval '1 hour' OR r % 97 = 0 THEN (ARRAY['placed','confirmed','in_progress'])[1 + r % 3] WHEN r % 19 = 0 THEN 'cancelled' ELSE 'completed' END AS state
         FROM (SELECT i, now() - (${count} - i) * (interval '${DAYS} days' / ${count}) AS placed, ('x' || substr(md5('o' || i), 1, 7))::bit(28)::int AS r FROM generate_series(${at}, ${last}) i) x),
       o AS (INSERT INTO orders (id, created_at, updated_at, search, number, kind, customer, vendor, currency, lines, subtotal_amount, subtotal_currency, discount_amount, discount_currency, tax_amount, tax_currency, total_amount, total_currency, paid_amount, paid_currency, payment_state, placed_at, due_at, closed_at, state)
         SELECT ${uuid('o')}, placed, placed, 'ben-' || i, 'BEN-' || lpad(i::text, 8, '0'), 'service', c.ids[1 + r % array_length(c.ids, 1)], v.ids[1 + r % array_length(v.ids, 1)], 'EUR', '[]', 1000 + r % 90000, 'EUR', 0, 'EUR', 0, 'EUR', 1000 + r % 90000, 'EUR', 0, 'EUR', 'none',
           placed, placed + interval '10 days', CASE WHEN state IN ('completed', 'cancelled') THEN placed + r % 20 * interval '1 day' END, state FROM s, v, c)
       INSERT INTO payment_transactions (id, created_at, updated_at, search, number, kind, method, "order", amount_amount, amount_currency, processed_at, state)
         SELECT ${uuid('p')}, placed, placed, 'bep-' || i, 'BEP-' || lpad(i::text, 8, '0'), CASE WHEN r % 29 = 0 THEN 'refund' ELSE 'capture' END, 'card', ${uuid('o')}, 1000 + r % 90000, 'EUR', placed, CASE WHEN r % 31 = 0 THEN 'failed' ELSE 'succeeded' END FROM s`)
      say(`${last} of ${count} orders`)
    }
    await query("SET session_replication_role = 'origin'")
  })
  for (const t of ['orders', 'payment_transactions']) await query(`VACUUM ANALYZE ${t}`)
}

const day = (ago: number): string =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** Duration of the whole request, warm, for the usual period and for long ones. */
export const metrics = async (target: Target, rows: number, who: string): Promise<Line[]> => {
  const lines: Line[] = []
  for (const [name, days, most] of [
    ['30 days', 30, 100],
    ['90 days', 90, undefined],
    ['a year', 365, undefined],
  ] as const) {
    const path = `/api/dashboard?from=${day(days - 1)}&to=${day(0)}`
    await timeOf(target, { path }, 6)
    const time = await timeOf(target, { path }, 21)
    const measure = `dashboard of ${name} over ${rows} orders, ${who}, median`
    lines.push(
      most === undefined
        ? { measure, value: ms(time) }
        : held(measure, ms(time), time, { most, unit: 'ms' }),
    )
  }
  return lines
}
