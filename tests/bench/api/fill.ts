/** Many bookings, inserted by the database itself in a few statements; requires the demo data. */
import type { Query } from '#server/database/query.ts'

const BATCH = 50_000

/** A UUIDv7 from a number and a salt, so that ids sort by time like real ones. */
export const uuid = (salt: string): string =>
  `(lpad(to_hex(1700000000000 + i::bigint * 20), 12, '0') || '7' || substr(md5('${salt}' || i), 1, 3) || '8' || substr(md5('${salt}' || i), 4, 15))::uuid`

interface Index {
  readonly name: string
  readonly definition: string
}

/** Runs `fill` while the tables have only their primary keys, then recreates the other indexes. */
export const without = async (
  query: Query,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> => {
  const { rows } = await query<Index>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public' AND tablename = ANY($1) AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'`,
    [tables],
  )
  for (const { name } of rows) await query(`DROP INDEX "${name}"`)
  await fill()
  for (const { definition } of rows) await query(definition)
}

/**
 * Adds hotels and customers in proportion and `count` bookings of two years: all columns filled as
 * by the product, states as frequent as in the demo data. One booking has the rare code `zebra-7`.
 */
export const fillBookings = async (
  query: Query,
  count: number,
  say: (text: string) => void,
): Promise<void> => {
  const hotels = Math.min(2000, Math.ceil(count / 500))
  const customers = Math.ceil(count / 10)
  await without(query, ['hotels', 'customers', 'bookings'], async () => {
    await query("SET session_replication_role = 'replica'")
    const {
      rows: [shape],
    } = await query<{ columns: string }>(
      `SELECT string_agg('"' || attname || '"', ', ') AS columns FROM pg_attribute WHERE attrelid = 'hotels'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('id', 'name', 'slug', 'search', 'state')`,
    )
    await query(`INSERT INTO hotels (id, name, slug, search, state, ${shape!.columns})
      SELECT ${uuid('h')}, 'House ' || substr(md5('h' || i), 1, 6), 'house-' || i, 'house ' || i, 'published', ${shape!.columns}
      FROM generate_series(1, ${hotels}) i CROSS JOIN LATERAL (SELECT * FROM hotels WHERE state = 'published' AND slug NOT LIKE 'house-%' ORDER BY md5(id::text || i) LIMIT 1) h`)
    await query(`INSERT INTO customers (id, created_at, updated_at, search, name, email)
      SELECT ${uuid('c')}, now() - i * interval '1 minute', now(), 'guest ' || md5('n' || i), 'Guest ' || substr(md5('n' || i), 1, 8), 'guest' || i || '@example.net' FROM generate_series(1, ${customers}) i`)
    await query('ANALYZE hotels')
    await query(
      'CREATE TABLE bench_h AS SELECT (row_number() OVER (ORDER BY md5(id::text)) - 1)::int AS n, id FROM hotels',
    )
    await query(
      'CREATE TABLE bench_c AS SELECT (row_number() OVER (ORDER BY md5(id::text)) - 1)::int AS n, id FROM customers',
    )
    for (const t of ['bench_h', 'bench_c']) await query(`CREATE INDEX ON ${t} (n)`)
    const {
      rows: [sizes],
    } = await query<{ h: number; c: number }>(
      'SELECT (SELECT count(*) FROM bench_h) AS h, (SELECT count(*) FROM bench_c) AS c',
    )
    for (let at = 1; at <= count; at += BATCH) {
      const last = Math.min(count, at + BATCH - 1)
      await query(`INSERT INTO bookings (id, created_at, updated_at, search, code, hotel, room_type_code, customer, source, check_in, check_out, nightly_rate_amount, nightly_rate_currency, total_amount, total_currency, paid_amount, paid_currency, state)
        SELECT ${uuid('b')}, now() - i * interval '30 seconds', now() - i * interval '20 seconds', lower(code), code, h.id, (ARRAY['DBL','SGL','TWN','STE'])[1 + r % 4], c.id, (ARRAY['web','phone','walk_in','channel'])[1 + r % 4],
          date '2025-01-01' + r % 730, date '2025-01-01' + r % 730 + 1 + r % 9, 5000 + r % 20000, 'EUR', (5000 + r % 20000) * (1 + r % 9), 'EUR', 0, 'EUR',
          (ARRAY['checked_out','checked_out','checked_out','checked_out','confirmed','confirmed','cancelled','pending','no_show','expired'])[1 + r % 10]
        FROM (SELECT i, ('x' || substr(md5('b' || i), 1, 7))::bit(28)::int AS r, CASE WHEN i = ${Math.ceil(count / 2)} THEN 'zebra-7' ELSE 'BK-' || lpad(i::text, 8, '0') || '-' || upper(substr(md5('k' || i), 1, 4)) END AS code FROM generate_series(${at}, ${last}) i) s
        JOIN bench_h h ON h.n = s.r % ${sizes!.h} JOIN bench_c c ON c.n = s.r % ${sizes!.c}`)
      say(`${last} of ${count} bookings`)
    }
    for (const t of ['bench_h', 'bench_c']) await query(`DROP TABLE ${t}`)
    await query("SET session_replication_role = 'origin'")
  })
  say('indexes are back')
  for (const t of ['hotels', 'customers', 'bookings']) await query(`VACUUM ANALYZE ${t}`)
}
