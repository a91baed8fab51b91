import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailbox } from '#tests/support/mailbox.ts'

const bytesOf = (length: number) => new Uint8Array(randomBytes(length))
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

test('large and small attachments arrive byte by byte, also with escaped slashes', async () => {
  const box = mailbox()
  const sent = [3_000_001, 2_000_000, 49_152, 70_001, 12].map(bytesOf)
  const attachments = sent.map((bytes, i) => ({ name: `${i}.bin`, content: base64(bytes) }))
  for (const body of [
    JSON.stringify(box.letter({ attachments })),
    JSON.stringify(box.letter({ attachments }), null, 2).replaceAll('/', '\\/'),
  ]) {
    expect((await box.send(body)).status).toBe(200)
    const files = box.replies.pop()!.files
    expect(files.map((f) => f.name)).toEqual(attachments.map((a) => a.name))
    files.forEach(({ bytes }, i) => expect(Buffer.compare(bytes, sent[i]!)).toBe(0))
  }
})

test('only the content of attachments is taken apart: a long text stays a text', async () => {
  const box = mailbox()
  const text = 'a'.repeat(200_000)
  expect((await box.send(JSON.stringify(box.letter({ text })))).status).toBe(200)
  expect(/^a{9998}$/.test(box.replies[0]!.body)).toBe(true)
})

test.each([
  ['signs outside base64', `${'A'.repeat(70_000)}*${'A'.repeat(70_003)}`],
  ['a padding in the middle', `${'A'.repeat(65_534)}==${'A'.repeat(70_000)}`],
  ['a length that is no multiple of four', 'A'.repeat(70_001)],
  ['an escape', `${'A'.repeat(70_000)}\n${'A'.repeat(3)}`],
])('refuses a large content with %s', async (_, content) => {
  const box = mailbox()
  const body = JSON.stringify(box.letter({ attachments: [{ name: 'a', content }] }))
  expect((await box.send(body)).status).toBe(422)
  expect(box.replies).toEqual([])
})

test('refuses a mail that is large without its attachments, or not closed', async () => {
  const box = mailbox()
  const headers = { x: 'x'.repeat(9_000_000) }
  expect((await box.send(JSON.stringify(box.letter({ headers })))).status).toBe(413)
  expect((await box.send(`{"attachments":[{"content":"${'A'.repeat(90_000)}`)).status).toBe(400)
  expect((await box.send(`{"a":"\\`)).status).toBe(400)
})

test('reads nothing of callers without a fresh signature, nor of those who guessed too often', async () => {
  const box = mailbox()
  let read = 0
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read++
          controller.enqueue(new Uint8Array(1000))
          if (read % 10 === 0) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  for (const signature of [undefined, 'v1=x', `t=${box.now() - 4000},v1=${'0'.repeat(64)}`]) {
    expect((await box.post(body(), signature)).status).toBe(400)
  }
  expect(read).toBe(0)
  const wrong = `t=${box.now()},v1=${'0'.repeat(64)}`
  for (let guess = 3; guess < 20; guess++) expect((await box.post(body(), wrong)).status).toBe(400)
  const before = read
  expect(before).toBeGreaterThan(0)
  expect((await box.post(body(), wrong)).status).toBe(429)
  expect(read).toBe(before)
})
