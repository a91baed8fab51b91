import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/app.ts'
import { createServices, type Services } from '#server/services.ts'
import { ensureBuiltInRoles } from '#server/firstStart.ts'
import { MAIL_SIGNATURE_HEADER, mailSignature } from '#server/mail/incoming.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { conversationHandle, deskLinks } from '#server/portal/links.ts'
import { holderOf } from '#server/rules/conversation/deskMessages.ts'
import type { RecordData } from '#server/store/types.ts'
import { silentLog, migratedDatabase } from '#tests/support/database.ts'
import { samplePng } from '#tests/support/samplePng.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const MAIL_SECRET = 'what the mail service and we both know, and nobody else'
const INBOX = 'help@example.com'
const CANARY = 'canary-note-7f3a'

describe('customer portal', () => {
  let services: Services
  let app: ReturnType<typeof createApp>
  let customer: RecordData
  let agent: RecordData
  const mailer = memoryMailer()
  const folder = mkdtempSync(join(tmpdir(), 'desk-'))
  beforeAll(async () => {
    services = await createServices(
      readConfig({
        DATA_DIR: folder,
        SECRET,
        MAIL_SECRET,
        MAIL_INBOX: INBOX,
        DEMO: '0',
        PORT: '4297',
        RATE_LIMITS: 'off',
      }),
      {
        db: await migratedDatabase({ maxConnections: 20 }),
        mailer,
        log: silentLog,
      },
    )
    await ensureBuiltInRoles(services)
    app = createApp(services)
    await services.jobs.start()
    customer = await make('customer', {
      name: 'Ana <b>Silva</b>',
      email: 'ana@example.com',
      locale: 'pt-PT',
    })
    const roles = [
      (
        await services.db.query<{ id: string }>(
          "SELECT id FROM user_roles WHERE name = 'support agent'",
        )
      ).rows[0]!.id,
    ]
    agent = await make(
      'employee',
      { name: 'Ada Agent', email: 'ada@example.com', roles },
      { state: 'active' },
    )
  }, 120_000)
  afterAll(async () => {
    await services?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const of = (entity: string) => services.model.resources.find((r) => r.entity === entity)!
  const as = (set?: Record<string, unknown>) => ({
    access: compileAccess(services.model, systemActor),
    channel: 'api' as const,
    requestId: 'test',
    operationId: randomUUID(),
    ...(set ? { set: set as Record<string, string> } : {}),
  })
  const me = () => ({
    ...as(),
    access: compileAccess(services.model, {
      kind: 'person',
      accountId: 'a',
      personId: agent.id,
      name: 'Ada Agent',
      tenant: null,
      roleIds: [],
      grants: [{ allow: ['*'], deny: [] }],
    }),
  })
  const make = (entity: string, body: object, set?: Record<string, unknown>) =>
    services.writer.create(of(entity), body, as(set))
  const row = async (table: string, id: string) =>
    (await services.db.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = $1`, [id]))
      .rows[0]!
  const go = async (id: string, to: string) =>
    services.writer.transition(
      of('ticket'),
      { id, version: Number((await row('tickets', id)).version) },
      to,
      {},
      me(),
    )
  const holder = (c: RecordData = customer) => holderOf(c.id, String(c.email))
  const pathOf = (ticket: string, c?: RecordData) =>
    services.desk.links.path('tickets', ticket, holder(c), 'write')
  /** A ticket with a question, an answer and a note. */
  const talked = async (state = 'open', whose = customer) => {
    const t = await make('ticket', { subject: 'Lost <i>jacket</i>', customer: whose.id }, { state })
    const c = await make('conversation', {
      subject: 'Lost',
      kind: 'ticket',
      ticket: t.id,
      customer: whose.id,
    })
    await services.writer.create(
      of('chatMessage'),
      { conversation: c.id, body: 'We are looking <script>alert(1)</script>' },
      me(),
    )
    await services.writer.create(
      of('chatMessage'),
      { conversation: c.id, kind: 'note', body: CANARY },
      me(),
    )
    return { t, c, path: pathOf(t.id) }
  }
  const said = async (ticket: string) =>
    (
      await services.db.query<{
        kind: string
        body: string
        sender_id: string
        attachments: { file: string; name: string }[]
      }>(
        `SELECT m.kind, m.body, m.sender->>'id' AS sender_id, m.attachments FROM chat_messages m JOIN conversations c ON c.id = m.conversation WHERE c.ticket = $1 ORDER BY m.sequence`,
        [ticket],
      )
    ).rows
  const incoming = async (ticket: string) =>
    (await said(ticket)).filter((m) => m.kind === 'incoming').map((m) => m.body)
  const send = (path: string, values: Record<string, string>, files: readonly File[] = []) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    for (const file of files) form.append('files', file)
    return app.request(path, { method: 'POST', body: form })
  }
  const reply = (
    path: string,
    body: string,
    key: string = randomUUID(),
    files: readonly File[] = [],
  ) => send(path, { action: 'reply', body, key }, files)
  const mail = (body: object, options: { secret?: string; at?: number; header?: string } = {}) => {
    const text = JSON.stringify(body)
    const at = options.at ?? Math.floor(Date.now() / 1000)
    return app.request('/api/mail/incoming', {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        [MAIL_SIGNATURE_HEADER]:
          options.header ?? mailSignature(options.secret ?? MAIL_SECRET, text, at),
      },
    })
  }
  const addressOf = (t: RecordData) =>
    services.desk.links.address('tickets', String(t.number), t.id)
  const letter = (t: RecordData, more: object = {}) => ({
    messageId: `<${randomUUID()}@mail>`,
    from: 'Ana <ana@example.com>',
    to: addressOf(t),
    text: 'It is blue.\n\nOn Mon, 1 Jun 2026 at 10:00, Help wrote:\n> Hello',
    ...more,
  })

  test('the mailed link shows the thread without notes, in the customer’s language, with all text escaped', async () => {
    const { path } = await talked()
    const page = await app.request(path)
    const html = await page.text()
    expect([
      page.status,
      page.headers.get('cache-control'),
      page.headers.get('content-security-policy'),
    ]).toEqual([200, 'no-store', expect.stringContaining("default-src 'none'")])
    expect(html).toContain('lang="pt"')
    expect(html).toContain('We are looking &lt;script&gt;')
    expect(html).toContain('Ada Agent')
    for (const bad of [CANARY, '<script', '<i>jacket', '<b>Silva', customer.id]) {
      expect(html, bad).not.toContain(bad)
    }
  })

  test('a forged, expired or foreign link opens nothing', async () => {
    const [{ t, path }, other] = [await talked(), await talked()]
    const [id, until, sign] = path.split('/').at(-1)!.split('.') as [string, string, string]
    const old = deskLinks(SECRET, INBOX, () => Date.now() - 31 * 86_400_000).path(
      'tickets',
      t.id,
      holder(),
      'write',
    )
    const elsewhere = deskLinks(`${SECRET}!`, INBOX).path('tickets', t.id, holder(), 'write')
    const base = '/portal/tickets/'
    for (const bad of [
      `${base}${id}.${until}.${sign.slice(1)}x`,
      `${base}${other.t.id}.${until}.${sign}`,
      `${base}${id}.${Number(until) + 1}.${sign}`,
      old,
      elsewhere,
      `${base}x`,
      `${base}${id}`,
      pathOf(randomUUID()),
    ]) {
      for (const method of ['GET', 'POST']) {
        const response = await app.request(bad, {
          method,
          ...(method === 'POST'
            ? { body: new URLSearchParams({ action: 'reply', body: 'x', key: 'k' }) }
            : {}),
        })
        expect([response.status, response.headers.get('content-type')], `${method} ${bad}`).toEqual(
          [404, 'text/html; charset=utf-8'],
        )
        expect(await response.text()).not.toContain('jacket')
      }
    }
    expect(await incoming(t.id)).toEqual([])
  })

  test('a link stops working when the ticket’s customer or the customer’s address changes', async () => {
    const [ana, ben] = [
      await make('customer', { name: 'Ana', email: 'ana.two@example.com' }),
      await make('customer', { name: 'Ben', email: 'ben@example.com' }),
    ]
    const change = async (entity: string, id: string, body: object) =>
      services.writer.patch(
        of(entity),
        id,
        Number((await row(of(entity).table, id)).version),
        body,
        me(),
      )
    const status = async (path: string) => [
      (await app.request(path)).status,
      (await reply(path, 'From whom?')).status,
    ]
    const silent = await make('ticket', { subject: 'Nothing said', customer: ana.id })
    for (const { t, other } of [
      { t: silent, other: () => change('ticket', silent.id, { customer: ben.id }) },
      {
        t: (await talked('open', ana)).t,
        other: () => change('customer', ana.id, { email: `${randomUUID()}@example.com` }),
      },
    ]) {
      const page = (
        await services.writer.act(
          of('ticket'),
          { id: t.id, version: Number((await row('tickets', t.id)).version) },
          'customerPage',
          {},
          me(),
        )
      ).result as { redirect: string }
      const own = pathOf(t.id, ana)
      expect(await status(page.redirect)).toEqual([200, 403])
      expect((await app.request(own)).status).toBe(200)
      const before = await incoming(t.id)
      await other()
      expect([await status(page.redirect), await status(own)]).toEqual([
        [404, 404],
        [404, 404],
      ])
      expect(await incoming(t.id)).toEqual(before)
      const next = (
        await services.writer.act(
          of('ticket'),
          { id: t.id, version: Number((await row('tickets', t.id)).version) },
          'customerPage',
          {},
          me(),
        )
      ).result as { redirect: string }
      expect((await app.request(next.redirect)).status).toBe(200)
    }
  })

  const otherSignature = (path: string): string =>
    path
      .split('.')
      .at(-1)!
      .replace(/^./, (first) => (first === '_' ? '-' : '_'))

  test('staff get a read-only link: replies, files and ratings sent through it are refused', async () => {
    const { t, path } = await talked()
    await go(t.id, 'solved')
    const { redirect } = (
      await services.writer.act(
        of('ticket'),
        { id: t.id, version: Number((await row('tickets', t.id)).version) },
        'customerPage',
        {},
        me(),
      )
    ).result as { redirect: string }
    const html = await (await app.request(redirect)).text()
    expect(html).toContain('We are looking')
    expect(html).not.toContain('<form')
    for (const response of [
      await reply(redirect, 'Not from the customer'),
      await reply(redirect, '', randomUUID(), [new File(['text'], 'a.txt')]),
      await send(redirect, { action: 'rate', points: '5' }),
      // A signature for one use is invalid for another.
      await reply(redirect.replace(/[^.]+$/, otherSignature(path)), 'x'),
    ]) {
      expect([403, 404]).toContain(response.status)
    }
    expect(await incoming(t.id)).toEqual([])
    expect(await row('tickets', t.id)).toMatchObject({ state: 'solved', satisfaction: null })
    expect((await send(path, { action: 'rate', points: '5' })).status).toBe(303)
    expect((await reply(path, 'From the customer')).status).toBe(303)
    expect(await incoming(t.id)).toEqual(['From the customer'])
  })

  test('a file is offered under a name with the extension of its content', async () => {
    const { t, path } = await talked()
    const names = ['run.bat', 'page.hta', 'photo.jpg.vbs', 'a.ps1', 'note.html', 'b.js']
    const script = () => names.map((name) => new File(['start calc'], name))
    expect((await reply(path, 'Open these', randomUUID(), script())).status).toBe(303)
    const [message] = (await said(t.id)).filter((m) => m.kind === 'incoming')
    expect(message!.attachments.map((a) => a.name)).toEqual(names.map((n) => `${n}.txt`))
    const html = await (await app.request(path)).text()
    const links = [...html.matchAll(/class="file" href="([^"]+)"/g)]
    expect(links.length).toBe(names.length)
    for (const [, link] of links) {
      expect(
        (await app.request(link!.replaceAll('&amp;', '&'))).headers.get('content-disposition'),
      ).toMatch(/^attachment; .*\.txt$/)
    }
  })

  test('a reply sent several times is stored once with its files, and reopens a pending or solved ticket', async () => {
    for (const state of ['pending', 'solved']) {
      const { t, path } = await talked()
      await go(t.id, state)
      const key = randomUUID()
      const responses = await Promise.all(
        [1, 2, 3].map(async () =>
          reply(path, 'Here it is', key, [
            new File([Buffer.from(samplePng(8, 8, [1, 2, 3]))], 'jacket.png', {
              type: 'image/png',
            }),
          ]),
        ),
      )
      expect(responses.map((a) => [a.status, a.headers.get('location')])).toEqual(
        Array.from({ length: 3 }, () => [303, `${path}?sent`]),
      )
      const mine = (await said(t.id)).filter((m) => m.kind === 'incoming')
      expect(mine).toMatchObject([
        { body: 'Here it is', sender_id: customer.id, attachments: [{ name: 'jacket.png' }] },
      ])
      expect((await row('tickets', t.id)).state).toBe('open')
      const html = await (await app.request(`${path}?sent`)).text()
      const [, src, size] = /<img src="([^"]+)" alt="jacket.png" ([^>]+)>/.exec(html)!
      expect([src, size]).toEqual([
        expect.stringContaining('/thumbnail?'),
        'width="8" height="8" loading="lazy"',
      ])
      const shown = await app.request(src!.replaceAll('&amp;', '&'))
      expect(shown.headers.get('content-type')).toBe('image/png')
    }
  })

  test('refuses an invalid reply or file and keeps the typed text in the form', async () => {
    const { t, path } = await talked()
    const exe = new File([new Uint8Array([77, 90, 0, 1, 2, 0, 0])], 'a.exe')
    const png = () => new File([Buffer.from(samplePng(4, 4, [1, 2, 3]))], 'p.png')
    for (const [status, body, files] of [
      [422, ' ', []],
      [422, 'x'.repeat(10_001), []],
      [415, 'typed text', [exe]],
      [422, 'typed text', Array.from({ length: 11 }, png)],
      [422, 'typed text', [new File([new Uint8Array(10_000_001)], 'big.txt')]],
    ] as const) {
      const response = await reply(path, body, randomUUID(), files)
      const html = await response.text()
      expect(response.status).toBe(status)
      expect(html).toContain('role="alert"')
      if (body.startsWith('typed')) expect(html).toContain('>typed text</textarea>')
    }
    expect(
      (
        await app.request(path, {
          method: 'POST',
          body: 'nonsense',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        })
      ).status,
    ).toBe(400)
    expect(await incoming(t.id)).toEqual([])
  })

  test('limits the size of files a customer sends per day, through the page and by e-mail together', async () => {
    const { t, path } = await talked()
    const note = (name: string) => new File(['a note'], name)
    expect((await reply(path, 'First', randomUUID(), [note('first.txt')])).status).toBe(303)
    const { rows } = await services.db.query<{ id: string; created_by: string | null }>(
      'SELECT id, created_by FROM files WHERE sender = $1 ORDER BY created_at DESC LIMIT 1',
      [customer.id],
    )
    await services.db.query('UPDATE files SET size = 100000000 WHERE id = $1', [rows[0]!.id])
    try {
      const refused = await reply(path, 'typed text', randomUUID(), [note('second.txt')])
      const html = await refused.text()
      expect([refused.status, rows[0]!.created_by]).toEqual([429, null])
      expect(html).toContain('Já enviou muitos ficheiros hoje')
      expect(html).toContain('>typed text</textarea>')
      const content = Buffer.from('a note').toString('base64')
      const mailed = await mail(letter(t, { attachments: [{ name: 'third.txt', content }] }))
      expect(mailed.status).toBe(200)
      // What is written arrives, and says what does not.
      expect((await incoming(t.id)).at(-1)).toMatch(/^It is blue\.\s+\[third\.txt: not kept\]$/)
      expect((await reply(path, 'No file')).status).toBe(303)
    } finally {
      await services.db.query('UPDATE files SET size = 6 WHERE id = $1', [rows[0]!.id])
    }
    expect((await reply(path, 'Next day', randomUUID(), [note('d.txt')])).status).toBe(303)
  })

  test('a reply to a closed ticket creates a follow-up ticket, and later replies go there too', async () => {
    const { t, path } = await talked()
    await go(t.id, 'solved')
    await go(t.id, 'closed')
    const there = (await reply(path, 'Once more')).headers.get('location')!
    const next = (
      await services.db.query<{ id: string; state: string; subject: string; customer: string }>(
        'SELECT * FROM tickets WHERE origin = $1',
        [t.id],
      )
    ).rows
    expect(next).toMatchObject([{ state: 'new', subject: t.subject, customer: customer.id }])
    expect(there).toContain(next[0]!.id)
    await reply(path, 'And again')
    expect(await incoming(next[0]!.id)).toEqual(['Once more', 'And again'])
    expect((await row('tickets', t.id)).state).toBe('closed')
  })

  test('the link of a merged ticket opens the remaining ticket', async () => {
    const [a, b] = [await talked(), await talked()]
    await services.writer.act(
      of('ticket'),
      { id: a.t.id, version: Number((await row('tickets', a.t.id)).version) },
      'merge',
      { into: b.t.id, reason: 'Same' },
      me(),
    )
    expect(await (await app.request(a.path)).text()).toContain(`#${String(b.t.number)}`)
    await reply(a.path, 'Hello again')
    expect(await incoming(b.t.id)).toEqual(['Hello again'])
  })

  test('a solved ticket can be rated, an open ticket cannot', async () => {
    const { t, path } = await talked()
    expect((await send(path, { action: 'rate', points: '4' })).status).toBe(422)
    await go(t.id, 'solved')
    for (const points of ['0', '6', 'x', '4.5', '']) {
      expect((await send(path, { action: 'rate', points })).status, points).toBe(422)
    }
    expect((await send(path, { action: 'rate', points: '4' })).status).toBe(303)
    expect((await row('tickets', t.id)).satisfaction).toBe(4)
    expect(await (await app.request(path)).text()).toContain('Avaliou a nossa ajuda com 4 de 5')
  })

  test('an agent’s reply is mailed with a signed link and a reply-to address; an internal note is not', async () => {
    const { t, c } = await talked()
    // E-mails of earlier tickets may still be on their way.
    const mails = () => mailer.sent.filter((m) => m.subject.endsWith(`[${String(t.number)}]`))
    await expect.poll(() => mails().length).toBe(1)
    const [first] = mails()
    expect(first).toMatchObject({
      to: 'ana@example.com',
      subject: `Re: Lost <i>jacket</i> [${String(t.number)}]`,
      replyTo: addressOf(t),
    })
    expect(first!.html).not.toContain('<script')
    const path = /\/portal\/tickets\/[\w.-]+/.exec(first!.text)![0]
    expect((await app.request(path)).status).toBe(200)
    await expect
      .poll(
        async () =>
          (
            await services.db.query<{ state: string }>(
              "SELECT state FROM chat_messages WHERE conversation = $1 AND kind = 'outgoing'",
              [c.id],
            )
          ).rows[0]!.state,
      )
      .toBe('delivered')
    await go(t.id, 'solved')
    await expect.poll(() => mails().length).toBe(2)
    expect(JSON.stringify(mailer.sent)).not.toContain(CANARY)
  })

  test('an e-mail reply becomes one message per message id, without the quoted text', async () => {
    const { t } = await talked()
    await go(t.id, 'pending')
    const given = letter(t, {
      attachments: [
        { name: 'a.png', content: Buffer.from(samplePng(8, 8, [1, 2, 3])).toString('base64') },
        { name: 'virus.exe', content: Buffer.from([77, 90, 0, 1, 2, 0]).toString('base64') },
      ],
    })
    const responses = await Promise.all([1, 2, 3, 4].map(async () => mail(given)))
    expect(responses.map((a) => a.status)).toEqual([200, 200, 200, 200])
    expect(
      (await Promise.all(responses.map((a) => a.json() as Promise<{ applied: boolean }>))).filter(
        (a) => a.applied,
      ),
    ).toHaveLength(1)
    expect((await said(t.id)).filter((m) => m.kind === 'incoming')).toMatchObject([
      {
        body: 'It is blue.\n\n[virus.exe: not kept]',
        sender_id: customer.id,
        attachments: [{ name: 'a.png' }],
      },
    ])
    expect((await row('tickets', t.id)).state).toBe('open')
    const html = await mail(
      letter(t, {
        text: null,
        html: '<p>In <b>HTML</b></p><blockquote>old</blockquote>',
        to: ['other@example.com', `Help <${addressOf(t).toUpperCase()}>`],
      }),
    )
    expect([html.status, await incoming(t.id)]).toEqual([
      200,
      ['It is blue.\n\n[virus.exe: not kept]', 'In HTML'],
    ])
  })

  test('truncates a long e-mail without splitting a character at the cut', async () => {
    for (let n = 0; n < 3; n++) {
      const { t } = await talked()
      expect(
        (
          await mail(
            letter(t, {
              from: 'Silva, Ana (home) <ANA@example.com>',
              text: '.'.repeat(n) + '\u{1F600}'.repeat(6000),
              attachments: [
                { name: `${'.'.repeat(n)}${'\u{1F600}'.repeat(200)}.exe`, content: 'TVoAAQIA' },
              ],
            }),
          )
        ).status,
      ).toBe(200)
      const [body] = await incoming(t.id)
      expect(body).toMatch(/^\.*(\u{1F600})+\n\n\[\.*(\u{1F600})+: not kept\]$/u)
      expect(body!.length).toBeGreaterThan(9_990)
    }
  })

  test('an e-mail with a bad signature or address, from a stranger or from a machine changes nothing', async () => {
    const [{ t }, other] = [await talked(), await talked()]
    const now = Math.floor(Date.now() / 1000)
    for (const options of [
      { secret: 'another secret' },
      { at: now - 301 },
      { at: now + 301 },
      { header: '' },
      { header: 't=x,v1=y' },
    ]) {
      expect(await (await mail(letter(t), options)).json()).toMatchObject({
        status: 400,
        code: 'bad_signature',
      })
    }
    const foreign = addressOf(t).replace(/t-\d+/, String(other.t.number).toLowerCase())
    for (const to of [
      'help@example.com',
      foreign,
      addressOf(t).replace('example.com', 'example.org'),
      `x${addressOf(t)}`,
      '',
    ]) {
      expect((await mail(letter(t, { to }))).status, to).toBe(404)
    }
    for (const from of [
      'Mallory <mallory@example.com>',
      '"<ana@example.com>" <mallory@example.com>',
      '"Ana \\" <ana@example.com>" <mallory@example.com>',
      'mallory@example.com (<ana@example.com>)',
      'mallory@example.com, Ana <ana@example.com>',
      'Ana <ana@example.com>, <mallory@example.com>',
      'ana@example.com <mallory@example.com>',
      '',
    ]) {
      expect((await mail(letter(t, { from }))).status, from).toBe(403)
    }
    expect(
      await (await mail(letter(t, { headers: { 'Auto-Submitted': 'auto-replied' } }))).json(),
    ).toEqual({ received: true, applied: false })
    for (const bad of [
      {},
      { messageId: 1 },
      { ...letter(t), attachments: [{ name: 'a', content: '%' }] },
      [],
      'x',
      null,
    ]) {
      expect((await mail(bad as object)).status).toBe(422)
    }
    expect((await mail(letter(t, { text: '> only a quote' }))).status).toBe(422)
    expect([await incoming(t.id), await incoming(other.t.id)]).toEqual([[], []])
  })

  /** A conversation of its own with a customer: no ticket, a message of ours, a note. */
  const directly = async (more: object = {}) => {
    const c = await make('conversation', {
      subject: 'Your <i>stay</i>',
      customer: customer.id,
      ...more,
    })
    const write = (body: string, kind: 'outgoing' | 'note' = 'outgoing', as = me()) =>
      services.writer.create(of('chatMessage'), { conversation: c.id, kind, body }, as)
    const messages = async () =>
      (
        await services.db.query<{
          id: string
          kind: string
          body: string
          state: string
          sender: object
        }>(
          'SELECT id, kind, body, state, sender FROM chat_messages WHERE conversation = $1 ORDER BY sequence',
          [c.id],
        )
      ).rows
    const mails = () => mailer.sent.filter((m) => m.references?.[0]?.includes(c.id))
    const path = services.desk.links.path('conversations', c.id, holder(), 'write')
    return { c, write, messages, mails, path }
  }
  const vendorOf = async () => {
    const vendor = await make('vendor', { displayName: 'Casa Azul', legalName: 'Casa Azul Lda' })
    return {
      vendor,
      context: {
        ...as(),
        access: compileAccess(services.model, {
          kind: 'person',
          accountId: 'v',
          personId: agent.id,
          name: 'Vera',
          tenant: vendor.id,
          roleIds: [],
          grants: [{ allow: ['*'], deny: [] }],
        }),
      },
    }
  }

  test('a message in a conversation is mailed to its customer, and the customer’s reply is added to it', async () => {
    const { c, write, messages, mails, path } = await directly()
    await write('Your room <b>is</b> ready')
    await write(CANARY, 'note')
    await expect.poll(() => mails().length).toBe(1)
    const [sent] = mails()
    expect(sent).toMatchObject({ to: 'ana@example.com', subject: 'Re: Your <i>stay</i>' })
    expect(sent!.text).toContain('Your room <b>is</b> ready')
    expect(sent!.html).toContain('&lt;b&gt;is')
    expect(sent!.replyTo!.split('@')[0]!.length - 'help'.length).toBeLessThanOrEqual(64 - 24)
    await expect.poll(async () => (await messages())[0]!.state).toBe('delivered')

    const page = /\/portal\/conversations\/[\w.-]+/.exec(sent!.text)![0]
    const html = await (await app.request(page)).text()
    expect(html).toContain('Ada Agent')
    for (const bad of [CANARY, '<i>stay', '<b>is', 'class="state"', 'name="points"']) {
      expect(html, bad).not.toContain(bad)
    }
    // Programs that scan mails open links; only what shows the page loads its pictures.
    expect((await messages())[0]!.state).toBe('delivered')
    const seen = /<img class="seen" src="([^"]+)"/.exec(html)![1]!
    expect((await app.request(seen)).headers.get('content-type')).toBe('image/gif')
    expect((await messages()).map((m) => m.state)).toEqual(['read', 'sent'])

    await services.writer.transition(
      of('conversation'),
      { id: c.id, version: Number((await row('conversations', c.id)).version) },
      'resolved',
      {},
      me(),
    )
    const given = { ...letter({ id: '' } as RecordData), to: sent!.replyTo!.toUpperCase() }
    expect([(await mail(given)).status, (await mail(given)).status]).toEqual([200, 200])
    expect((await row('conversations', c.id)).state).toBe('open')
    const key = randomUUID()
    const responses = await Promise.all(
      [1, 2, 3].map(async () => reply(path, 'And on its page', key)),
    )
    expect(responses.map((a) => [a.status, a.headers.get('location')])).toEqual(
      Array.from({ length: 3 }, () => [303, `${path}?sent`]),
    )
    expect((await messages()).slice(2)).toMatchObject([
      { kind: 'incoming', body: 'It is blue.', sender: { type: 'customers', id: customer.id } },
      { kind: 'incoming', body: 'And on its page' },
    ])
    // Their own words are not mailed back.
    expect(mails().length).toBe(1)
  })

  test('a conversation link or address gives access to nothing but its conversation', async () => {
    const [one, other, ticket] = [await directly(), await directly(), await talked()]
    const ben = await make('customer', { name: 'Ben', email: `${randomUUID()}@example.com` })
    const token = one.path.split('/').at(-1)!
    for (const bad of [
      `/portal/tickets/${token}`,
      `/portal/conversations/${ticket.path.split('/').at(-1)!}`,
      // The conversation of a ticket is reached through the ticket.
      services.desk.links.path('conversations', ticket.c.id, holder(), 'write'),
      one.path.replace(one.c.id, other.c.id),
      services.desk.links.path('conversations', one.c.id, holder(ben), 'write'),
    ]) {
      expect([(await app.request(bad)).status, (await reply(bad, 'x')).status], bad).toEqual([
        404, 404,
      ])
      expect((await app.request(`${bad}/seen`)).status, bad).toBe(404)
    }
    const { links } = services.desk
    const address = links.address('conversations', conversationHandle(one.c.id), one.c.id)
    for (const to of [
      address.replace(/c-\w+/, conversationHandle(other.c.id)),
      address.replace(/c-\w+/, `c-${'z'.repeat(25)}`),
      links.address('conversations', conversationHandle(ticket.c.id), ticket.c.id),
      address.replace('c-', 't-'),
    ]) {
      expect((await mail(letter({ id: '' } as RecordData, { to }))).status, to).toBe(404)
    }
    expect((await mail(letter(one.c, { to: address, from: 'mallory@example.com' }))).status).toBe(
      403,
    )
    expect(await one.messages()).toEqual([])

    const page = async (id: string) =>
      services.writer.act(
        of('conversation'),
        { id, version: Number((await row('conversations', id)).version) },
        'customerPage',
        {},
        me(),
      )
    const { redirect } = (await page(one.c.id)).result as { redirect: string }
    const html = await (await app.request(redirect)).text()
    expect(html).not.toMatch(/<form|class="seen"/)
    expect([
      (await reply(redirect, 'x')).status,
      (await app.request(`${redirect}/seen`)).status,
    ]).toEqual([403, 404])
    await expect(page(ticket.c.id)).rejects.toMatchObject({ code: 'no_page' })
    expect(await one.messages()).toEqual([])
  })

  test('a vendor’s message is mailed to the customer; without a customer nothing is mailed', async () => {
    const { vendor, context } = await vendorOf()
    const { write, mails, messages, path } = await directly({ vendor: vendor.id })
    await write('We keep the key for you', 'outgoing', context)
    await expect.poll(() => mails().length).toBe(1)
    expect(await (await app.request(path)).text()).toContain('Casa Azul')
    // Its state says how far it got on our side.
    expect(await messages()).toMatchObject([{ kind: 'incoming', state: 'sent' }])
    const alone = await directly({ customer: null, vendor: vendor.id })
    await alone.write('Only for the vendor')
    const jobs = await services.db.query(
      "SELECT 1 FROM jobs WHERE kind = 'desk-mail' AND payload->>'message' = $1",
      [(await alone.messages())[0]!.id],
    )
    expect(jobs.rowCount).toBe(0)
  })

  test('a customer’s new message sets a reply due date; our reply clears it', async () => {
    const { t, c, path } = await talked()
    const due = async () => (await row('tickets', t.id)).next_reply_due_at
    expect(await due()).toBe(null)
    expect((await reply(path, 'And the gloves?')).status).toBe(303)
    const first = await due()
    expect(first).not.toBe(null)
    // Asking twice does not extend it.
    expect((await reply(path, 'Hello?')).status).toBe(303)
    expect(await due()).toEqual(first)
    await services.writer.create(
      of('chatMessage'),
      { conversation: c.id, kind: 'note', body: 'x' },
      me(),
    )
    expect(await due()).toEqual(first)
    await services.writer.create(
      of('chatMessage'),
      { conversation: c.id, body: 'Found them' },
      me(),
    )
    expect(await row('tickets', t.id)).toMatchObject({
      next_reply_due_at: null,
      next_reply_missed_at: null,
    })
    await reply(path, 'Thank you')
    const passed = new Date(Date.now() - 60_000).toISOString()
    await services.db.query('UPDATE tickets SET next_reply_due_at = $2 WHERE id = $1', [
      t.id,
      passed,
    ])
    await services.writer.create(
      of('chatMessage'),
      { conversation: c.id, body: 'Sorry, late' },
      me(),
    )
    expect(await row('tickets', t.id)).toMatchObject({
      next_reply_due_at: null,
      next_reply_missed_at: passed,
      sla: 'breached',
      breached_at: passed,
    })
  })

  test('guessing links and sending many replies are rate-limited', async () => {
    // All within one minute, however long the test takes.
    const now = Date.now()
    const limited = createApp({
      ...services,
      desk: {
        ...services.desk,
        addressOf: () => 'one',
        limiter: (await import('#server/web/rateLimit.ts')).processLimiter({
          enabled: true,
          now: () => now,
        }),
      },
    })
    const { path } = await talked()
    const responses = await Promise.all(
      Array.from(
        { length: 25 },
        async () => (await limited.request('/portal/tickets/nothing')).status,
      ),
    )
    expect([
      responses.filter((s) => s === 404).length,
      responses.filter((s) => s === 429).length,
    ]).toEqual([20, 5])
    const writes: number[] = []
    for (let n = 0; n < 12; n++) {
      writes.push(
        (
          await limited.request(path, {
            method: 'POST',
            body: new URLSearchParams({ action: 'reply', body: `${n}`, key: `${n}` }),
          })
        ).status,
      )
    }
    expect(writes).toEqual([...Array.from({ length: 10 }, () => 303), 429, 429])
  })
})
