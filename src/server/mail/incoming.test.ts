import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailbox } from '#tests/support/mailbox.ts'

const bytesOf = (length: number) => new Uint8Array(randomBytes(length))
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

test('large and small attachments arrive unchanged, also with escaped slashes in the JSON', async () => {
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

test('decodes only attachment content: a long text stays text', async () => {
  const box = mailbox()
  const text = 'a'.repeat(200_000)
  expect((await box.send(JSON.stringify(box.letter({ text })))).status).toBe(200)
  expect(/^a{9998}$/.test(box.replies[0]!.body)).toBe(true)
})

test.each([
  ['signs outside base64', `${'A'.repeat(70_000)}*${'A'.repeat(70_003)}`],
  ['a padding in the middle', `${'A'.repeat(65_534)}==${'A'.repeat(70_000)}`],
  ['a length that is not a multiple of four', 'A'.repeat(70_001)],
  ['an escape', `${'A'.repeat(70_000)}\n${'A'.repeat(3)}`],
])('refuses large attachment content with %s', async (_, content) => {
  const box = mailbox()
  const body = JSON.stringify(box.letter({ attachments: [{ name: 'a', content }] }))
  expect((await box.send(body)).status).toBe(422)
  expect(box.replies).toEqual([])
})

test('refuses a mail that is too large without its attachments, or whose JSON is incomplete', async () => {
  const box = mailbox()
  const headers = { x: 'x'.repeat(9_000_000) }
  expect((await box.send(JSON.stringify(box.letter({ headers })))).status).toBe(413)
  expect((await box.send(`{"attachments":[{"content":"${'A'.repeat(90_000)}`)).status).toBe(400)
  expect((await box.send(`{"a":"\\`)).status).toBe(400)
})

test('reads no body from callers without a fresh signature or with too many failed attempts', async () => {
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

const nameOfLength = (length: number) => `${'a'.repeat(length - 4)}.txt`
const plain = (text: string) => Buffer.from(text).toString('base64')

test('drops only the refused file when several attachments have the same name', async () => {
  const isBad = ({ bytes }: { readonly bytes: Uint8Array }) => bytes[0] === 0x4d
  const box = mailbox({ refuses: (files) => files.findIndex(isBad) })
  const attachments = ['first', 'MZ', 'last'].map((text) => ({
    name: 'image.png',
    content: plain(text),
  }))
  expect((await box.send(JSON.stringify(box.letter({ attachments })))).status).toBe(200)
  const [reply] = box.replies
  expect(reply!.files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['first', 'last'])
  expect(reply!.body).toBe('Hello\n\n[image.png: not kept]')
})

test('shortens a mail with long names, many files or a long text instead of refusing it', async () => {
  const box = mailbox()
  const many = Array.from({ length: 60 }, () => ({ name: nameOfLength(900), content: plain('x') }))
  const letter = box.letter({
    attachments: many,
    text: `Hello\n${'y'.repeat(1_200_000)}`,
    from: `"${'z'.repeat(900)}" <ana@example.com>`,
  })
  expect((await box.send(JSON.stringify(letter))).status).toBe(200)
  const [reply] = box.replies
  expect(reply!.files).toHaveLength(10)
  expect(reply!.body.startsWith('Hello\nyyy')).toBe(true)
  expect(reply!.body.endsWith(', …: not kept]')).toBe(true)
  expect(reply!.body.length).toBeLessThanOrEqual(10_000)
})

test('a message id identifies a mail only within its record', async () => {
  const box = mailbox()
  const messageId = '<chosen@mail>'
  for (const ticket of ['t-1', 't-2', 't-1']) {
    const letter = box.letter({ messageId, to: box.addressOf(ticket) })
    expect((await box.send(JSON.stringify(letter))).status).toBe(200)
  }
  const [one, two, again] = box.replies.map((reply) => reply.key)
  expect(one).not.toBe(two)
  expect(again).toBe(one)
})

test.each([
  [{ 'X-Autoreply': 'yes' }],
  [{ 'X-Autorespond': 'out of office' }],
  [{ Precedence: 'bulk' }],
  [{ 'auto-submitted': 'auto-replied' }],
])('ignores automatic mail with the headers %j', async (headers) => {
  const box = mailbox()
  expect((await box.send(JSON.stringify(box.letter({ headers })))).status).toBe(200)
  expect(box.replies).toEqual([])
  expect(
    (await box.send(JSON.stringify(box.letter({ headers: { 'X-Autoreply': 'no' } })))).status,
  ).toBe(200)
  expect(box.replies).toHaveLength(1)
})

test('accepts sixty mails an hour per record, and asks the sender to retry the rest later', async () => {
  const box = mailbox()
  const send = () => box.send(JSON.stringify(box.letter({})))
  const statuses: number[] = []
  for (let n = 0; n < 60; n++) statuses.push((await send()).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const late = await send()
  expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(box.replies).toHaveLength(60)
})
