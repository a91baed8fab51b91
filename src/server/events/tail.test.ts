import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../database/pool.ts'
import { createTail } from './tail.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A fake database whose changes become final when the test says so. */
const database = () => {
  const final: number[] = []
  let wake = () => {}
  let looks = 0
  const query = (async (asked: string | { values: unknown[] }) => {
    if (typeof asked === 'string') return { rows: [{ xmin: '1' }] }
    looks++
    return {
      rows: final
        .filter((seq) => seq > Number(asked.values[1]))
        .map((seq) => ({
          xid: '1',
          seq: String(seq),
          entity: 'hotel',
          record_id: 'r',
          version: seq,
          action: 'update',
          fields: null,
        })),
    }
  }) as unknown as Database['query']
  return {
    query,
    listen: (async (_channel: string, fn: () => void) => {
      wake = fn
      return () => {}
    }) as unknown as Database['listen'],
    final,
    wake: () => wake(),
    get looks() {
      return looks
    },
  }
}
const start = async () => {
  const db = database()
  const tail = await createTail(db, (message) => {
    throw new Error(message)
  })
  const received: number[] = []
  tail.subscribe((changes) => received.push(...changes.map((c) => c.version)))
  return { db, tail, received }
}

test('a change delayed by another open transaction is sent once it is final, before the next idle poll', async () => {
  const { db, tail, received } = await start()
  db.wake()
  await vi.advanceTimersByTimeAsync(60)
  expect(db.looks).toBe(1)
  db.final.push(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(received).toEqual([1])
  // A change that was delayed by a later transaction follows.
  db.final.push(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(received).toEqual([1, 2])
  await tail.close()
})

test('100 wake-ups in a second cause at most 20 polls, then a few more, then only idle polls', async () => {
  const { db, tail } = await start()
  for (let n = 0; n < 100; n++) {
    db.wake()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(db.looks).toBeLessThanOrEqual(20)
  await vi.advanceTimersByTimeAsync(2000)
  const before = db.looks
  expect(before).toBeLessThanOrEqual(31)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(db.looks - before).toBe(10)
  await tail.close()
})
