/** What two roles together, an id, or a notification could tell beyond the reader's rights. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResourceModel } from '#model/types.ts'
import { sealer } from '#server/audit/seal.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { namelessLines } from '#server/rules/ticket/namelessLines.ts'
import { startApi, type Api } from './harness.ts'

describe('permissions outside the records', () => {
  let api: Api
  let boss: string
  beforeAll(async () => {
    api = await startApi()
    const { rows } = await api.services.db.query<{ id: string }>(
      "SELECT id FROM employees WHERE email = 'super-admin@example.com'",
    )
    boss = rows[0]!.id
  }, 240_000)
  afterAll(() => api?.close())

  const of = (collection: string): ResourceModel =>
    api.model.resources.find((r) => r.collection === collection)!
  const role = async (allow: readonly string[], rows?: object, deny: readonly string[] = []) => {
    const grants = { allow, deny, ...(rows ? { rows } : {}) }
    const made = await api.call('POST', '/api/user-roles', { body: { name: randomUUID(), grants } })
    expect(made.status, made.text).toBe(201)
    return made.body.data.id as string
  }
  const change = async (path: string, body: object, as = 'super-admin') => {
    const { version } = (await api.call('GET', path)).body.data
    return api.call('PATCH', path, { body, version, as })
  }

  test('operations and notifications do not name people the reader may not see', async () => {
    const macros = ['macro.*']
    const stranger = await api.person('stranger', [await role(macros)])
    const colleague = await api.person('colleague', [await role([...macros, 'employee.*'])])
    const { id } = await api.create(of('macros'))
    const path = `/api/macros/${id}`
    expect((await change(path, { title: randomUUID() })).status).toBe(200)
    const operationOf = async (as: string) => {
      const { body } = await api.call('GET', `${path}/history`, { as })
      return (await api.call('GET', `/api/operations/${body.data[0].operationId}`, { as })).body
    }
    expect((await operationOf('colleague')).data.by).toBe('super-admin')
    expect((await operationOf('stranger')).data.by).toBe(null)

    const text = `@[${stranger.personId}] @[${colleague.personId}]`
    expect((await api.call('POST', `${path}/notes`, { body: { text } })).status).toBe(201)
    const title = async (as: string) =>
      (await api.call('GET', '/api/me/notifications', { as })).body.data[0].title
    expect(await title('colleague')).toMatch(/^super-admin mentioned you in “/)
    expect(await title('stranger')).toMatch(/^You were mentioned in “/)
  })

  test('approval requests and decisions do not name people the reader may not see', async () => {
    const vendors = ['vendor.*']
    await api.person('blind approver', [await role(vendors)])
    await api.person('approver', [await role([...vendors, 'employee.*'])])
    await api.person('blind asker', [await role(vendors, undefined, ['vendor.approve'])])
    const ask = async (as: string) => {
      const vendor = await api.create(of('vendors'))
      const path = `/api/vendors/${vendor.id}`
      await change(path, { payoutAccount: 'PT50000201231234567890154' })
      const asked = await change(path, { payoutAccount: 'PT50002700000001234567833' }, as)
      expect(asked.status, asked.text).toBe(202)
      return asked.body.data.id as string
    }
    const title = async (as: string) =>
      (await api.call('GET', '/api/me/notifications', { as })).body.data[0].title
    const decide = async (id: string, step: string) => {
      const { hash } = (await api.call('GET', `/api/approvals/${id}`)).body.data
      const { status, text } = await api.call('POST', `/api/approvals/${id}/${step}`, {
        body: { hash, reason: 'Wrong account' },
      })
      expect(status, text).toBe(200)
    }
    await ask('super-admin')
    expect(await title('approver')).toBe('super-admin asks for your approval')
    expect(await title('blind approver')).toBe('Your approval is needed')
    await decide(await ask('blind asker'), 'reject')
    expect(await title('blind asker')).toBe('Your request was rejected')
    await decide(await ask('blind asker'), 'override')
    expect(await title('approver')).toBe('super-admin applied a change without approval')
    expect(await title('blind approver')).toBe('A change was applied without approval')
    for (const as of ['blind approver', 'blind asker']) {
      const { text } = await api.call('GET', '/api/me/notifications', { as })
      expect(text).not.toContain('super-admin')
    }
  })

  test('activity lines of a ticket contain the ids of people, not their names', async () => {
    const seen = ['ticket.*', 'chatMessage.read', 'chatMessage.list', 'chatMessage.field.*']
    const own = await role([...seen, 'conversation.read', 'conversation.list'])
    await api.person('reader', [own])
    const ticket = await api.create(of('tickets'))
    const conversation = await api.call('POST', '/api/conversations', {
      body: { ...api.bodyOf(of('conversations')), kind: 'ticket', ticket: ticket.id },
    })
    expect(conversation.status, conversation.text).toBe(201)
    const changed = await change(`/api/tickets/${ticket.id}`, { assignee: boss })
    expect(changed.status, changed.text).toBe(200)
    const lines = await api.call(
      'GET',
      `/api/chat-messages?filter[conversation]=${conversation.body.data.id}`,
      { as: 'reader' },
    )
    expect(lines.body.data).toMatchObject([{ body: 'Assigned', mentions: [boss] }])
    expect(lines.text).not.toContain('super-admin')
  })

  test('lines written by earlier versions lose their names, also in their history', async () => {
    const ticket = await api.create(of('tickets'))
    const conversation = await api.call('POST', '/api/conversations', {
      body: { ...api.bodyOf(of('conversations')), kind: 'ticket', ticket: ticket.id },
    })
    const at = conversation.body.data.id
    const { rows } = await api.services.db.query<{ name: string }>(
      'SELECT name FROM employees WHERE id = $1',
      [boss],
    )
    const lines = [
      'Ada Bell set the state to Open',
      'Ada Bell set the priority to High',
      `Ada Bell assigned this to ${rows[0]!.name}`,
      'The system assigned this to Nobody Known',
      'Ada Bell took this from everybody',
    ]
    const ids: string[] = []
    for (const body of [...lines, 'Rated with 4 of 5']) {
      const sent = { conversation: at, kind: 'outgoing', body }
      const made = await api.call('POST', '/api/chat-messages', { body: sent })
      expect(made.status, made.text).toBe(201)
      ids.push(made.body.data.id)
    }
    await api.services.db.query(
      "UPDATE chat_messages SET kind = 'activity' WHERE id = ANY($1::uuid[])",
      [ids],
    )
    await sealer(api.services.db)()
    expect(await namelessLines(api.services)).toBe(lines.length)
    expect(await namelessLines(api.services)).toBe(0)
    const seen = await api.call(
      'GET',
      `/api/chat-messages?filter[conversation]=${at}&sort=sequence`,
      { as: 'reader' },
    )
    const data: { id: string; body: string; mentions: string[] }[] = seen.body.data
    expect(data.filter(({ id }) => ids.includes(id)).map((m) => [m.body, ...m.mentions])).toEqual([
      ['State: Open'],
      ['Priority: High'],
      ['Assigned', boss],
      ['Assigned'],
      ['Assigned to nobody'],
      ['Rated with 4 of 5'],
    ])
    for (const id of ids) {
      const { status, text } = await api.call('GET', `/api/chat-messages/${id}/history`)
      expect([status, /Ada Bell|Nobody Known/.test(text)]).toEqual([200, false])
    }
    expect(await verifyAudit(api.services.db)).toMatchObject({ tampering: null })
  })

  test('explaining a person’s permission needs read access to the grants of all roles involved', async () => {
    const people = ['employee.read', 'employee.list', 'employee.field.*']
    const roles = ['userRole.read', 'userRole.list', 'userRole.field.name.read']
    const all = [...people, ...roles, 'userRole.field.grants.read']
    await api.person('namer', [await role([...people, ...roles])])
    await api.person('some-roles', [await role(all, { userRole: { name: 'viewer' } })])
    await api.person('reads-roles', [await role(all)])
    const explained = async (as: string) =>
      (await api.call('GET', `/api/explain?user=${boss}&key=hotel.list`, { as })).status
    expect(await explained('reads-roles')).toBe(200)
    expect(await explained('namer')).toBe(403)
    expect(await explained('some-roles')).toBe(403)
  })

  test('the audience of a notification counts only recipients whom its author may see', async () => {
    const customer = api.idOf('customers')
    await api.person('writer', [await role(['notification.*'])])
    const count = async (as: string, audience: string, id: string) => {
      const body = { audience, channel: 'email', recipients: [id] }
      return (await api.call('POST', '/api/announcements/audience', { as, body })).body.data.people
    }
    expect(await count('super-admin', 'employee', boss)).toBe(1)
    for (const [audience, id] of [
      ['employee', boss],
      ['customer', customer],
      ['customer', randomUUID()],
    ] as const) {
      expect(await count('writer', audience, id), audience).toBe(0)
    }
  })

  test('the logs cannot be filtered by a person the reader may not see', async () => {
    await api.person('auditor', [await role(['system.audit', 'hotel.*'])])
    await api.create(of('hotels'))
    for (const log of ['audit', 'security-events']) {
      const path = `/api/${log}?person=${boss}`
      expect((await api.call('GET', path)).body.data.length, log).toBeGreaterThan(0)
      expect((await api.call('GET', path, { as: 'auditor' })).body.data, log).toEqual([])
      const all = await api.call('GET', `/api/${log}`, { as: 'auditor' })
      expect(all.body.data.length, log).toBeGreaterThan(0)
    }
  })

  test('exporting and adding notes apply only to the rows of the role that grants them', async () => {
    const [mine, other] = [await api.create(of('macros')), await api.create(of('macros'))]
    const sees = await role(['macro.list', 'macro.read', 'macro.field.*'])
    const title = String(mine.title)
    const takes = await role(['macro.export', 'macro.note', 'macro.list', 'macro.read'], {
      macro: { title },
    })
    await api.person('both', [sees, takes])
    const listed = await api.call('GET', '/api/macros?limit=200', { as: 'both' })
    expect(listed.text).toContain(other.id)
    const exported = await api.call('GET', '/api/macros/export.csv', { as: 'both' })
    expect(exported.status).toBe(200)
    expect(exported.text).toContain(mine.id)
    expect(exported.text).not.toContain(other.id)
    const note = async (id: string) =>
      (await api.call('POST', `/api/macros/${id}/notes`, { as: 'both', body: { text: 'x' } }))
        .status
    expect([await note(mine.id), await note(other.id)]).toEqual([201, 403])
  })

  test('notifications can be read by a person whose roles show different fields on different rows', async () => {
    const { id } = await api.create(of('macros'))
    const narrow = await role(['macro.list', 'macro.read', 'macro.field.*'], {
      macro: { title: 'Other' },
    })
    const wide = await role(['macro.list', 'macro.read', 'macro.field.title.read'])
    const { personId } = await api.person('narrowed', [narrow, wide])
    const body = { text: `@[${personId}]` }
    expect((await api.call('POST', `/api/macros/${id}/notes`, { body })).status).toBe(201)
    const inbox = await api.call('GET', '/api/me/notifications', { as: 'narrowed' })
    expect(inbox.status).toBe(200)
    expect(inbox.body.data[0].title).toMatch(/^You were mentioned in/)
  })

  test('staff of a vendor cannot write activity lines in the name of the server', async () => {
    const vendor = api.idOf('vendors')
    const writes = await role(['conversation.*', 'chatMessage.*'])
    await api.person('supplier', [writes], vendor)
    const body = { ...api.bodyOf(of('conversations')), vendor }
    const made = await api.call('POST', '/api/conversations', { body })
    expect(made.status, made.text).toBe(201)
    const write = (kind: string) =>
      api.call('POST', '/api/chat-messages', {
        as: 'supplier',
        body: { conversation: made.body.data.id, kind, body: 'State: Closed' },
      })
    expect((await write('outgoing')).status).toBe(201)
    const forged = await write('activity')
    expect([forged.status, forged.body.errors?.[0]?.code]).toEqual([422, 'not_yours'])
  })
})
