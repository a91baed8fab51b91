/** The reported status of an external service is the result of its last real call. */
import net from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLastCalls } from '#server/health/lastCalls.ts'
import { Problem } from '#server/base/problem.ts'
import { watchedIdentity, watchedPush } from '#server/watchedServices.ts'
import { smtpMailer } from '#server/mail/mailer.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { s3StandIn } from '#tests/support/s3StandIn.ts'
import { startApi, type Api } from './harness.ts'

describe('integrations', () => {
  let api: Api
  let s3: Awaited<ReturnType<typeof s3StandIn>>
  beforeAll(async () => {
    s3 = await s3StandIn('b', { keyId: 'ID', secret: 'secret', region: 'eu-test-1' })
    api = await startApi({
      records: false,
      env: { S3_URL: `${s3.origin.replace('http://', 'http://ID:secret@')}/b?region=eu-test-1` },
    })
    await api.person('viewer', [builtInRole('viewer').id])
  }, 240_000)
  afterAll(async () => {
    await api?.close()
    await s3?.close().catch(() => undefined)
  })
  const last = async () => (await api.call('GET', '/api/system/integrations')).body.data.last

  test('file storage shows no result before its first use, and a test leaves no file behind', async () => {
    expect(await last()).toEqual({
      mail: null,
      files: null,
      identity: null,
      documents: null,
      push: null,
    })
    const tried = await api.call('POST', '/api/system/integrations/files/test')
    expect(tried.status, tried.text).toBe(200)
    expect(tried.body.data).toEqual({ at: expect.any(String), ok: true, problem: null })
    expect(await last()).toMatchObject({ mail: null, files: { ok: true } })
    expect(s3.objects.size).toBe(0)
    await s3.close()
    const failed = (await api.call('POST', '/api/system/integrations/files/test')).body.data
    expect(failed).toMatchObject({ ok: false, problem: expect.stringMatching(/./) })
    expect(failed.problem).not.toContain('secret')
    expect((await last()).files).toEqual(failed)
  })

  test('the last result survives a restart, and the newest of several processes is shown', async () => {
    const { query } = api.services.db
    const first = createLastCalls({ query, now: () => 1_000 })
    await first.around('identity', async () => {})
    await first.close()
    const restarted = createLastCalls({ query, now: () => 500 })
    const before = { at: new Date(1_000).toISOString(), ok: true, problem: null }
    expect(await restarted.of('identity')).toEqual(before)
    restarted.note('identity', 'An older call')
    await restarted.close()
    expect((await last()).identity).toEqual(before)
    const later = createLastCalls({ query, now: () => 2_000 })
    const refused = () => Promise.reject(new Problem(503, 'identity_unreachable', 'Away'))
    await expect(later.around('identity', refused)).rejects.toThrow()
    await later.close()
    expect((await last()).identity).toMatchObject({ ok: false, problem: 'Away' })
  })

  test('a refused token counts as a working identity service, and only sent messages count for push', async () => {
    const calls = createLastCalls({ now: () => 1_000 })
    const failing = (status: number) => ({
      issuer: 'here',
      verify: () => Promise.reject(new Problem(status, 'unavailable', `With ${status}`)),
    })
    await expect(watchedIdentity(failing(401), calls).verify('t')).rejects.toThrow()
    expect(await calls.of('identity')).toMatchObject({ ok: true })
    await expect(watchedIdentity(failing(503), calls).verify('t')).rejects.toThrow()
    expect(await calls.of('identity')).toMatchObject({ ok: false, problem: 'With 503' })
    const to = { type: 'person', id: 'p' }
    const message = { title: 't', body: 'b', link: null, key: 'k' }
    const push = (end: 'sent' | 'no_device') =>
      watchedPush({ available: true, send: async () => end }, calls).send(to, message)
    await push('no_device')
    expect(await calls.of('push')).toBeNull()
    await push('sent')
    expect(await calls.of('push')).toMatchObject({ ok: true })
  })

  test('only people who may see the system can test an integration, and only one in use', async () => {
    expect(
      (await api.call('POST', '/api/system/integrations/files/test', { as: 'viewer' })).status,
    ).toBe(403)
    expect((await api.call('POST', '/api/system/integrations/mail/test')).body).toMatchObject({
      status: 409,
      code: 'not_used',
    })
  })
})

test('the mail server status follows its last result: sign-in, delivery or connection failure', async () => {
  const server = net.createServer((socket) => {
    socket.write('220 here\r\n')
    let inMail = false
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        if (inMail && line !== '.') continue
        inMail = line === 'DATA'
        socket.write(line === 'DATA' ? '354 send it\r\n' : '250 well\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  let now = 1_000
  const calls = createLastCalls({ now: () => now })
  const log = { info: () => {}, error: () => {} }
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}?ignoreTLS=true`, log, (run) =>
    calls.around('mail', run),
  )
  const of = (at: number, ok = true) => ({
    at: new Date(at).toISOString(),
    ok,
    problem: ok ? null : expect.stringMatching(/./),
  })
  expect(await calls.of('mail')).toBeNull()
  await mailer.check?.()
  expect(await calls.of('mail')).toEqual(of(1_000))
  now = 2_000
  await mailer.deliver({ to: 'a@b.example', subject: 's', text: 't', html: 'h' })
  expect(await calls.of('mail')).toEqual(of(2_000))
  await mailer.close()
  await new Promise((resolve) => server.close(resolve))
  now = 3_000
  const away = smtpMailer(`smtp://127.0.0.1:${port}?ignoreTLS=true`, log, (run) =>
    calls.around('mail', run),
  )
  await expect(away.check?.()).rejects.toThrow()
  expect(await calls.of('mail')).toEqual(of(3_000, false))
  await away.close()
})
