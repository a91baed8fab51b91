/**
 * Requests for approval as a channel: what waits shows values of records, old and new ones, to
 * nobody who may not decide about it.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Json, ResourceModel } from '#model/types.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import type { ApiResponse } from '#tests/api/harness.ts'
import type { Caller, World, WorldRecord } from './canaryWorld.ts'

interface Given {
  readonly world: World
  readonly caller: Caller
}

/** A request that waits, with the records and fields it is about. */
interface Waiting {
  readonly id: string
  readonly resource: ResourceModel
  /** Empty for a record that would be created. */
  readonly records: readonly WorldRecord[]
  readonly fields: readonly string[]
}

const WORDS = ['text', 'longText', 'markdown']

/** New words for fields whose present values are canaries: requests show both. */
const reworded = (resource: ResourceModel): Record<string, Json> =>
  Object.fromEntries(
    resource.fields
      .filter((f) => WORDS.includes(f.kind) && !f.derived && !f.immutable && !f.unique && !f.when)
      .map((f) => [f.name, `asked-${randomUUID().slice(0, 8)}`]),
  )

/** Asks for changes of every kind: of a record, of a bulk over both sides, and new records. */
const askAll = async (world: World): Promise<Waiting[]> => {
  const waiting: Waiting[] = []
  const ask = async (
    entity: string,
    method: string,
    path: string,
    body: Record<string, Json>,
    more: { records?: readonly WorldRecord[]; version?: number; shown?: object },
  ): Promise<void> => {
    const resource = world.of(entity)
    const { records = [], version, shown = body } = more
    const address = `/api/${resource.collection}${path}`
    const response = await world.call(method, address, {
      body,
      ...(version === undefined ? {} : { version }),
    })
    if (response.status !== 202) throw new Error(`${address}: ${response.text}`)
    waiting.push({ id: response.body.data.id, resource, records, fields: Object.keys(shown) })
  }
  const versionOf = async ({ resource, id }: WorldRecord): Promise<number> =>
    (await world.call('GET', `/api/${resource.collection}/${id}`)).body.data.version
  const change = async (record: WorldRecord, body: Record<string, Json>): Promise<void> =>
    ask(record.resource.entity, 'PATCH', `/${record.id}`, body, {
      records: [record],
      version: await versionOf(record),
    })
  const granted = { allow: ['hotel.list', `tag-${randomUUID()}.read`], deny: [] }
  const [vendors, people, roles] = ['vendor', 'employee', 'userRole'].map((entity) =>
    world.records.filter((r) => r.resource.entity === entity && !r.trashed),
  ) as [WorldRecord[], WorldRecord[], WorldRecord[]]
  const account = (): string => `DE${randomUUID()}`
  for (const vendor of vendors) {
    await change(vendor, { ...reworded(vendor.resource), payoutAccount: account() })
  }
  for (const person of people) {
    const role = builtInRole('support agent').id
    const kept = (person.body.roles as string[] | undefined) ?? []
    await change(person, { ...reworded(person.resource), roles: [...kept, role] })
  }
  for (const role of roles) await change(role, { ...reworded(role.resource), grants: granted })
  const role = { name: `asked-${randomUUID()}`, grants: granted }
  await ask('userRole', 'POST', '', role, {})
  const ids = vendors.map((r) => r.id)
  const values = { ...reworded(world.of('vendor')), payoutAccount: account() }
  const bulk = { ids, do: { patch: values } }
  const planned = await world.call('POST', '/api/vendors/bulk', { body: { ...bulk, dryRun: true } })
  const { planHash } = planned.body.data
  await ask('vendor', 'POST', '/bulk', { ...bulk, planHash }, { records: vendors, shown: values })
  return waiting
}

/** Declares the tests of one person. */
export const approvalsAsChannel = (name: string, given: () => Given): void => {
  test('approval requests are visible only to people who may decide on them', async () => {
    // Who asks sees their own; everybody else is tested.
    if (name === 'super-admin') return
    const { world, caller } = given()
    const ask = async (method: string, address: string, body?: unknown): Promise<ApiResponse> => {
      const response = await world.call(method, address, {
        as: name,
        ...(body === undefined ? {} : { body }),
      })
      expect(world.leaks(caller, response.text), `${method} ${address}`).toEqual([])
      return response
    }
    const waiting = await askAll(world)
    const lists = new Map<string, string>()
    for (const view of ['review', 'open', 'mine', 'history']) {
      lists.set(view, (await ask('GET', `/api/approvals?view=${view}&limit=100`)).text)
    }
    for (const record of world.records) {
      await ask('GET', `/api/approvals?view=open&record=${record.id}`)
    }
    const unknown = await ask('GET', `/api/approvals/${randomUUID()}`)
    const wrong = '0'.repeat(64)
    for (const { id, resource, records, fields } of waiting) {
      const { entity } = resource
      // Whoever sees a request may approve it, or apply it without approval.
      const decides = await Promise.all(
        ['approve', 'override'].map((key) => world.permits(name, `${entity}.${key}`)),
      )
      const reads =
        caller.seesEntity(resource) &&
        records.every((record) => caller.seesRecord(record)) &&
        (records.length > 0 || caller.side === undefined) &&
        fields.every((field) => caller.readsField(resource, field))
      const seen = reads && decides.includes(true)
      const what = `${entity} ${records.length} for ${name}`
      const one = await ask('GET', `/api/approvals/${id}`)
      expect([what, one.status]).toEqual([what, seen ? 200 : 404])
      if (!seen) expect({ ...one.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
      expect([what, lists.get('open')!.includes(id)]).toEqual([what, seen])
      expect([what, lists.get('review')!.includes(id)]).toEqual([what, reads && decides[0]])
      expect(`${lists.get('mine')} ${lists.get('history')}`).not.toContain(id)
      for (const act of ['approve', 'reject', 'override']) {
        const body = act === 'approve' ? { hash: wrong } : { hash: wrong, reason: 'why' }
        const { status } = await ask('POST', `/api/approvals/${id}/${act}`, body)
        const may = reads && decides[act === 'override' ? 1 : 0]
        expect([what, act, status]).toEqual([what, act, may ? 409 : 404])
      }
      expect((await ask('POST', `/api/approvals/${id}/cancel`, {})).status).toBe(404)
    }
    for (const { id } of waiting) {
      await world.call('POST', `/api/approvals/${id}/cancel`, { body: {} })
    }
  })
}
