import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { openStays, type Stays } from '#tests/support/stays.ts'
import { listStatement } from '../../store/read/list.ts'

const MANY = 100_000
let s: Stays
beforeAll(async () => {
  s = await openStays()
}, 120_000)
afterAll(() => s?.db.close())

/** Number of database pages a list reads. */
const touched = async (text: string): Promise<number> => {
  const resource = s.of('chatMessage')
  const parsed = parseListQuery(resource, s.model, new URLSearchParams(text))
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const { statement } = listStatement(
    { model: s.model, access: s.as({}).access, secret: 'x'.repeat(32) },
    resource,
    parsed.query,
    false,
  )
  const {
    rows: [row],
  } = await s.db.query<{
    'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }]
  }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`, statement.values as unknown[])
  const { Plan } = row!['QUERY PLAN'][0]
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
}

test('reading the newest or any range of messages costs the same among 100,000 as among 100', async () => {
  const [short, long] = [
    await s.make('conversation', { subject: 'Short', vendor: s.vendor.id }),
    await s.make('conversation', { subject: 'Long', vendor: s.vendor.id }),
  ]
  // Written in turns, as messages of many conversations are in practice.
  await s.db.query(
    `INSERT INTO chat_messages (id, version, created_at, updated_at, conversation, sequence, kind, body, state)
     SELECT gen_random_uuid(), 1, now(), now(), CASE WHEN n % 1000 = 0 THEN $1::uuid ELSE $2::uuid END, CASE WHEN n % 1000 = 0 THEN n / 1000 ELSE n END, 'outgoing', 'Number ' || n, 'read' FROM generate_series(1, $3::int) n`,
    [short.id, long.id, MANY],
  )
  await s.db.query('ANALYZE chat_messages')
  const newest = async (id: string) => touched(`filter[conversation]=${id}&sort=-sequence&limit=50`)
  const stretch = async (id: string, from: number) =>
    touched(
      `filter[conversation]=${id}&filter[sequence][between]=${from},${from + 49}&sort=-sequence&limit=50`,
    )
  expect(await newest(long.id)).toBeLessThan((await newest(short.id)) + 60)
  for (const from of [1, 50_001, 99_001]) {
    expect(await stretch(long.id, from)).toBeLessThan((await stretch(short.id, 1)) + 60)
  }
  expect(await newest(long.id)).toBeLessThan(300)
})
