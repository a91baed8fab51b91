import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aloneDatabase } from '#tests/support/database.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Notice } from '#server/notifications/types.ts'
import { startApi, type Api } from './harness.ts'
import { listen, until } from './listening.ts'

describe('inbox', () => {
  let api: Api
  let ana: string
  let ben: string
  beforeAll(async () => {
    api = await startApi({ db: await aloneDatabase() })
    ana = (await api.person('ana', [builtInRole('viewer').id])).personId
    ben = (await api.person('ben', [builtInRole('viewer').id])).personId
    await api.person('vendor ana', [builtInRole('vendor staff').id], api.idOf('vendors'))
  }, 120_000)
  afterAll(() => api?.close())

  const tell = (employees: string[], more: Partial<Notice> = {}) =>
    api.services.db.transaction((tx) =>
      notify(tx, {
        type: 'mention',
        employees,
        title: 'Look here',
        body: 'A body',
        link: '/tickets',
        ...more,
      }),
    )
  const inbox = async (as: string, query = '') =>
    (await api.call('GET', `/api/me/notifications${query}`, { as })).body

  test('lists a person’s own notifications page by page, newest first', async () => {
    for (let i = 0; i < 5; i++) await tell([ana], { title: `Notice ${i}`, link: `/tickets/${i}` })
    await tell([ben], { title: 'For Ben' })
    const first = await inbox('ana', '?limit=2')
    expect(first).toMatchObject({
      unread: 5,
      data: [
        { title: 'Notice 4', type: 'mention', link: '/tickets/4', times: 1, readAt: null },
        { title: 'Notice 3' },
      ],
    })
    const second = await inbox('ana', `?limit=2&cursor=${first.next}`)
    const third = await inbox('ana', `?limit=2&cursor=${second.next}`)
    expect([...second.data, ...third.data].map((n: { title: string }) => n.title)).toEqual([
      'Notice 2',
      'Notice 1',
      'Notice 0',
    ])
    expect(third.next).toBeNull()
    expect((await inbox('ben')).data.map((n: { title: string }) => n.title)).toEqual(['For Ben'])
    expect(
      (await api.call('GET', `/api/me/notifications?cursor=${first.next}`, { as: 'ben' })).status,
    ).toBe(400)
  })

  test('refuses to mark as read up to an invalid instant', async () => {
    for (const until of [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+23:59',
      '9999-12-31T23:59:59-23:59',
      '2026-02-30',
      'x',
      5,
    ]) {
      const response = await api.call('POST', '/api/me/notifications/read-all', {
        as: 'ana',
        body: { until },
      })
      expect([response.status, response.body.errors?.[0]?.path], String(until)).toEqual([
        422,
        'until',
      ])
    }
    // In zones far ahead it is an instant like any other.
    expect(
      (
        await api.call('POST', '/api/me/notifications/read-all', {
          as: 'ana',
          body: { until: '2001-01-01T00:00:00+23:59' },
        })
      ).body,
    ).toEqual({ unread: 5 })
    expect(api.errors).toEqual([])
  })

  test('only the recipient marks notifications as read, individually or all together', async () => {
    const [mine] = (await inbox('ana')).data
    expect(
      (
        await api.call('POST', '/api/me/notifications/read', {
          as: 'ben',
          body: { ids: [mine.id] },
        })
      ).body,
    ).toEqual({ unread: 1 })
    expect((await inbox('ana')).unread).toBe(5)
    expect(
      (
        await api.call('POST', '/api/me/notifications/read', {
          as: 'ana',
          body: { ids: [mine.id] },
        })
      ).body,
    ).toEqual({ unread: 4 })
    expect((await inbox('ana')).data[0].readAt).toMatch(/Z$/)
    expect((await inbox('ana', '?unread=true')).data).toHaveLength(4)
    expect((await api.call('POST', '/api/me/notifications/read-all', { as: 'ana' })).body).toEqual({
      unread: 0,
    })
    expect((await inbox('ben')).unread).toBe(1)
  })

  test('hides title and body of a notification about a record the recipient may not read', async () => {
    const resource = { type: 'employees', id: ben }
    await tell([ana], {
      title: 'Sökret title',
      body: 'Sökret body',
      link: `/employees/${ben}`,
      resource,
    })
    const response = await api.call('GET', '/api/me/notifications', { as: 'ana' })
    expect(response.body.data[0]).toMatchObject({
      title: null,
      body: null,
      resource: null,
      link: `/employees/${ben}`,
    })
    expect(response.text).not.toContain('Sökret')
  })

  test('refuses invalid requests', async () => {
    for (const query of [
      '?limit=0',
      '?limit=101',
      '?limit=x',
      '?cursor=x',
      '?unread=no',
      '?person=x',
    ]) {
      expect(
        (await api.call('GET', `/api/me/notifications${query}`, { as: 'ana' })).status,
        query,
      ).toBe(400)
    }
    for (const body of [
      {},
      { ids: [] },
      { ids: ['x'] },
      { ids: [ana], person: ben },
      { ids: 'x' },
    ]) {
      expect(
        (await api.call('POST', '/api/me/notifications/read', { as: 'ana', body })).status,
        JSON.stringify(body),
      ).toBe(422)
    }
    expect(
      (
        await api.call('POST', '/api/me/notifications/read-all', {
          as: 'ana',
          body: { until: 'soon' },
        })
      ).body.errors,
    ).toMatchObject([{ path: 'until' }])
    expect((await api.call('GET', '/api/me/notifications', { as: '' })).status).toBe(401)
  })

  test('a new notification arrives live at its recipient only, without its text', async () => {
    const event = (id: string, version: number) => ({
      collection: 'me/notifications',
      id,
      version,
      action: 'update',
      changed: [],
    })
    const unread = (await inbox('ana')).unread as number
    const [mine, others] = [await listen(api, 'ana'), await listen(api, 'ben')]
    // Both receive the current state once, on connecting.
    await until(() =>
      expect([mine.inbox(), others.inbox()]).toEqual([[event(ana, unread)], [event(ben, 1)]]),
    )
    await tell([ana], { title: 'Live', link: '/live', body: 'Sökret body' })
    await until(() => expect(mine.inbox().slice(1)).toEqual([event(ana, unread + 1)]))
    await api.call('POST', '/api/me/notifications/read-all', { as: 'ana' })
    await until(() => expect(mine.inbox().slice(2)).toEqual([event(ana, 0)]))
    // Ben's own notification arrives after all that: he received nothing else, and no text of it.
    await tell([ben], { title: 'For Ben again', link: '/live/ben' })
    await until(() => expect(others.inbox().slice(1)).toEqual([event(ben, 2)]))
    expect(others.frames.map((f) => f.event)).toEqual(['ready', 'change', 'change'])
    expect(mine.inbox()).toHaveLength(3)
    expect(JSON.stringify([mine.frames, others.frames])).not.toContain('Sökret')
    await Promise.all([mine.stop(), others.stop()])
  })
})

describe('an announcement before sending', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
    await api.person('agent', [builtInRole('support agent').id])
    await api.person('looker', [builtInRole('viewer').id])
  }, 120_000)
  afterAll(() => api?.close())

  test('returns how many people it would reach, only to people who may write one', async () => {
    const ask = (body: object, as = 'agent') =>
      api.call('POST', '/api/announcements/audience', { as, body })
    const role = [builtInRole('support agent').id]
    expect(
      (await ask({ audience: 'role', channel: 'in_app', recipients: role })).body.data,
    ).toEqual({ people: 1, reached: 1, muted: 0, noDevice: 0, noAddress: 0, pushAvailable: false })
    expect(
      (await ask({ audience: 'role', channel: 'push', recipients: role })).body.data,
    ).toMatchObject({ people: 1, reached: 0, noDevice: 1 })
    expect(
      (
        await api.call('PUT', '/api/me/preferences/notifications', {
          as: 'agent',
          body: { announcement: { email: false } },
        })
      ).status,
    ).toBe(204)
    expect(
      (await ask({ audience: 'role', channel: 'email', recipients: role })).body.data,
    ).toMatchObject({ people: 1, reached: 0, muted: 1 })
    expect(
      (await ask({ audience: 'role', channel: 'in_app', recipients: role }, 'looker')).status,
    ).toBe(403)
    for (const body of [
      { audience: 'all', channel: 'in_app', recipients: [] },
      { audience: 'role', channel: 'in_app', recipients: ['x'] },
      { audience: 'role', channel: 'in_app', recipients: [], to: 'all' },
      { audience: 'role' },
    ]) {
      expect((await ask(body)).status, JSON.stringify(body)).toBe(422)
    }
  })

  test('sends a test only to its author', async () => {
    const test = (body: object, as = 'agent') =>
      api.call('POST', '/api/announcements/test', { as, body })
    expect(
      (await test({ title: 'Trial', body: 'B', channel: 'in_app', link: '/bookings' })).body,
    ).toEqual({ data: { state: 'sent' } })
    expect(
      (await api.call('GET', '/api/me/notifications', { as: 'agent' })).body.data,
    ).toMatchObject([{ title: 'Trial', type: 'announcement', link: '/bookings' }])
    expect((await api.call('GET', '/api/me/notifications', { as: 'looker' })).body.data).toEqual([])
    expect((await test({ title: 'Trial', body: 'B', channel: 'email' })).body).toEqual({
      data: { state: 'sent' },
    })
    expect(
      (api.services.mailer as unknown as { sent: { to: string; subject: string }[] }).sent,
    ).toMatchObject([{ to: 'agent@example.com', subject: 'Trial' }])
    expect((await test({ title: 'Trial', body: 'B', channel: 'push' })).body).toEqual({
      data: { state: 'no_device' },
    })
    expect((await test({ title: 'T', body: 'B', channel: 'in_app' }, 'looker')).status).toBe(403)
    for (const link of ['//evil.example', 'https://evil.example', 'javascript:alert(1)']) {
      expect(
        (await test({ title: 'T', body: 'B', channel: 'in_app', link })).body.errors,
        link,
      ).toMatchObject([{ path: 'link' }])
    }
  })
})
