import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { samplePng } from '#tests/support/samplePng.ts'
import { startApi, type ApiResponse, type Api } from './harness.ts'

describe('messages over HTTP', () => {
  let api: Api
  let support: string
  let vendorA: string
  let conversation: string
  const post = (
    path: string,
    body: object,
    as: string,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> => api.call('POST', path, { body, as, headers })
  const say = (body: object, as = 'support', headers: Record<string, string> = {}) =>
    post('/api/chat-messages', { conversation, body: 'Hello', ...body }, as, headers)
  const made = (response: ApiResponse): ApiResponse['body'] => {
    expect(response.status, response.text).toBe(201)
    return response.body.data
  }
  const count = async () =>
    Number(
      (await api.services.db.query<{ n: string }>('SELECT count(*) AS n FROM chat_messages'))
        .rows[0]!.n,
    )
  const upload = async (as: string): Promise<string> => {
    const form = new FormData()
    form.set('file', new File([samplePng(4, 4, [9, 9, 9]) as BlobPart], 'picture.png'))
    return made(await api.call('POST', '/api/files', { as, body: form })).id as string
  }

  beforeAll(async () => {
    api = await startApi({ records: false })
    const role = made(
      await post(
        '/api/user-roles',
        {
          name: 'vendor who writes',
          grants: { allow: ['*.list', '*.read', 'chatMessage.*'], deny: [] },
        },
        'super-admin',
      ),
    ).id as string
    const vendor = async (name: string) =>
      made(await post('/api/vendors', { legalName: name, displayName: name }, 'super-admin'))
        .id as string
    vendorA = await vendor('Alpha')
    const vendorB = await vendor('Beta')
    support = (await api.person('support', [builtInRole('support agent').id])).personId
    await api.person('colleague', [builtInRole('support agent').id])
    await api.person('alpha', [role], vendorA)
    await api.person('beta', [role], vendorB)
    await api.person('viewer', [builtInRole('viewer').id])
    conversation = made(
      await post('/api/conversations', { subject: 'Talk', vendor: vendorA }, 'support'),
    ).id
  }, 180_000)
  afterAll(() => api?.close())

  test('refuses a message whose body sets sender, time, sequence, state or id, and writes nothing', async () => {
    const before = await count()
    for (const forged of [
      { sender: { type: 'vendors', id: vendorA } },
      { createdAt: '2020-01-01T00:00:00Z' },
      { createdBy: randomUUID() },
      { sequence: 1 },
      { state: 'read' },
      { editedAt: '2020-01-01T00:00:00Z' },
      { id: randomUUID() },
    ]) {
      const response = await say(forged)
      expect(response.status, JSON.stringify(forged)).toBe(422)
      expect(response.body.errors).toMatchObject([{ path: Object.keys(forged)[0] }])
    }
    expect(await count()).toBe(before)
    expect(made(await say({}))).toMatchObject({
      sender: { type: 'employees', id: support },
      kind: 'outgoing',
      state: 'sent',
      sequence: 1,
    })
    expect(made(await say({}, 'alpha'))).toMatchObject({
      sender: { type: 'vendors', id: vendorA },
      kind: 'incoming',
      sequence: 2,
    })
    for (const kind of ['incoming', 'activity']) {
      expect((await say({ kind })).body.errors).toMatchObject([{ path: 'kind', code: 'not_yours' }])
    }
    expect((await say({ kind: 'note' }, 'alpha')).status).toBe(403)
  })

  test('people outside a conversation get 404 for reading, writing, marking and signalling', async () => {
    const [message] = (
      await api.call('GET', `/api/chat-messages?filter[conversation]=${conversation}`, {
        as: 'alpha',
      })
    ).body.data
    const headers = { 'if-match': `"${message.version}"` }
    expect((await say({}, 'beta')).body.errors).toMatchObject([
      { path: 'conversation', code: 'unknown_reference' },
    ])
    expect((await say({ conversation: randomUUID() })).body.errors).toMatchObject([
      { path: 'conversation', code: 'unknown_reference' },
    ])
    const responses = [
      await api.call('GET', `/api/conversations/${conversation}`, { as: 'beta' }),
      await api.call('GET', `/api/chat-messages/${message.id}`, { as: 'beta' }),
      ...(await Promise.all(
        ['see', 'receive'].map((name) =>
          post(`/api/chat-messages/${message.id}/actions/${name}`, {}, 'beta', headers),
        ),
      )),
      await post(
        `/api/chat-messages/${message.id}/actions/edit`,
        { body: 'Mine now' },
        'beta',
        headers,
      ),
      await post(
        '/api/signals',
        { collection: 'conversations', id: conversation, kind: 'typing' },
        'beta',
      ),
    ]
    expect(responses.map((a) => a.status)).toEqual(responses.map(() => 404))
    expect(
      (
        await api.call('GET', `/api/chat-messages?filter[conversation]=${conversation}`, {
          as: 'beta',
        })
      ).body.data,
    ).toEqual([])
    expect((await api.call('GET', '/api/unread', { as: 'beta' })).body.data).toEqual({
      unread: {},
      arrived: [],
    })
  })

  test('the unread summary names the assignee only to those who may read that field', async () => {
    const grants = (deny: string[]) => ({
      allow: ['*.list', '*.read', '*.field.*', 'chatMessage.*'],
      deny,
    })
    for (const [name, deny] of [
      ['knows', []],
      ['knows not', ['conversation.field.assignee.*']],
    ] as const) {
      const role = made(
        await post('/api/user-roles', { name, grants: grants([...deny]) }, 'super-admin'),
      ).id
      await api.person(name, [role])
    }
    await api.services.db.query('update conversations set assignee = $2 where id = $1', [
      conversation,
      support,
    ])
    made(await say({}, 'alpha'))
    const assignee = async (as: string) =>
      (await api.call('GET', '/api/unread', { as })).body.data.unread[conversation]?.assignee
    expect([await assignee('knows'), await assignee('knows not')]).toEqual([support, null])
    await api.services.db.query('update conversations set assignee = null where id = $1', [
      conversation,
    ])
  })

  test('refuses to attach a file of another person unless the sender can see it anyway', async () => {
    const [own, foreign] = [await upload('support'), await upload('alpha')]
    for (const file of [foreign, randomUUID()]) {
      expect((await say({ attachments: [{ file, name: 'x' }] })).body.errors).toMatchObject([
        { path: 'attachments.0.file', code: 'unknown_reference' },
      ])
    }
    expect((await api.call('GET', `/api/files/${foreign}`, { as: 'support' })).status).toBe(404)
    made(await say({ attachments: [{ file: own, name: 'picture.png' }] }))
    made(await say({ attachments: [{ file: own }] }, 'alpha'))
    expect(
      (
        await say(
          {
            conversation: made(
              await post('/api/conversations', { subject: 'Other', vendor: vendorA }, 'support'),
            ).id,
            attachments: [{ file: own }],
          },
          'beta',
        )
      ).status,
    ).toBe(422)
  })

  test('accepts a message of 10,000 characters, and refuses a longer or an empty one', async () => {
    made(await say({ body: 'x'.repeat(10_000) }))
    const before = await count()
    expect((await say({ body: 'x'.repeat(10_001) })).body.errors).toMatchObject([{ path: 'body' }])
    expect((await say({ body: ' \n ' })).body.errors).toMatchObject([{ path: 'body' }])
    expect(
      (await say({ attachments: Array.from({ length: 11 }, () => ({ file: randomUUID() })) }))
        .status,
    ).toBe(422)
    expect((await say({ replyTo: randomUUID() })).body.errors).toMatchObject([{ path: 'replyTo' }])
    expect(await count()).toBe(before)
  })

  test('a message resent with its idempotency key or client id is stored once', async () => {
    const key = randomUUID()
    const before = await count()
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        say({ clientId: key }, 'support', { 'idempotency-key': key }),
      ),
    )
    expect(new Set(responses.map((a) => (a.status === 201 ? a.body.data.id : a.status))).size).toBe(
      1,
    )
    const again = await say({ clientId: key })
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'sent_already', existing: responses[0]!.body.data.id },
    })
    expect((await say({ clientId: key }, 'colleague')).body.errors).toMatchObject([
      { path: 'clientId' },
    ])
    expect(await count()).toBe(before + 1)
  })

  test('simultaneous messages are all stored, in the same order for everyone', async () => {
    const responses = await Promise.all([
      say({ body: 'First?' }),
      say({ body: 'First!' }, 'colleague'),
      say({ body: 'Or I?' }, 'alpha'),
    ])
    const places = responses.map((a) => made(a).sequence as number).sort((a, b) => a - b)
    expect(places).toEqual([places[0], places[0]! + 1, places[0]! + 2])
    const seen = await Promise.all(
      ['support', 'colleague', 'alpha'].map(async (as) =>
        (
          await api.call(
            'GET',
            `/api/chat-messages?filter[conversation]=${conversation}&sort=-sequence&limit=3`,
            { as },
          )
        ).body.data.map((m: { body: string }) => m.body),
      ),
    )
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })

  test('only the author edits a message; a viewer cannot mark it as seen', async () => {
    const message = made(await say({ body: 'Mine' }))
    const headers = { 'if-match': `"${message.version}"` }
    expect(
      (
        await post(
          `/api/chat-messages/${message.id}/actions/edit`,
          { body: 'Yours' },
          'colleague',
          headers,
        )
      ).status,
    ).toBe(403)
    expect(
      (await post(`/api/chat-messages/${message.id}/actions/see`, {}, 'viewer', headers)).status,
    ).toBe(403)
    expect(
      (
        await api.call('PATCH', `/api/chat-messages/${message.id}`, {
          as: 'support',
          body: { body: 'x' },
          version: message.version,
        })
      ).status,
    ).toBe(405)
    expect(
      (
        await post(
          `/api/chat-messages/${message.id}/actions/edit`,
          { body: 'x'.repeat(10_001) },
          'support',
          headers,
        )
      ).status,
    ).toBe(422)
    expect(
      (
        await post(
          `/api/chat-messages/${message.id}/actions/edit`,
          { body: 'Better' },
          'support',
          headers,
        )
      ).body.data,
    ).toMatchObject({ body: 'Better', sequence: message.sequence })
    expect(api.errors).toEqual([])
  })

  test('the unread endpoint returns 400 for an invalid parameter and 401 without a session', async () => {
    expect((await api.call('GET', '/api/unread', { as: 'nobody' })).status).toBe(401)
    expect((await api.call('GET', '/api/unread?since=x')).status).toBe(400)
  })
})
