/**
 * Two processes of the built server on one PostgreSQL, and the effect on users when one is killed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/pool.ts'
import { silentLog } from '#tests/support/database.ts'
import { startDemoDatabase, type DemoDatabase } from '#tests/support/demoDatabase.ts'
import { scratch } from '#tests/support/postgres.ts'
import { tokenOf } from '#tests/support/browser.ts'
import { api, eventually } from '#tests/support/pages.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

let first: Product
let second: Product
let database: DemoDatabase
let db: Database
let options: { env: Record<string, string>; dataDir: string }
beforeAll(async () => {
  database = await startDemoDatabase()
  // Servers that share a database share the files, too.
  options = { env: { ...database.env, RATE_LIMITS: 'on' }, dataDir: scratch('processes') }
  first = await startProduct(options)
  second = await startProduct(options)
  db = await openDatabase({
    databaseUrl: database.env.DATABASE_URL,
    log: silentLog,
    maxConnections: 2,
  })
}, 300_000)
afterAll(async () => {
  await db?.close()
  await Promise.all([first?.stop(), second?.stop()])
  await database?.stop()
})

test('a job of a killed process continues on the other without repeating rows; rate limits and sessions are shared', async () => {
  const signIn = async (product: Product): Promise<number> =>
    (
      await fetch(`${product.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'viewer@example.com', password: 'a wrong password' }),
      })
    ).status
  let tries = 0
  while ((await signIn(first)) !== 429) expect(++tries).toBeLessThan(50)
  expect(await signIn(second)).toBe(429)

  const token = await tokenOf(first, 'admin')
  const ROWS = 3000
  const form = new FormData()
  const lines = Array.from({ length: ROWS }, (_, i) => `Facility ${i},TWO-${i},1`)
  form.set('file', new File([`Name,Code,Place\n${lines.join('\n')}\n`], 'facilities.csv'))
  const fields = { name: 'Name', code: 'Code', position: 'Place', group: { constant: 'room' } }
  form.set('mapping', JSON.stringify({ fields }))
  form.set('mode', 'partial')
  const asked = await fetch(`${second.url}/api/facilities/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  })
  expect(asked.status).toBe(202)
  const { id } = ((await asked.json()) as { data: { id: string } }).data
  const jobNow = async () =>
    (
      await db.query<{
        state: string
        error: string | null
        worker: string | null
        created: number | null
      }>(
        "SELECT state, error, locked_by AS worker, (counts->>'created')::int AS created FROM jobs WHERE id = $1",
        [id],
      )
    ).rows[0]!
  await eventually(async () => (await jobNow()).created ?? 0).toBeGreaterThan(0)
  const { worker } = await jobNow()
  const isFirst = worker?.split('/')[1] === String(first.pid)
  const [killed, other] = isFirst ? [first, second] : [second, first]
  await killed.stop({ signal: 'SIGKILL', keep: true })
  expect(await jobNow()).toMatchObject({ state: 'running', worker })
  // Instead of waiting half a minute until the lease ends.
  await db.query('UPDATE jobs SET locked_until = now() WHERE id = $1', [id])
  await eventually(jobNow).toMatchObject({ state: 'succeeded', error: null })
  const { rows } = await db.query<{ records: number; entries: number }>(
    `SELECT count(DISTINCT f.id)::int AS records, count(*)::int AS entries FROM facilities f
       JOIN audit a ON a.record_id = f.id WHERE f.code LIKE 'TWO-%'`,
  )
  expect(rows).toEqual([{ records: ROWS, entries: ROWS }])
  expect(await signIn(other)).toBe(429)
  expect((await api(other, token, '/api/me')).status).toBe(200)
  ;[first, second] = [await startProduct(options), other]
}, 120_000)

/** Reads live events of messages until stopped; resumes from the last known event. */
const reader = (collection: string) => {
  const received: { id: string; action: string }[] = []
  let last: string | undefined
  let stop = new AbortController()
  const read = async (product: Product, token: string): Promise<void> => {
    stop = new AbortController()
    const response = await fetch(`${product.url}/api/events?collections=${collection}`, {
      headers: { Authorization: `Bearer ${token}`, ...(last ? { 'Last-Event-ID': last } : {}) },
      signal: stop.signal,
    })
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        last = /^id: (.*)$/m.exec(part)?.[1] ?? last
        if (part.includes('event: change')) {
          received.push(
            JSON.parse(/^data: (.*)$/m.exec(part)![1]!) as { id: string; action: string },
          )
        }
      }
    }
  }
  return {
    received,
    read: (product: Product, token: string) => read(product, token).catch(() => undefined),
    get last() {
      return last
    },
    stop: () => stop.abort(),
  }
}

test('when a process is killed mid-send, clients continue on the other without loss, duplicates or reordering', async () => {
  const token = await tokenOf(first, 'support')
  const conversation = (
    await api<{ data: { id: string }[] }>(first, token, '/api/conversations?limit=1')
  ).body.data[0]!.id
  const stream = reader('chat-messages')
  let reading = stream.read(first, token)
  await eventually(() => stream.last).toBeTruthy()

  const sent: string[] = []
  let through = first
  const send = async (n: number): Promise<void> => {
    const body = JSON.stringify({ conversation, body: `Message ${n}` })
    // Requests without a response are resent with the same key, like the browser's outbox does.
    for (let tries = 0; tries < 50; tries++) {
      try {
        const response = await fetch(`${through.url}/api/chat-messages`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': `message-${n}`,
          },
          body,
        })
        if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
        return void sent.push(((await response.json()) as { data: { id: string } }).data.id)
      } catch (error) {
        if (tries > 40) throw error
        through = second
      }
    }
  }
  let killed: Promise<void> | undefined
  for (let n = 0; n < 40; n++) {
    if (n === 15) killed = first.stop({ signal: 'SIGKILL', keep: true })
    await send(n)
    if (n === 25) {
      await reading
      reading = stream.read(second, token)
    }
  }
  await killed
  // The conversation may also record events of its own.
  const received = () =>
    stream.received.filter((e) => e.action === 'create' && sent.includes(e.id)).map((e) => e.id)
  await eventually(() => received().length).toBe(40)
  expect(received()).toEqual(sent)
  const stored = (
    await api<{ data: { id: string; body: string }[] }>(
      second,
      token,
      `/api/chat-messages?filter[conversation]=${conversation}&sort=-sequence&limit=100`,
    )
  ).body.data
    .reverse()
    .filter((m) => m.body.startsWith('Message '))
  expect(stored.map((m) => m.body)).toEqual(Array.from({ length: 40 }, (_, n) => `Message ${n}`))
  expect(stored.map((m) => m.id)).toEqual(sent)
  stream.stop()
  await reading
})
