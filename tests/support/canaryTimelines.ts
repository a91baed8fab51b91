/** Payments, messages, e-mails and referring records in timelines, as channels. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Json, ResourceModel, TimelineRelation } from '#model/types.ts'
import type { ApiResponse } from '#tests/api/harness.ts'
import type { Caller, World, WorldRecord } from './canaryWorld.ts'

/** An e-mail to a customer of one side about a record. */
interface Mail {
  readonly id: string
  readonly about: WorldRecord
  readonly to: WorldRecord
}

const live = (world: World): WorldRecord[] => world.records.filter((r) => !r.trashed)

/** What the tests leave and know before anybody looks. */
export interface Sent {
  readonly mails: readonly Mail[]
  /** Records as our own staff read them. */
  readonly stored: ReadonlyMap<string, Readonly<Record<string, Json>>>
}

/** Customers of both sides get an e-mail about every record, also of the other side. */
export const sendMails = async (world: World): Promise<Sent> => {
  const mails = live(world).flatMap((about) =>
    (['A', 'B'] as const).map((side) => ({
      id: randomUUID(),
      about,
      to: world.main('customer', side),
    })),
  )
  for (const { id, about, to } of mails) {
    await world.services.db.query({
      text: "INSERT INTO deliveries (id, type, channel, recipient_type, recipient_id, state, resource_type, resource_id) VALUES ($1, 'reply', 'email', $2, $3, 'delivered', $4, $5)",
      values: [id, to.resource.collection, to.id, about.resource.collection, about.id],
    })
  }
  const stored = new Map<string, Record<string, Json>>()
  for (const { id, resource } of live(world)) {
    stored.set(id, (await world.call('GET', `/api/${resource.collection}/${id}`)).body.data)
  }
  return { mails, stored }
}

interface Entry {
  readonly kind: string
  readonly id: string
  readonly collection: string
  readonly field: string
  readonly record: { readonly id: string; readonly title: string | null }
  readonly state: string | null
  readonly amount?: { readonly amount: number } | null
  readonly from?: { readonly id: string } | null
  readonly to?: { readonly id: string } | null
}

interface Given {
  readonly world: World
  readonly caller: Caller
  readonly sent: Sent
}

/** Ids of the records of a relation that lead to a record, as far as the caller may read them. */
const expected = (
  { world, caller, sent }: Given,
  { collection, field, through }: TimelineRelation,
  id: string,
): string[] => {
  const pointsAt = (record: WorldRecord, name: string, to: string): boolean =>
    JSON.stringify(sent.stored.get(record.id)?.[name] ?? null).includes(to)
  const mine = live(world).filter((r) => caller.seesRecord(r))
  const source = world.model.resources.find((r) => r.collection === collection)!
  if (!caller.readsField(source, field)) return []
  const leads = (record: WorldRecord): boolean => {
    if (through === undefined) return pointsAt(record, field, id)
    return mine.some(
      (between) =>
        pointsAt(record, field, between.id) &&
        pointsAt(between, through, id) &&
        caller.readsField(between.resource, through),
    )
  }
  return mine.filter((r) => r.resource === source && leads(r)).map((r) => r.id)
}

/** Declares the tests of one person. */
export const timelinesAsChannels = (name: string, given: () => Given): void => {
  const entries = async (record: WorldRecord, kind: string): Promise<Entry[] | undefined> => {
    const { world, caller } = given()
    const address = `/api/${record.resource.collection}/${record.id}/timeline?kind=${kind}&limit=100`
    const response: ApiResponse = await world.call('GET', address, { as: name })
    expect(world.leaks(caller, response.text), address).toEqual([])
    return response.status === 200 ? (response.body.data as Entry[]) : undefined
  }
  const valuesOf = (entry: Entry, source: ResourceModel, what: string): void => {
    const { world, caller } = given()
    const money = source.fields.find((f) => f.kind === 'money')
    const sender = source.fields.find((f) => f.kind === 'anyRef')
    if (entry.amount !== undefined && money) {
      expect(entry.amount !== null, `amount ${what}`).toBe(caller.readsField(source, money.name))
    }
    expect(entry.state !== null, `state ${what}`).toBe(
      source.states.length > 0 && caller.readsField(source, 'state'),
    )
    if (!entry.from) return
    const known = world.records.find((r) => r.id === entry.from!.id)
    expect(sender && caller.readsField(source, sender.name), `sender ${what}`).toBe(true)
    if (known) expect(caller.seesRecord(known), `sender ${what}`).toBe(true)
  }

  test('timelines show the same payments, messages and references as the lists, and no additional fields', async () => {
    const { world, caller } = given()
    let shown = 0
    for (const record of live(world).filter((r) => caller.seesRecord(r))) {
      for (const relation of record.resource.timeline ?? []) {
        const source = world.model.resources.find((r) => r.collection === relation.collection)!
        const what = `${record.resource.entity} ${Object.values(relation).join('.')}`
        const all = (await entries(record, relation.kind))?.filter(
          (e) =>
            e.collection === relation.collection &&
            e.field === relation.field &&
            // Rules write messages of their own.
            world.records.some(({ id }) => id === e.record.id),
        )
        // Another relation of the kind may lead to the same collection by the same field.
        const same = record.resource.timeline!.filter(
          (r) =>
            r.kind === relation.kind &&
            r.collection === relation.collection &&
            r.field === relation.field,
        )
        const ids = same.flatMap((r) => expected(given(), r, record.id))
        expect([...new Set(all?.map((e) => e.record.id))].toSorted(), what).toEqual(
          [...new Set(ids)].toSorted(),
        )
        for (const entry of all ?? []) valuesOf(entry, source, what)
        shown += all?.length ?? 0
      }
    }
    if (name === 'super-admin') expect(shown).toBeGreaterThan(20)
  })

  test('timelines show e-mails about readable records, and recipients only if they are readable', async () => {
    const { world, caller, sent } = given()
    const known = new Map(sent.mails.map((mail) => [`mail:${mail.id}`, mail]))
    for (const record of live(world).filter((r) => caller.seesRecord(r))) {
      // The desk sends e-mails of its own.
      const all = (await entries(record, 'mail'))?.filter(({ id }) => known.has(id))
      const ids = sent.mails
        .filter(
          ({ about, to }) =>
            about === record ||
            (to === record && caller.side === undefined && caller.seesRecord(about)),
        )
        .map(({ id }) => `mail:${id}`)
      expect(all?.map((e) => e.id).toSorted(), record.resource.entity).toEqual(ids.toSorted())
      for (const entry of all ?? []) {
        const { to } = known.get(entry.id)!
        const named = caller.seesRecord(to) && caller.readsField(to.resource, to.resource.title)
        expect(entry.to?.id ?? null, record.resource.entity).toBe(named ? to.id : null)
      }
    }
  })
}
