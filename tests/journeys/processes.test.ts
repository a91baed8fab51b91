/**
 * Two processes of the built server on one PostgreSQL, and the effect on users when one is killed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, SOCKET } from '#tests/support/postgres.ts'
import { tokenOf } from '#tests/support/browser.ts'
import { api, eventually } from '#tests/support/pages.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

let first: Product
let second: Product
beforeAll(async () => {
  const DATABASE_URL = await freshDatabase(process.env[SOCKET] ?? '')
  const env = { DATABASE_URL, SECRET: 'a secret that both processes share, long enough to be one' }
  first = await startProduct({ env })
  second = await startProduct({ env })
}, 300_000)
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()])
})

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

test('when a process is killed during sending, senders and readers continue at the other without loss, duplicates or reordering', async () => {
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
