import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defineResources, mailsDocument } from '#schemas/define/index.ts'
import { author, book } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import type { NewJob, RunningJob } from '../jobs/types.ts'
import { compileAccess } from '../permissions/access.ts'
import type { RecordData } from '../store/types.ts'
import type { RuleBook } from '../store/write/rules.ts'
import { createWriter, type TransactionalWriter } from '../store/write/writer.ts'
import { processLimiter } from '../web/rateLimit.ts'
import { documentMailHandler, withDocumentMail } from './documents.ts'
import { memoryMailer } from './mailer.ts'

const resources = defineResources({
  author,
  book: {
    ...book,
    documents: { sheet: 'Sheet as PDF' },
    actions: { mail: mailsDocument('sheet') },
  } as typeof book,
})

const rules: RuleBook = {
  book: {
    documents: {
      sheet: (row) => ({ fileName: 'sheet.pdf', bytes: Buffer.from(`%PDF ${row.title}`) }),
    },
    mailings: {
      mail: {
        needs: ['title'],
        async to(row, context) {
          const of = await context.load('authors', String(row.author))
          return {
            of: { type: 'authors', id: String(row.author) },
            name: typeof of?.name === 'string' ? of.name : null,
            email: typeof of?.email === 'string' ? of.email : null,
            language: 'pt',
            title: `Folha ${row.title}`,
          }
        },
      },
    },
  },
}

describe('e-mailing a document', () => {
  let b: Bench
  let writer: TransactionalWriter
  let queued: NewJob[] = []
  let row: RecordData
  let n = 0
  let unready: TransactionalWriter
  beforeAll(async () => {
    b = await openBench(resources)
    const parts = {
      model: b.model,
      enqueue: async (job: NewJob) => `${queued.push(job)}`,
      limiter: processLimiter({ enabled: true }),
      document: (...given: Parameters<TransactionalWriter['document']>) =>
        writer.document(...given),
      inbox: 'support@example.com',
      ready: true,
    }
    const withMail = (given: typeof parts) =>
      createWriter({ ...b.parts, rules: withDocumentMail(rules, given) })
    writer = withMail(parts)
    unready = withMail({ ...parts, ready: false })
  }, 120_000)
  afterAll(() => b?.db.close())
  beforeEach(async () => {
    queued = []
    const email = `ana${++n}@example.com`
    const of = await writer.create(b.of('author'), { name: 'Ana', email }, b.as())
    row = await writer.create(
      b.of('book'),
      { title: `t${n}`, code: `c${n}`, author: of.id },
      b.as(),
    )
  })
  const letter = (to = `ana${n}@example.com`) => ({ to, subject: 'Your sheet', message: 'Here.' })
  const versionOf = async () =>
    (await b.db.query<{ version: number }>('SELECT version FROM books WHERE id = $1', [row.id]))
      .rows[0]!.version
  const send = async (input: object = letter(), as = b.as({}), by = writer) =>
    by.act(b.of('book'), { id: row.id, version: Number(await versionOf()) }, 'mail', input, as)
  const deliveries = async () =>
    (
      await b.db.query(
        'SELECT state, recipient_type, recipient_id FROM deliveries WHERE resource_id = $1',
        [row.id],
      )
    ).rows

  test('prefills the recipient’s address if the user may read it, and a text in the recipient’s language', async () => {
    const prefill = (as = b.as({})) => writer.preview(b.of('book'), row.id, 'prefill.mail', as, {})
    expect(await prefill()).toEqual({
      to: `ana${n}@example.com`,
      subject: `Folha t${n} · Marketplace`,
      message: `Olá Ana,\n\nSegue em anexo: Folha t${n}.\n\nCom os melhores cumprimentos\nMarketplace`,
    })
    expect(
      await prefill(b.as([{ allow: ['*'], deny: ['author.field.email.read'] }])),
    ).not.toHaveProperty('to')
  })

  test('queues the mail in the transaction; the history shows only part of the address', async () => {
    await send()
    expect(queued).toMatchObject([
      {
        kind: 'document-mail',
        payload: { document: 'sheet', to: `ana${n}@example.com`, recipient: { id: row.author } },
        actor: { name: 'Ada' },
      },
    ])
    expect((await b.audit('book')).at(-1)).toMatchObject({
      action: 'mail',
      actor_name: 'Ada',
      reason: 'a…@example.com',
    })
  })

  test.each([
    'ana@example.com, eve@example.com',
    'ana@example.com\r\nBcc: eve@example.com',
    'Ana <ana@example.com>',
    'ana',
    'SUPPORT+t-1.x@Example.com',
  ])('refuses the recipient %j', async (to) => {
    expect(await problemOf(send(letter(to)))).toMatchObject({
      status: 422,
      errors: [expect.objectContaining({ path: 'to' })],
    })
    expect(queued).toEqual([])
  })

  test('requires the permission, read access to all fields and a mail server', async () => {
    for (const deny of ['book.mail', 'book.field.score.read']) {
      const as = b.as([{ allow: ['*'], deny: [deny] }])
      expect(await problemOf(send(letter(), as))).toMatchObject({ status: 403 })
    }
    expect(await problemOf(send(letter(), b.as({}), unready))).toMatchObject({
      status: 409,
      code: 'no_mail',
    })
    expect(queued).toEqual([])
  })

  test('limits the mails per record', async () => {
    for (let i = 0; i < 6; i++) await send()
    expect(await problemOf(send())).toMatchObject({ status: 429 })
    expect(queued).toHaveLength(6)
  })

  /** Runs the queued job as the queue does. */
  const run = async (deliver: (mail: never) => Promise<void>, id: string) => {
    const ends: (() => Promise<void>)[] = []
    const handler = documentMailHandler({
      db: b.db,
      model: b.model,
      writer,
      mailer: { deliver },
      accessFor: (actor) => compileAccess(b.model, actor),
      host: 'example.com',
    })
    const job = {
      id,
      payload: queued[0]!.payload,
      actor: { accountId: null, personId: null, name: null },
      afterEnd: (end: () => Promise<void>) => void ends.push(end),
    } as RunningJob
    await handler(job).catch(() => {})
    for (const end of ends) await end()
  }

  test('sends the document attached, and records one delivery even if the job runs again', async () => {
    await send({ ...letter(), message: 'Look:\n\n<b>this</b>' })
    const mailer = memoryMailer()
    const id = randomUUID()
    await run(() => Promise.reject(new Error('no connection')), id)
    expect(await deliveries()).toMatchObject([{ state: 'failed' }])
    await run(mailer.deliver, id)
    await run(() => Promise.reject(new Error('no connection')), id)
    expect(await deliveries()).toEqual([
      { state: 'delivered', recipient_type: 'authors', recipient_id: row.author },
    ])
    expect(mailer.sent).toHaveLength(1)
    const [mail] = mailer.sent
    expect(mail).toMatchObject({
      to: `ana${n}@example.com`,
      subject: 'Your sheet',
      messageId: `<${id}@example.com>`,
      attachments: [{ fileName: 'sheet.pdf', type: 'application/pdf' }],
    })
    expect(Buffer.from(mail!.attachments![0]!.bytes).toString()).toBe(`%PDF t${n}`)
    expect(mail!.html).toContain('lang="pt"')
    expect(mail!.html).toContain('&lt;b&gt;this&lt;/b&gt;')
  })

  test('records a mail to another address without linking it to the record’s recipient', async () => {
    await send(letter('eve@example.com'))
    await run(memoryMailer().deliver, randomUUID())
    expect(await deliveries()).toMatchObject([{ recipient_type: 'address' }])
  })
})
