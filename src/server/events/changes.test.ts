import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migratedDatabase } from '#tests/support/database.ts'
import type { Database } from '../database/pool.ts'
import { changesAfter } from './changes.ts'

describe('the order of changes', () => {
  let db: Database
  beforeAll(async () => {
    db = await migratedDatabase()
  })
  afterAll(() => db?.close())

  test('is numeric, also across digit boundaries, within and between transactions', async () => {
    const put = (seq: number, xid: string) =>
      db.query(
        "insert into audit (seq, xid, channel, entity, record_id, version, action) overriding system value values ($1, $2::text::xid8, 'api', 'hotel', gen_random_uuid(), 1, 'create')",
        [seq, xid],
      )
    for (const [seq, xid] of [
      [8, '9'],
      [9, '9'],
      [10, '9'],
      [11, '9'],
      [12, '10'],
      [13, '99'],
      [14, '100'],
    ] as const) {
      await put(seq, xid)
    }
    const all = await changesAfter(db.query, { xid: 0n, seq: 0n }, 100)
    expect(all.map((c) => c.seq)).toEqual([8n, 9n, 10n, 11n, 12n, 13n, 14n])
    const pages = [
      await changesAfter(db.query, { xid: 0n, seq: 0n }, 3),
      await changesAfter(db.query, { xid: 9n, seq: 10n }, 3),
      await changesAfter(db.query, { xid: 99n, seq: 13n }, 3),
    ]
    expect(pages.map((p) => p.map((c) => Number(c.seq)))).toEqual([[8, 9, 10], [11, 12, 13], [14]])
  })
})
