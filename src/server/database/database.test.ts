import type { EventEmitter } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { type Database, sqlState, type TransactionOptions } from './pool.ts'

describe('the database', () => {
  let db: Database
  beforeAll(async () => {
    db = await testDatabase()
    await db.query(`CREATE TABLE parent (id int PRIMARY KEY, email text CONSTRAINT parent_email_key UNIQUE);
      CREATE TABLE child (id int PRIMARY KEY, parent int NOT NULL CONSTRAINT child_parent_fk REFERENCES parent)`)
  })
  afterAll(() => db.close())
  const one = async (sql: string, values?: unknown[]): Promise<unknown> =>
    (await db.query<{ v: unknown }>(`SELECT ${sql} AS v`, values)).rows[0]?.v

  test('reports its kind and all its capabilities', () => {
    expect(db.kind).toBe('postgres')
    expect(db.capabilities).toEqual({
      trigram: true,
      notify: true,
      sessions: true,
    })
  })

  test.each([
    ['9007199254740991::int8', 9007199254740991],
    ['12.340::numeric(10,3)', 12.34],
    ['1.5::float8', 1.5],
    ['true', true],
    ["'2026-01-01 10:00+00'::timestamptz", '2026-01-01T10:00:00.000Z'],
    ["'2026-01-01 10:00:00.1234+02'::timestamptz", '2026-01-01T08:00:00.123Z'],
    ["'0044-03-15 10:00:00+00 BC'::timestamptz", '-000043-03-15T10:00:00.000Z'],
    ["'infinity'::timestamptz", 'infinity'],
    ["'2026-01-01 10:00:00.5'::timestamp", '2026-01-01T10:00:00.500'],
    ["'2026-02-28'::date", '2026-02-28'],
    ['\'{"a":[1,null]}\'::jsonb', { a: [1, null] }],
    ["ARRAY['a','b,\"c\\',NULL]::text[]", ['a', 'b,"c\\', null]],
    [
      "ARRAY['0197c1de-0000-7000-8000-000000000001']::uuid[]",
      ['0197c1de-0000-7000-8000-000000000001'],
    ],
    [
      'ARRAY[[1,2],[3,4]]::int8[]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['ARRAY[1.5,NULL]::numeric[]', [1.5, null]],
    ["ARRAY['2026-01-01']::date[]", ['2026-01-01']],
    ["ARRAY['2026-01-01 10:00+00']::timestamptz[]", ['2026-01-01T10:00:00.000Z']],
    ["''::text", ''],
    ['NULL::int8', null],
  ])('reads %s', async (sql, value) => {
    expect(await one(sql)).toEqual(value)
  })

  test.each<[type: string, value: unknown]>([
    ['int8', 9007199254740991],
    ['numeric', 12.34],
    ['bool', false],
    ['text', 'ü€🙂\n\'"\\'],
    ['timestamptz', '2026-01-01T10:00:00.000Z'],
    ['date', '2026-02-28'],
    ['jsonb', { a: { b: [1, 'x'] } }],
    ['text[]', ['a', 'b,c', '"', '\\', '']],
    ['uuid[]', ['0197c1de-0000-7000-8000-000000000001']],
    ['int8[]', [1, 2]],
    ['text', null],
  ])('round-trips a %s value', async (type, value) => {
    expect(await one(`$1::${type}`, [value])).toEqual(value)
  })

  test('refuses a bigint beyond the safe integer range instead of rounding it', async () => {
    await expect(one('9007199254740993::int8')).rejects.toThrow('safe')
    expect(await one('1')).toBe(1)
  })

  test('runs a named statement repeatedly, also after an error and inside a transaction', async () => {
    const named = (value: unknown) => ({
      name: 'plus one',
      text: 'SELECT $1::int + 1 AS v',
      values: [value],
    })
    expect((await db.query(named(1))).rows).toEqual([{ v: 2 }])
    await expect(db.query(named('x'))).rejects.toMatchObject({ code: '22P02' })
    expect((await db.query(named(2))).rows).toEqual([{ v: 3 }])
    expect((await db.transaction((tx) => tx.query(named(3)))).rows).toEqual([{ v: 4 }])
  })

  test('returns the row count of writes and reads', async () => {
    expect((await db.query("INSERT INTO parent VALUES (100, 'a'), (101, 'b')")).rowCount).toBe(2)
    expect((await db.query('SELECT * FROM parent WHERE id >= 100')).rowCount).toBe(2)
    expect((await db.query('DELETE FROM parent WHERE id >= 100')).rowCount).toBe(2)
  })

  test('names the constraint that a write violates', async () => {
    await db.query("INSERT INTO parent VALUES (1, 'x@y')")
    await expect(db.query("INSERT INTO parent VALUES (2, 'x@y')")).rejects.toMatchObject({
      code: '23505',
      constraint: 'parent_email_key',
      table: 'parent',
      detail: expect.stringContaining('x@y'),
    })
    await expect(db.query('INSERT INTO child VALUES (1, 77)')).rejects.toMatchObject({
      code: '23503',
      constraint: 'child_parent_fk',
      table: 'child',
    })
    await expect(db.query('INSERT INTO child VALUES (1, NULL)')).rejects.toMatchObject({
      code: '23502',
      column: 'parent',
    })
    await expect(db.query('SELECT nope')).rejects.toMatchObject({ code: '42703' })
  })

  test('commits a transaction, and rolls it back when it throws', async () => {
    await db.query('CREATE TABLE t1 (n int)')
    const value = await db.transaction(async (tx) => {
      await tx.query('INSERT INTO t1 VALUES (1)')
      return 'done'
    })
    await expect(
      db.transaction(async (tx) => {
        await tx.query('INSERT INTO t1 VALUES (2)')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect([value, (await db.query('SELECT n FROM t1')).rows]).toEqual(['done', [{ n: 1 }]])
  })

  test('hides the uncommitted rows of a transaction from other readers', async () => {
    await db.query('CREATE TABLE t2 (n int)')
    let inserted = (): void => {}
    let finish = (): void => {}
    const isIn = new Promise<void>((resolve) => (inserted = resolve))
    const mayFinish = new Promise<void>((resolve) => (finish = resolve))
    const writing = db.transaction(async (tx) => {
      await tx.query('INSERT INTO t2 VALUES (1)')
      inserted()
      await mayFinish
      throw new Error('rolled back')
    })
    await isIn
    const reading = db.query('SELECT * FROM t2')
    finish()
    await expect(writing).rejects.toThrow('rolled back')
    expect((await reading).rows).toEqual([])
  })

  test.each([
    ['a read', 'SELECT 1'],
    ['reads at once', 'SELECT 1', 'SELECT 2', 'SELECT 3'],
    ['a write', "INSERT INTO parent VALUES (71, 'first')"],
  ])('rolls back everything in a transaction that starts with %s', async (_, ...first) => {
    const late: Promise<unknown>[] = []
    await expect(
      db.transaction(async (tx) => {
        await Promise.all(first.map((sql) => tx.query(sql)))
        await tx.query("INSERT INTO parent VALUES (72, 'second')")
        late.push(tx.query("INSERT INTO parent VALUES (73, 'not awaited')"))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await Promise.allSettled(late)
    expect(await one('(SELECT count(*)::int FROM parent WHERE id BETWEEN 71 AND 79)')).toBe(0)
  })

  test('never runs an unawaited first write outside the transaction', async () => {
    let late: Promise<unknown> | undefined
    await expect(
      db.transaction(async (tx) => {
        late = tx.query("INSERT INTO parent VALUES (74, 'not awaited')")
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await Promise.allSettled([late])
    await db.transaction(async (tx) => {
      void tx.query("INSERT INTO parent VALUES (75, 'not awaited')")
    })
    expect(await one('(SELECT array_agg(id) FROM parent WHERE id BETWEEN 71 AND 79)')).toEqual([75])
    await db.query('DELETE FROM parent WHERE id = 75')
  })

  test('accepts a transaction without statements, and refuses a COPY as the first one', async () => {
    expect(await db.transaction(async () => 1)).toBe(1)
    await expect(
      db.transaction(async (tx) => void tx.copyOut('COPY parent TO STDOUT')),
    ).rejects.toThrow('has not begun')
    await expect(
      db.transaction(async (tx) => void (await tx.query('SELECT nope'))),
    ).rejects.toThrow('nope')
    expect(await one('1')).toBe(1)
  })

  test('rejects when a failed statement was swallowed, instead of reporting a commit', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.query('SELECT nope').catch(() => {})
      }),
    ).rejects.toThrow('rolled back')
  })

  describe('with BEGIN and the first statement in one round trip', () => {
    let alone: Database
    let trips = 0
    beforeAll(async () => {
      alone = await testDatabase({ maxConnections: 1 })
      await alone.query('CREATE TABLE first (id int PRIMARY KEY)')
      // The first transaction of a connection prepares BEGIN.
      await alone.transaction((tx) => tx.query('SELECT $1::int', [0]))
      const client = await alone.pool.connect()
      const connection = Reflect.get(client, 'connection') as EventEmitter
      connection.on('readyForQuery', () => trips++)
      client.release()
    })
    afterAll(() => alone.close())
    const add = (id: unknown) => ({ text: 'INSERT INTO first VALUES ($1)', values: [id] })
    const ids = async () =>
      (await alone.query<{ id: number }>('SELECT id FROM first ORDER BY id')).rows.map((r) => r.id)

    test('writes in two round trips: BEGIN with the statement, then COMMIT', async () => {
      trips = 0
      const { rowCount } = await alone.transaction((tx) => tx.query(add(1)))
      expect([trips, rowCount, await ids()]).toEqual([2, 1, [1]])
    })

    test('keeps nothing if the first statement fails, even if the error is swallowed', async () => {
      for (const wrong of [add(1), add('x'), { name: 'nope', text: 'SELECT nope' }]) {
        await expect(alone.transaction((tx) => tx.query(wrong))).rejects.toThrow(/dup|input|nope/)
        await expect(
          alone.transaction(async (tx) => {
            await tx.query(wrong).catch(() => {})
            await tx.query(add(2)).catch(() => {})
          }),
        ).rejects.toThrow('rolled back')
      }
      expect(await ids()).toEqual([1])
    })

    test('includes every later statement in the transaction, even those sent concurrently', async () => {
      await expect(
        alone.transaction(async (tx) => {
          await Promise.all([3, 4, 5].map((id) => tx.query(add(id))))
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      await alone.transaction((tx) => Promise.all([6, 7].map((id) => tx.query(add(id)))))
      expect(await ids()).toEqual([1, 6, 7])
    })

    test('applies the isolation level and access mode of each transaction', async () => {
      const name = 'mode'
      const text =
        "SELECT current_setting('transaction_isolation') || ', ' || current_setting('transaction_read_only') AS v"
      const mode = (options: TransactionOptions) =>
        alone.transaction(
          async (tx) => (await tx.query<{ v: string }>({ name, text })).rows[0]?.v,
          options,
        )
      for (let n = 0; n < 2; n++) {
        expect(await mode({})).toBe('read committed, off')
        expect(await mode({ isolation: 'serializable', readOnly: true })).toBe('serializable, on')
      }
    })
  })

  test('retries a transaction after a serialization failure, up to three times', async () => {
    let runs = 0
    const fail = (times: number) =>
      db.transaction(async (tx) => {
        runs++
        if (runs <= times) {
          await tx.query("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$")
        }
        return runs
      })
    expect(await fail(3)).toBe(4)
    runs = 0
    await expect(
      fail(9).catch((error) => Promise.reject(new Error(sqlState(error)))),
    ).rejects.toThrow('40001')
    expect(runs).toBe(4)
  })

  test('runs afterCommit once and only after a commit, even if the transaction was retried', async () => {
    const seen: string[] = []
    let runs = 0
    await db.transaction(async (tx) => {
      tx.afterCommit(() => void seen.push('committed'))
      if (runs++ === 0) {
        await tx.query("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40P01'; END $$")
      }
      seen.push('inside')
    })
    await expect(
      db.transaction(async (tx) => {
        tx.afterCommit(() => void seen.push('never'))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(seen).toEqual(['inside', 'committed'])
  })

  test('refuses queries that would make a transaction wait for itself, and queries after its end', async () => {
    await db.transaction(async (tx) => {
      await expect(db.query('SELECT 1')).rejects.toThrow('tx.query')
      await expect(db.transaction(async () => {})).rejects.toThrow('tx.query')
      expect((await tx.query('SELECT 1 AS v')).rows).toEqual([{ v: 1 }])
    })
    let late: unknown
    await db.transaction(async (tx) => void (late = tx))
    await expect((late as typeof db).query('SELECT 1')).rejects.toThrow('ended')
  })

  test('cancels a query that runs too long and stays usable', async () => {
    const slow = await testDatabase({ queryTimeoutMs: 2000 })
    const endless =
      'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b'
    await expect(slow.query(endless)).rejects.toMatchObject({ code: '57014' })
    expect((await slow.query('SELECT 1 AS v')).rows).toEqual([{ v: 1 }])
    await expect(
      slow.transaction(async (tx) => {
        await tx.query('SELECT 1')
        await tx.query(endless)
      }),
    ).rejects.toMatchObject({ code: '57014' })
    expect((await slow.query('SELECT 2 AS v')).rows).toEqual([{ v: 2 }])
    expect(
      await slow.transaction(
        async (tx) => (await tx.query('SELECT pg_sleep(3), 3 AS v')).rowCount,
        { timeoutMs: 30_000 },
      ),
    ).toBe(1)
    await slow.close()
  })

  test('does not block the event loop while a large result arrives', async () => {
    let turns = 0
    let counting = true
    const count = (): void => {
      turns++
      if (counting) setImmediate(count)
    }
    setImmediate(count)
    const { rows } = await db.query(
      "SELECT i, repeat('x', 100) AS v FROM generate_series(1, 100000) i",
    )
    counting = false
    expect(rows).toHaveLength(100_000)
    expect(turns).toBeGreaterThan(50)
  })

  test('notifies only the listeners of a channel, until they unsubscribe', async () => {
    const woken: string[] = []
    const stopA = await db.listen('a', () => woken.push('a'))
    let wake = (): void => {}
    await db.listen('end', () => wake())
    const round = async (): Promise<void> => {
      const ended = new Promise<void>((resolve) => (wake = resolve))
      await db.notify('a')
      await db.notify('end')
      await ended
    }
    await round()
    stopA()
    await round()
    expect(woken).toEqual(['a'])
  })

  test('resets each connection before handing it out again', async () => {
    const client = await db.pool.connect()
    await client.query('BEGIN')
    client.release(true)
    await db.query('CREATE TABLE t3 (n int)')
    await expect(db.query('INSERT INTO t3 VALUES (1)')).resolves.toBeDefined()
    expect(await one("current_setting('TimeZone')")).toBe('UTC')
  })
})
