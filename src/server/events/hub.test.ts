import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { aloneDatabase, silentLog } from '#tests/support/database.ts'
import type { Database } from '../database/pool.ts'
import { migrate } from '../migrations/migrate.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import { createHub, type Hub } from './hub.ts'
import { parsePosition } from './position.ts'
import { createTail, type Tail } from './tail.ts'

const model = compileModel(resources)
const access = compileAccess(model, systemActor)
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

/**
 * A test listener; each write blocks the server for `costMs`, as writing to many listeners does.
 */
const listener = (costMs = 0) => {
  const chunks: string[] = []
  const ids = () =>
    [...chunks.join('').matchAll(/^id: (.*)\nevent: change\ndata: (.*)$/gm)].map(
      ([, at, data]) => ({ at: at!, ...(JSON.parse(data!) as { id: string; version: number }) }),
    )
  return {
    chunks,
    received: ids,
    ended: false,
    chunksSent: () => chunks.filter((c) => c.includes('event: change')).length,
    write(bytes: Uint8Array) {
      chunks.push(Buffer.from(bytes).toString())
      for (const end = performance.now() + costMs; performance.now() < end;);
      return true
    },
    end() {
      this.ended = true
    },
  }
}

describe('live events under load', () => {
  let db: Database
  let tail: Tail
  let hub: Hub
  let made = 0
  beforeAll(async () => {
    db = await aloneDatabase()
    await migrate(db, { log: silentLog })
    tail = await createTail(db, (message) => {
      throw new Error(message)
    })
  })
  beforeEach(async () => {
    await hub?.close()
    hub = createHub(db.query, model, tail, (message) => {
      throw new Error(message)
    })
  })
  afterAll(async () => {
    await hub?.close()
    await tail?.close()
    await db?.close()
  })

  /** Writes `count` changes of one record in one transaction; returns their versions. */
  const change = async (count: number): Promise<number[]> => {
    const versions = Array.from({ length: count }, () => ++made)
    await db.query(
      "insert into audit (xid, channel, entity, record_id, version, action) select pg_current_xact_id(), 'api', 'facility', '00000000-0000-7000-8000-000000000001', v, 'update' from unnest($1::int[]) with ordinality as t(v, n) order by n",
      [versions],
    )
    await db.notify('audit', '')
    return versions
  }

  test('every change arrives once and in order, in fewer chunks than there were writes', async () => {
    const [one, other] = [listener(15), listener(15)]
    for (const sink of [one, other]) await hub.join({ access }, sink, undefined)
    const versions: number[] = []
    for (let n = 0; n < 60; n++) {
      versions.push(...(await change(20)))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await until(() => expect(one.received()).toHaveLength(versions.length))
    await until(() => expect(other.received()).toHaveLength(versions.length))
    for (const sink of [one, other]) {
      expect(sink.received().map((e) => e.version)).toEqual(versions)
      expect(sink.chunksSent()).toBeLessThan(20)
    }
  })

  test('a reconnecting client resumes from any id without gaps or duplicates while writes continue', async () => {
    const start = listener(15)
    await hub.join({ access }, start, undefined)
    const versions = await change(300)
    const writing = (async () => {
      for (let n = 0; n < 20; n++) versions.push(...(await change(40)))
    })()
    await until(() => expect(start.received().length).toBeGreaterThanOrEqual(300))
    const place = start.received()[137]!
    const back = listener(15)
    await hub.join({ access }, back, parsePosition(place.at))
    await writing
    await until(() => expect(back.received()).toHaveLength(versions.length - 138))
    expect(back.received().map((e) => e.version)).toEqual(versions.slice(138))
    await until(() => expect(start.received()).toHaveLength(versions.length))
    expect(start.received().map((e) => e.version)).toEqual(versions)
  })

  test('changes that exceed one chunk arrive in several, complete, in order and only for subscribed collections', async () => {
    const [wide, narrow] = [listener(), listener()]
    await hub.join({ access }, wide, undefined)
    await hub.join({ access, collections: new Set(['hotels']) }, narrow, undefined)
    const versions = await change(7300)
    await until(() => expect(wide.received()).toHaveLength(versions.length))
    expect(wide.received().map((e) => e.version)).toEqual(versions)
    expect(wide.chunksSent()).toBeLessThan(20)
    expect(
      Math.max(...wide.chunks.map((c) => c.split('event: change').length - 1)),
    ).toBeLessThanOrEqual(1000)
    expect(narrow.chunksSent()).toBe(0)
  })

  test('writes a chunk to at most 100 clients per event-loop turn, and to each client exactly once', async () => {
    const many = Array.from({ length: 450 }, () => listener())
    let inOneGo = 0
    let most = 0
    for (const sink of many) {
      const { write } = sink
      sink.write = (bytes) => {
        most = Math.max(most, ++inOneGo)
        return write.call(sink, bytes)
      }
      await hub.join({ access }, sink, undefined)
    }
    let watching = true
    const turn = (): void => {
      inOneGo = 0
      if (watching) setImmediate(turn)
    }
    turn()
    most = 0
    const versions = await change(30)
    await until(() => {
      for (const sink of many) expect(sink.received()).toHaveLength(versions.length)
    })
    watching = false
    for (const sink of many) expect(sink.received().map((e) => e.version)).toEqual(versions)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(100)
  })

  test('a client that is too slow is disconnected; the others continue', async () => {
    const [slow, quick] = [listener(), listener()]
    slow.write = () => false
    await hub.join({ access }, slow, undefined).catch(() => {})
    await hub.join({ access }, quick, undefined)
    const versions = await change(3)
    await until(() => expect(quick.received().map((e) => e.version)).toEqual(versions))
    expect([slow.ended, quick.ended, hub.size]).toEqual([true, false, 1])
  })
})
