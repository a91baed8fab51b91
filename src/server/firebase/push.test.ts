import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { googleStandIn, type GoogleStandIn } from '#tests/support/googleStandIn.ts'
import { accountsFixture, PASSWORD, type AccountsFixture } from '../accounts/fixture.ts'
import { memoryMailer } from '../mail/mailer.ts'
import { deliverDue, type Addressed, type Taken } from '../notifications/deliver.ts'
import { noPush, type PushSender } from '../notifications/push.ts'
import type { Call } from './call.ts'
import { firebasePush } from './pushSender.ts'

const address = (): string => `address:${randomUUID()}-${randomUUID()}`
const message = (key: string = randomUUID()) => ({
  title: 'New order',
  body: 'No. 12',
  link: '/order',
  key,
})

describe('push', () => {
  let at: AccountsFixture
  let google: GoogleStandIn
  let push: PushSender
  let clock = 0
  // Avoids a ten-second wait: only hanging calls time out, however busy the machine.
  const call: Call = async (url, init) => {
    const patience = new AbortController()
    google.seen.hung = () => patience.abort(new DOMException('It hangs.', 'TimeoutError'))
    return fetch(url, { ...init, signal: patience.signal })
  }
  const sender = () =>
    firebasePush({
      query: at.db.query,
      project: 'shop',
      account: google.account,
      base: google.base,
      call,
      now: () => Date.now() + clock,
    })
  beforeAll(async () => {
    google = await googleStandIn('shop')
    // Created for each test, so that none inherits another's state of the service.
    at = await accountsFixture({
      push: () => ({
        get available() {
          return push.available
        },
        send: (to, m) => push.send(to, m),
      }),
      rateLimits: false,
    })
    push = sender()
  }, 60_000)
  afterEach(() => {
    google.seen.verdict = () => 'sent'
    google.seen.exchangeHangs = false
    google.seen.messages.length = 0
    clock = 0
    push = sender()
  })
  afterAll(async () => {
    await at?.close()
    await google?.close()
  })

  let made = 0
  const person = async () => {
    const email = `p${++made}@example.com`
    const { personId } = await at.member(email)
    const signIn = async () => String((await at.signIn(email)).body.token)
    return { personId, signIn, to: { type: 'person', id: personId } }
  }
  const register = async (session: string, token = address()) => ({
    token,
    response: await at.call('PUT', '/api/me/devices', {
      token: session,
      body: { token },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    }),
  })
  const devices = async (session: string) =>
    (await at.call('GET', '/api/me/devices', { token: session })).body as {
      available: boolean
      data: { id: string; current: boolean; userAgent: string }[]
    }
  const withDevices = async (count: number) => {
    const p = await person()
    const session = await p.signIn()
    const tokens: string[] = []
    for (let i = 0; i < count; i++) tokens.push((await register(session)).token)
    return { ...p, session, tokens }
  }
  const got = (token: string) => google.seen.messages.filter((m) => m.token === token)

  test('a device is registered, renewed and removed only by its owner', async () => {
    const [me, other] = [await person(), await person()]
    const [session, otherSession] = [await me.signIn(), await other.signIn()]
    const { token, response } = await register(session)
    expect(response.status).toBe(200)
    expect((await register(session, token)).response.body).toEqual(response.body)
    expect(await devices(session)).toMatchObject({
      available: true,
      data: [
        {
          id: response.body.data.id,
          current: true,
          userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
        },
      ],
    })
    const text = JSON.stringify(await devices(session))
    expect(text).not.toContain(token)
    expect((await devices(otherSession)).data).toEqual([])
    const one = `/api/me/devices/${response.body.data.id}`
    expect((await at.call('DELETE', one, { token: otherSession })).status).toBe(404)
    expect((await at.call('POST', `${one}/test`, { token: otherSession })).status).toBe(404)
    expect((await at.call('DELETE', one)).status).toBe(401)
    expect((await at.call('DELETE', one, { token: session })).status).toBe(204)
    expect((await at.call('DELETE', one, { token: session })).status).toBe(404)
    expect((await devices(session)).data).toEqual([])
  })

  test('an invalid device token is refused, and any token when no push service is configured', async () => {
    const session = await (await person()).signIn()
    for (const token of [
      'short',
      'a'.repeat(5000),
      'with a space in the middle of it',
      7,
      undefined,
    ]) {
      expect(
        (await at.call('PUT', '/api/me/devices', { token: session, body: { token } })).status,
        String(token),
      ).toBe(422)
    }
    push = noPush
    expect((await register(session)).response).toMatchObject({
      status: 409,
      body: { code: 'no_push_service' },
    })
    expect(await devices(session)).toEqual({ available: false, data: [] })
  })

  test('a device is removed when its session signs out, or ends through a password change', async () => {
    const me = await person()
    const [a, b, c] = [await me.signIn(), await me.signIn(), await me.signIn()]
    for (const session of [a, b, c]) await register(session)
    expect((await at.call('POST', '/api/auth/sign-out', { token: a })).status).toBe(204)
    expect((await devices(b)).data).toHaveLength(2)
    const changed = await at.call('POST', '/api/auth/change-password', {
      token: b,
      body: { currentPassword: PASSWORD, newPassword: 'another-good-password' },
    })
    expect((await devices(String(changed.body.token))).data).toEqual([])
    expect(await push.send(me.to, message())).toBe('no_device')
  })

  test('signing out of an expired session removes its device', async () => {
    const me = await withDevices(1)
    await at.db.query(
      `UPDATE "session" SET "expiresAt" = now() - interval '1 minute' WHERE token = $1`,
      [me.session],
    )
    expect(await push.send(me.to, message())).toBe('sent')
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await at.call('POST', '/api/auth/sign-out', { token: me.session })).status).toBe(204)
    expect(await push.send(me.to, message())).toBe('no_device')
  })

  test('a device token belongs to the person who registered it last', async () => {
    const me = await withDevices(1)
    const next = await person()
    await register(await next.signIn(), me.tokens[0])
    expect(await push.send(me.to, message())).toBe('no_device')
    expect(await push.send(next.to, message())).toBe('sent')
  })

  test('at most 20 devices per person are kept', async () => {
    const me = await withDevices(22)
    expect((await devices(me.session)).data).toHaveLength(20)
  })

  test('a message goes to each device of the person, with one access token for all', async () => {
    const me = await withDevices(2)
    const before = google.seen.exchanges
    expect(await push.send(me.to, message('k1'))).toBe('sent')
    expect(await push.send(me.to, { ...message('k2'), body: '', link: null })).toBe('sent')
    expect(google.seen.exchanges - before).toBe(1)
    expect(got(me.tokens[0]!)).toMatchObject([
      { notification: { title: 'New order', body: 'No. 12' }, data: { key: 'k1', link: '/order' } },
      { notification: { body: 'Open to see more.' }, data: { key: 'k2' } },
    ])
    expect(got(me.tokens[1]!)).toHaveLength(2)
    expect(await push.send({ type: 'customers', id: me.personId }, message())).toBe('no_device')
  })

  test('an access token is reused until it expires or is refused', async () => {
    const me = await withDevices(1)
    const before = google.seen.exchanges
    google.seen.lifeS = 50
    await push.send(me.to, message())
    google.seen.lifeS = 3600
    await push.send(me.to, message())
    expect(google.seen.exchanges - before).toBe(2)
    google.seen.verdict = (_token, tries) => (tries === 1 ? 'unauthorised' : 'sent')
    expect(await push.send(me.to, message())).toBe('sent')
    expect(google.seen.exchanges - before).toBe(3)
  })

  test.each(['unregistered', 'bad-token', 'gone'] as const)(
    'a device token that is %s is removed, and the other devices get the message',
    async (verdict) => {
      const me = await withDevices(2)
      google.seen.verdict = (token) => (token === me.tokens[0] ? verdict : 'sent')
      expect(await push.send(me.to, message())).toBe('sent')
      expect((await devices(me.session)).data).toHaveLength(1)
      google.seen.verdict = () => verdict
      expect(await push.send(me.to, message())).toBe('no_device')
      expect((await devices(me.session)).data).toEqual([])
    },
  )

  test('a message the service rejects fails permanently and keeps the device', async () => {
    const me = await withDevices(1)
    google.seen.verdict = () => 'bad-message'
    await expect(push.send(me.to, message())).rejects.toMatchObject({
      final: true,
      message: 'The push service refused: Message too big',
    })
    expect((await devices(me.session)).data).toHaveLength(1)
  })

  test('a retry after a service error sends only to devices that have not received the message', async () => {
    const me = await withDevices(2)
    google.seen.verdict = (token, tries) =>
      token === me.tokens[0] && tries === 1 ? 'error' : 'sent'
    await expect(push.send(me.to, message('once'))).rejects.toMatchObject({ final: false })
    expect(await push.send(me.to, message('once'))).toBe('sent')
    expect([got(me.tokens[0]!).length, got(me.tokens[1]!).length]).toEqual([2, 1])
    google.seen.verdict = () => 'busy'
    await expect(push.send(me.to, message())).rejects.toMatchObject({ final: false, waitMs: 7000 })
  })

  test('a hanging push service times out and is not called again for a while', async () => {
    const me = await withDevices(1)
    google.seen.verdict = () => 'hangs'
    await expect(push.send(me.to, message())).rejects.toThrow('took too long')
    google.seen.verdict = () => 'sent'
    await expect(push.send(me.to, message())).rejects.toThrow('did not respond a moment ago')
    expect(google.seen.messages).toHaveLength(1)
    clock = 31_000
    expect(await push.send(me.to, message())).toBe('sent')
    push = sender()
    google.seen.exchangeHangs = true
    await expect(push.send(me.to, message())).rejects.toThrow(
      'The sign-in of the service account took too long',
    )
  })

  test('a wrong key and an unreachable service are reported with distinct messages', async () => {
    const me = await withDevices(1)
    const other = await googleStandIn('shop')
    const wrong = firebasePush({
      query: at.db.query,
      project: 'shop',
      account: { ...other.account, tokenUri: google.account.tokenUri },
      base: google.base,
      call,
    })
    await expect(wrong.send(me.to, message())).rejects.toMatchObject({
      final: true,
      message: 'The service account was refused: Invalid JWT Signature.',
    })
    await other.close()
    const away = firebasePush({
      query: at.db.query,
      project: 'shop',
      account: other.account,
      base: other.base,
      call,
    })
    await expect(away.send(me.to, message())).rejects.toMatchObject({
      final: false,
      message: 'The sign-in of the service account cannot be reached.',
    })
  })

  test('a test message goes to one device only, and a failure is reported', async () => {
    const me = await withDevices(2)
    const { id } = (await devices(me.session)).data[0]!
    expect(
      (await at.call('POST', `/api/me/devices/${id}/test`, { token: me.session })).body,
    ).toEqual({ data: { state: 'sent' } })
    expect(google.seen.messages.map((m) => m.token)).toEqual([me.tokens[1]])
    google.seen.verdict = () => 'error'
    expect(
      await at.call('POST', `/api/me/devices/${id}/test`, { token: me.session }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'not_sent',
        detail: 'The message could not be sent: The push service refused: Internal error',
      },
    })
  })

  describe('deliveries', () => {
    const enter = async (person: string, channel: string): Promise<string> => {
      const id = randomUUID()
      await at.db.query(
        "INSERT INTO deliveries (id, type, channel, recipient_type, recipient_id, state, title, link) VALUES ($1, 'mention', $2, 'person', $3, 'waiting', 'T', '/x')",
        [id, channel, person],
      )
      return id
    }
    const addresses = async (batch: readonly Taken[]): Promise<ReadonlyMap<string, Addressed>> =>
      new Map(
        batch.map((one) => [
          one.id,
          { address: 'a@example.com', title: 'T', body: 'B', link: '/x' },
        ]),
      )
    const stateOf = async (id: string) =>
      (
        await at.db.query<{ state: string; attempts: number; error: string | null }>(
          'SELECT state, attempts, error FROM deliveries WHERE id = $1',
          [id],
        )
      ).rows[0]!
    const run = (mailer = memoryMailer(), by = push) =>
      deliverDue(
        {
          query: at.db.query,
          mailer,
          push: by,
          pages: 'https://desk.example.com',
          timing: { leaseMs: 60_000, retryMs: [0] },
        },
        null,
        addresses,
        { signal: new AbortController().signal },
      )

    test('record their outcome: sent, retried, failed or no device', async () => {
      const [ok, flaky, broken] = [await withDevices(1), await withDevices(1), await withDevices(1)]
      const nowhere = await person()
      google.seen.verdict = (token, tries) =>
        token === broken.tokens[0] || (token === flaky.tokens[0] && tries === 1) ? 'error' : 'sent'
      const ids = [
        await enter(ok.personId, 'push'),
        await enter(flaky.personId, 'push'),
        await enter(broken.personId, 'push'),
        await enter(nowhere.personId, 'push'),
      ]
      await run()
      expect(await Promise.all(ids.map(stateOf))).toEqual([
        { state: 'delivered', attempts: 1, error: null },
        { state: 'delivered', attempts: 2, error: null },
        { state: 'failed', attempts: 2, error: 'The push service refused: Internal error' },
        { state: 'no_device', attempts: 1, error: null },
      ])
      expect(got(flaky.tokens[0]!).map((m) => m.data.key)).toEqual([ids[1], ids[1]])
    })

    test('record that no push service is configured', async () => {
      const me = await withDevices(1)
      const id = await enter(me.personId, 'push')
      await run(memoryMailer(), noPush)
      expect(await stateOf(id)).toEqual({
        state: 'no_device',
        attempts: 1,
        error: 'No push service is set up.',
      })
    })

    test('by e-mail are sent while the push service hangs', async () => {
      const me = await withDevices(1)
      const pushes = await Promise.all(Array.from({ length: 9 }, () => enter(me.personId, 'push')))
      const mail = await enter(me.personId, 'email')
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const running = run(memoryMailer(), {
        available: true,
        send: () => released.then(() => 'sent' as const),
      })
      await expect.poll(async () => (await stateOf(mail)).state).toBe('delivered')
      expect((await stateOf(pushes[0]!)).state).toBe('sending')
      release()
      await running
      expect(new Set((await Promise.all(pushes.map(stateOf))).map((d) => d.state))).toEqual(
        new Set(['delivered']),
      )
    })
  })
})
