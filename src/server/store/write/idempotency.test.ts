import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toyResources } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { purgeIdempotency, withIdempotency, type StoredResponse } from './idempotency.ts'

let n = 0

describe('idempotency keys', () => {
  let b: Bench
  beforeAll(async () => {
    b = await openBench(toyResources)
  }, 120_000)
  afterAll(() => b?.db.close())

  const create = (
    key: string | undefined,
    name: string,
    bodyHash = name,
  ): Promise<StoredResponse> =>
    withIdempotency(b.db, { person: 'ada', key, bodyHash }, async (tx) => {
      const record = await b.writer.create(
        b.of('author'),
        { name, email: `k${++n}@example.com` },
        { ...b.as(), tx },
      )
      return { status: 201, headers: { ETag: '"1"' }, body: JSON.stringify({ data: record }) }
    })
  const named = async (name: string) =>
    (await b.db.query<{ n: number }>('SELECT count(*) AS n FROM authors WHERE name = $1', [name]))
      .rows[0]!.n

  test('a replay returns the first response and has no second effect', async () => {
    const first = await create('k1', 'one')
    expect(await create('k1', 'one')).toEqual(first)
    expect(await named('one')).toBe(1)
  })
  test('concurrent replays have one effect and return the same response', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => create('k2', 'two')))
    expect(new Set(responses.map((a) => a.body)).size).toBe(1)
    expect(await named('two')).toBe(1)
  })
  test('a replayed patch returns the first response before its version is checked', async () => {
    const author = await b.writer.create(
      b.of('author'),
      { name: 'v', email: `k${++n}@example.com` },
      b.as(),
    )
    const patch = () =>
      withIdempotency(b.db, { person: 'ada', key: 'k3', bodyHash: 'p' }, async (tx) => {
        const record = await b.writer.patch(
          b.of('author'),
          author.id,
          1,
          { name: 'w' },
          { ...b.as(), tx },
        )
        return { status: 200, headers: {}, body: String(record.version) }
      })
    expect([(await patch()).body, (await patch()).body]).toEqual(['2', '2'])
  })
  test('refuses a different request with the same key, but accepts the key from another person', async () => {
    await create('k4', 'four')
    expect(await problemOf(create('k4', 'other'))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
    const other = await withIdempotency(
      b.db,
      { person: 'bob', key: 'k4', bodyHash: 'x' },
      async () => ({ status: 200, headers: {}, body: 'bob' }),
    )
    expect(other.body).toBe('bob')
  })
  test('a refused write does not use up its key', async () => {
    const failing = () =>
      withIdempotency(b.db, { person: 'ada', key: 'k5', bodyHash: 'x' }, async (tx) => {
        await b.writer.create(b.of('author'), { name: '' }, { ...b.as(), tx })
        return { status: 201, headers: {}, body: '' }
      })
    expect(await problemOf(failing())).toMatchObject({ status: 422, code: 'invalid' })
    expect(await problemOf(failing())).toMatchObject({ status: 422, code: 'invalid' })
    expect((await create('k5', 'five', 'y')).status).toBe(201)
  })
  test('responses are forgotten after 24 hours', async () => {
    await create('k6', 'six')
    await b.db.query(
      "UPDATE idempotency SET created_at = now() - interval '25 hours' WHERE key = 'k6'",
    )
    expect(await purgeIdempotency(b.db)).toBe(1)
    await create('k6', 'six')
    expect(await named('six')).toBe(2)
  })
  test('requests without a key all run', async () => {
    await Promise.all([create(undefined, 'seven'), create(undefined, 'seven')])
    expect(await named('seven')).toBe(2)
  })
})
