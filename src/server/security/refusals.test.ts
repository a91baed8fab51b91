import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unguarded } from '#tests/support/audit.ts'
import { testDatabase } from '#tests/support/database.ts'
import { toyResources } from '#tests/toy.ts'
import { compileModel } from '#model/compile.ts'
import type { Database } from '../database/pool.ts'
import { createTables } from '../migrations/createTables.ts'
import { purgeSecurityEvents, securityEvent } from './events.ts'
import { withOrigin, type Origin } from './origin.ts'
import { createRefusals, type Refusals } from './refusals.ts'

const MINUTE = 60_000

describe('refused requests in the security log', () => {
  let db: Database
  let at = 0
  let lines: string[] = []
  const failed: string[] = []
  beforeAll(async () => {
    db = await testDatabase({ ownerOnly: false })
    await createTables(db, compileModel(toyResources))
  }, 60_000)
  beforeEach(async () => {
    await unguarded(db, 'truncate security_events')
    at = Date.UTC(2026, 0, 1, 12)
    lines = []
  })
  afterAll(() => db?.close())

  const open: Refusals[] = []
  const gathering = (query: Database['query'] = db.query) => {
    const refusals = createRefusals({
      query,
      log: { error: (line) => failed.push(line) },
      now: () => at,
    })
    open.push(refusals)
    return refusals
  }
  // What one test left to be written later must not show up in the lines of the next.
  afterEach(() => Promise.all(open.splice(0).map((refusals) => refusals.close())))
  const origin = (more: Partial<Origin> = {}): Origin => ({
    requestId: 'request-1',
    address: '192.0.2.1',
    client: 'x'.repeat(500),
    caller: () => undefined,
    log: (line) => lines.push(line),
    trying: undefined,
    noted: false,
    ...more,
  })
  const get = (status: number, route = '/api/hotels/:id') => ({ status, method: 'GET', route })
  const rows = async () =>
    (
      await db.query(
        'select kind, times, at, last_at, address, email, client, request_id, detail from security_events order by at, kind, address, detail::text',
      )
    ).rows

  test('by the same person, address, kind and route are one row per minute', async () => {
    const refusals = gathering()
    for (let i = 0; i < 5; i++) {
      refusals.note(origin(), get(403))
      at += 1000
      if (i === 2) await refusals.flush()
    }
    await refusals.flush()
    const one = {
      kind: 'forbidden',
      times: 5,
      at: '2026-01-01T12:00:00.000Z',
      last_at: '2026-01-01T12:00:04.000Z',
      address: '192.0.2.1',
      email: null,
      client: 'x'.repeat(200),
      request_id: 'request-1',
      detail: { status: 403, route: 'GET /api/hotels/:id' },
    }
    expect(await rows()).toEqual([one])
    refusals.note(origin({ address: '192.0.2.2' }), get(403))
    refusals.note(origin(), get(403, '/api/orders'))
    refusals.note(origin(), get(401))
    refusals.note(origin({ caller: () => ({ name: 'Ada' }) }), get(403))
    at += MINUTE
    refusals.note(origin(), get(403))
    await refusals.flush()
    expect((await rows()).map((r) => r.times)).toEqual([5, 1, 1, 1, 1, 1])
  })

  test('of two processes are added up', async () => {
    const [a, b] = [gathering(), gathering()]
    for (const refusals of [a, b, b]) refusals.note(origin(), get(429))
    await Promise.all([a.flush(), b.flush()])
    expect(await rows()).toMatchObject([{ kind: 'rate_limited', times: 3 }])
  })

  test('are logged once when they start and once with their count after the minute', async () => {
    const refusals = gathering()
    for (let i = 0; i < 3; i++) refusals.note(origin({ client: 'a\nSecurity: {}' }), get(403))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('\n')
    expect(JSON.parse(lines[0]!.replace('Security: ', ''))).toMatchObject({
      kind: 'forbidden',
      route: 'GET /api/hotels/:id',
      requestId: 'request-1',
      times: 1,
    })
    at += MINUTE
    await refusals.flush()
    expect(lines.slice(1).map((line) => JSON.parse(line.replace('Security: ', '')))).toMatchObject([
      { kind: 'forbidden', times: 3 },
    ])
  })

  test('at sign-in are logged as failures or lock-outs, and only with a valid e-mail address', async () => {
    const refusals = gathering()
    const trying = (email: string) => origin({ trying: { step: 'password', email } })
    refusals.note(trying('Ada@Example.com'), get(401))
    refusals.note(trying('ada@example.com'), get(429))
    refusals.note(trying('my secret password'), get(401))
    await refusals.flush()
    expect((await rows()).map(({ kind, email, detail }) => [kind, email, detail])).toEqual([
      ['locked_out', 'ada@example.com', expect.objectContaining({ step: 'password', status: 429 })],
      ['sign_in_failed', 'ada@example.com', expect.objectContaining({ status: 401 })],
      ['sign_in_failed', null, expect.objectContaining({ status: 401 })],
    ])
  })

  test('from very many addresses are grouped by kind, to limit memory and disk use', async () => {
    const refusals = gathering()
    for (let i = 0; i < 3000; i++) {
      refusals.note(origin({ address: `192.0.2.${i}` }), get(i % 2 ? 401 : 403))
    }
    await refusals.flush()
    const all = await rows()
    expect(all).toHaveLength(1002)
    expect(all.reduce((sum, row) => sum + Number(row.times), 0)).toBe(3000)
    expect(all.filter((row) => row.address === null).map((row) => row.times)).toEqual([1000, 1000])
  })

  test('are written later when the database is unavailable', async () => {
    let broken = true
    const refusals = gathering((...given) => {
      if (broken) return Promise.reject(new Error('away'))
      return db.query(...given)
    })
    refusals.note(origin(), get(403))
    await refusals.flush()
    expect(failed.at(-1)).toContain('away')
    broken = false
    refusals.note(origin(), get(403))
    await refusals.close()
    expect(await rows()).toMatchObject([{ kind: 'forbidden', times: 2 }])
  })

  test('security events cannot be changed or deleted even by the table owner, except refusal counts', async () => {
    const asOwner = (text: string) => db.asOwner(({ query }) => query(text))
    await withOrigin(origin(), () => securityEvent(db.query, 'sign_out', { name: 'Ada' }))
    const refusals = gathering()
    refusals.note(origin(), get(403))
    await refusals.flush()
    refusals.note(origin(), get(403))
    await refusals.close()
    const before = await rows()
    expect(before.map(({ kind, times }) => [kind, times])).toEqual(
      expect.arrayContaining([
        ['sign_out', 1],
        ['forbidden', 2],
      ]),
    )
    for (const statement of [
      'delete from security_events',
      'truncate security_events',
      "update security_events set times = 5 where kind = 'sign_out'",
      "update security_events set times = 1 where kind = 'forbidden'",
      "update security_events set name = 'Bob'",
      "update security_events set at = now() - interval '401 days'",
    ]) {
      await expect(asOwner(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
    expect(await rows()).toEqual(before)
  })

  test('security events are deleted after 400 days', async () => {
    await withOrigin(origin(), () => securityEvent(db.query, 'sign_out', { name: 'Ada' }))
    const age = (days: number) =>
      unguarded(db, `update security_events set at = now() - ${days} * interval '1 day'`)
    await age(399.9)
    await purgeSecurityEvents(db.query)
    expect(await rows()).toMatchObject([{ kind: 'sign_out', address: '192.0.2.1' }])
    await age(400.1)
    await purgeSecurityEvents(db.query)
    expect(await rows()).toEqual([])
  })
})
