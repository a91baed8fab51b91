import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { toyResources } from '#tests/toy.ts'
import { notify } from './notify.ts'
import type { Notice } from './types.ts'

interface Row {
  readonly channel: string
  readonly state: string
  readonly title: string
  readonly times: number
  readonly group_key: string | null
  readonly resource_id: string | null
}

describe('notifications', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench(toyResources)
  }, 120_000)
  afterAll(() => bench?.db.close())

  const tell = (more: Partial<Notice> & Pick<Notice, 'employees'>): Promise<void> =>
    bench.db.transaction((tx) =>
      notify(tx, { type: 'assignment', title: 'It is yours', link: '/x', ...more }),
    )
  const rowsOf = async (person: string): Promise<Row[]> =>
    (
      await bench.db.query<Row>(
        'SELECT channel, state, title, times, group_key, resource_id FROM deliveries WHERE recipient_id = $1 ORDER BY channel DESC, at, id',
        [person],
      )
    ).rows
  const account = async (personId: string, preference: unknown): Promise<void> => {
    const id = randomUUID()
    await bench.db.query(
      'INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", "personId") VALUES ($1, $1, $1, true, now(), now(), $2)',
      [id, personId],
    )
    await bench.db.query(
      "INSERT INTO preferences (account_id, key, value) VALUES ($1, 'notifications', $2)",
      [id, JSON.stringify(preference)],
    )
  }

  test('everyone is notified once, never the person who acted', async () => {
    const [a, b, me] = [randomUUID(), randomUUID(), randomUUID()]
    await tell({ employees: [a, b, a, me], by: me })
    expect([await rowsOf(a), await rowsOf(b), await rowsOf(me)].map((rows) => rows.length)).toEqual(
      [1, 1, 0],
    )
  })

  test('a long notification is cut between characters, never inside one', async () => {
    for (let n = 0; n < 4; n++) {
      const [person, long] = [randomUUID(), '.'.repeat(n) + '\u{1F600}'.repeat(400)]
      await tell({ employees: [person], title: long, body: long })
      const [row] = (
        await bench.db.query<{ title: string; body: string }>(
          "SELECT title, body FROM deliveries WHERE recipient_id = $1 AND channel = 'in_app'",
          [person],
        )
      ).rows
      for (const [text, most] of [
        [row!.title, 200],
        [row!.body, 500],
      ] as const) {
        expect(text.length).toBeLessThanOrEqual(most)
        expect(text).toMatch(/^\.*(\u{1F600})+…$/u)
      }
    }
  })

  test('a change that is rolled back sends no notification', async () => {
    const person = randomUUID()
    await expect(
      bench.db.transaction(async (tx) => {
        await notify(tx, { type: 'mention', employees: [person], title: 'T', link: '/x' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await rowsOf(person)).toEqual([])
  })

  test('an unread notification about a record is renewed; after a read one a new one is added', async () => {
    const [person, id] = [randomUUID(), randomUUID()]
    const resource = { type: 'tickets', id }
    await tell({ employees: [person], resource })
    await tell({ employees: [person], resource, title: 'Again' })
    expect(await rowsOf(person)).toMatchObject([{ title: 'Again', times: 2 }])
    await bench.db.query('UPDATE deliveries SET read_at = now() WHERE recipient_id = $1', [person])
    await tell({ employees: [person], resource })
    expect((await rowsOf(person)).map((r) => r.times)).toEqual([2, 1])
  })

  test('of five hundred similar notifications, the first five stay separate and the rest are grouped', async () => {
    const person = randomUUID()
    for (let i = 0; i < 500; i++) {
      await tell({
        employees: [person],
        resource: { type: 'tickets', id: randomUUID() },
        title: `Ticket ${i}`,
      })
    }
    const rows = await rowsOf(person)
    expect(rows.map((r) => r.times)).toEqual([1, 1, 1, 1, 1, 495])
    expect(rows.at(-1)).toMatchObject({ title: 'Ticket 499', group_key: 'assignment:many' })
  })

  test('a person is notified through the channels they chose; an invalid choice is ignored', async () => {
    const [quiet, mailed, odd] = [randomUUID(), randomUUID(), randomUUID()]
    await account(quiet, { mention: { in_app: false, email: false } })
    await account(mailed, { mention: { in_app: false, email: true, push: true } })
    await account(odd, { mention: 'loud' })
    await tell({ type: 'mention', employees: [quiet, mailed, odd] })
    expect(await rowsOf(quiet)).toEqual([])
    expect((await rowsOf(mailed)).map((r) => [r.channel, r.state])).toEqual([
      ['push', 'waiting'],
      ['email', 'waiting'],
    ])
    expect((await rowsOf(odd)).map((r) => [r.channel, r.state])).toEqual([
      ['in_app', 'delivered'],
      ['email', 'waiting'],
    ])
    expect(
      (await bench.db.query("SELECT 1 FROM jobs WHERE kind = 'deliver'")).rowCount,
    ).toBeGreaterThan(0)
  })

  test('concurrent notifications to the same people are all counted', async () => {
    const people = Array.from({ length: 5 }, () => randomUUID())
    const resource = { type: 'tickets', id: randomUUID() }
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        tell({ employees: i % 2 ? people : [...people].reverse(), resource }),
      ),
    )
    for (const person of people) expect((await rowsOf(person)).map((r) => r.times)).toEqual([12])
  })
})
