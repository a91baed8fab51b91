/**
 * Hides each field alone from someone with every other permission: its values are in no response of
 * any channel.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { collectionsOf } from '#model/pointers.ts'
import type { ResourceModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { asksOf, shapeOf, type Ask } from '#tests/support/canaryChannels.ts'
import { eventsSince } from '#tests/support/canaryEvents.ts'
import { openWorld, type Caller, type World } from '#tests/support/canaryWorld.ts'

const entities = compileModel(resources).resources
/** Entities whose records are created by people. */
const made = entities.filter((r) => !r.readOnly)

/** The suite on one kind of database; each has its own file, so that they run in parallel. */
export const hiddenFieldSuite = (): void =>
  void describe(`a hidden field`, () => {
    let world: World
    // The response to an unknown name does not depend on the caller.
    const unknowns = new Map<string, string>()
    const canary = (r: ResourceModel, f: string) =>
      world.main(r.entity, 'B') &&
      world.aviary.of(world.main(r.entity, 'B').id, f).find((c) => !c.past)?.text
    /** What is in the database after the last test: nothing is written until the next one. */
    let before: string[]
    const asks = new Map<ResourceModel, readonly Ask[]>()
    /** Each test asks some of the same requests: nothing is written meanwhile. */
    const asksAt = (place: ResourceModel): readonly Ask[] => {
      const made = asks.get(place) ?? asksOf(world.model, place, canary, true)
      asks.set(place, made)
      return made
    }
    beforeAll(async () => {
      world = await openWorld()
      before = await world.fingerprint()
    }, 180_000)
    afterAll(() => world?.close())

    const cases = entities.flatMap((r) => r.fields.map((f) => [r.entity, f.name] as const))
    test.each(cases)('%s.%s', async (entity, field) => {
      const resource = world.of(entity)
      const name = `all but ${entity}.${field}`
      world.actor(name, { allow: ['*'], deny: [`${entity}.field.${field}.*`] })
      const caller: Caller = {
        name,
        seesEntity: () => true,
        readsField: (r, f) => r.entity !== entity || f !== field,
        seesRecord: () => true,
      }
      const hidden = world.aviary.all.filter((c) => c.entity === entity && c.field === field)
      const ask = async (method: string, address: string, options: object = {}) => {
        const response = await world.call(method, address, { as: name, ...options })
        expect(world.leaks(caller, response.text), `${method} ${address}`).toEqual([])
        return response
      }
      // Where the records themselves are shown, and where others show their titles.
      const places = [
        resource,
        ...world.model.resources.filter((r) => r.fields.some((f) => f.ref === resource.collection)),
      ]
      for (const place of new Set(places)) {
        const base = `/api/${place.collection}`
        const refs = place.fields
          .filter((f) => f.ref === resource.collection && caller.readsField(place, f.name))
          .map((f) => f.name)
        for (const tail of [
          '?limit=200',
          '?trashed=true',
          '?limit=1&page=2',
          '/export.csv',
          '/export.csv?for=people',
          '/export.xlsx?children=sheets&ids=true',
          '/options?limit=200',
          '/aggregate?measure=count',
          ...refs.flatMap((r) => [
            `?include=${r}`,
            `?sort=${place.fields.find((f) => f.name === r)!.kind === 'ref' ? r : 'id'}&limit=1`,
          ]),
        ]) {
          expect((await ask('GET', base + tail)).status, tail).toBe(200)
        }
        if (place.taggable !== undefined) {
          const tags = await ask('GET', `${base}/tags?all=true&limit=1000`)
          expect(tags.status).toBe(place === resource && field === place.taggable ? 403 : 200)
          await ask('GET', `${base}/tags?search=a`)
        }
        for (const r of refs.filter(
          (x) => place.fields.find((f) => f.name === x)!.kind === 'ref',
        )) {
          await ask('GET', `${base}/aggregate?group=${r}`)
        }
        const records = world.records.filter((x) => x.resource === place)
        const writable = place.appendOnly ? 2 : 4
        expect(records.length).toBeGreaterThanOrEqual(place.readOnly ? 0 : writable)
        for (const record of records) {
          for (const tail of [record.trashed ? '?trashed=true' : '', '/history', '/where-used']) {
            expect((await ask('GET', `${base}/${record.id}${tail}`)).status).toBe(200)
          }
          if (record.trashed || place.appendOnly) continue
          await ask('GET', `${base}/options?ids=${record.id}`)
          const stale = await ask('PATCH', `${base}/${record.id}`, { version: 99, body: {} })
          expect([stale.status, stale.body.current.id]).toEqual([412, record.id])
          if (place === resource) expect(Object.keys(stale.body.current)).not.toContain(field)
        }
      }
      // A refused deletion names the records that reference the target.
      for (const f of resource.fields.filter((x) => x.ref && x.onDelete !== 'clear')) {
        const target = world.model.resources.find((r) => r.collection === f.ref)!
        const { id } = world.main(target.entity, 'A')
        const { version } = (await world.call('GET', `/api/${target.collection}/${id}`)).body.data
        if (target !== resource) {
          expect((await ask('DELETE', `/api/${target.collection}/${id}`, { version })).status).toBe(
            target.appendOnly ? 405 : 409,
          )
        }
      }
      // Nothing is found by it, and a query with it looks like a query with an unknown name.
      for (const c of hidden) {
        const record = world.records.find((r) => r.id === c.record)!
        for (const address of [
          `/api/search?q=${encodeURIComponent(c.text)}`,
          `/api/${resource.collection}?search=${encodeURIComponent(c.text)}&fields=id`,
          `/api/${resource.collection}/options?search=${encodeURIComponent(c.text)}`,
        ]) {
          expect((await ask('GET', address)).text, address).not.toContain(record.id)
        }
      }
      for (const place of new Set(places)) {
        for (const one of asksAt(place).filter((a) =>
          a.names.some((n) => n.resource.entity === entity && n.field === field),
        )) {
          const response = await ask('GET', one.address)
          if (!unknowns.has(one.unknown)) {
            unknowns.set(
              one.unknown,
              shapeOf(one.unknown, 400, (await world.call('GET', one.unknown, { as: name })).body),
            )
          }
          expect(shapeOf(one.address, response.status, response.body), one.address).toBe(
            unknowns.get(one.unknown),
          )
        }
      }
      // In a write it is an unknown name too.
      const written = await ask('POST', `/api/${resource.collection}`, {
        body: { [field]: hidden[0]?.text ?? 1, nobodyKnows: 1 },
      })
      if (resource.readOnly) expect([404, 405]).toContain(written.status)
      else {
        const errors = written.body.errors as { path: string; code: string; message: string }[]
        expect(errors.find((e) => e.path === field)).toEqual({
          ...errors.find((e) => e.path === 'nobodyKnows'),
          path: field,
        })
      }
      const was = before
      before = await world.fingerprint()
      expect(before).toEqual(was)
    })

    test.each(made.map((r) => r.entity))(
      'references to a %s outside the role’s rows reveal nothing about it and match no filter',
      async (entity) => {
        const target = world.of(entity)
        const [own, foreign] = [world.main(entity, 'A'), world.main(entity, 'B')]
        const name = `one ${entity} only`
        world.actor(name, { allow: ['*'], deny: [], rows: { [entity]: { id: own.id } } })
        const caller: Caller = {
          name,
          seesEntity: () => true,
          readsField: () => true,
          seesRecord: (r) => r.resource !== target || r.id === own.id,
        }
        const get = async (address: string) => {
          const response = await world.call('GET', address, { as: name })
          expect(world.leaks(caller, response.text), address).toEqual([])
          return response
        }
        for (const tail of [
          '?limit=200',
          '?trashed=true',
          '/options',
          '/export.csv',
          '/export.csv?for=people',
          '/export.xlsx?children=sheets&ids=true',
          '/aggregate',
        ]) {
          await get(`/api/${target.collection}${tail}`)
        }
        expect((await get(`/api/${target.collection}/${foreign.id}`)).status).toBe(404)
        // Records referenced by the other vendor's record cannot be deleted, and the reason does
        // not name it.
        for (const f of target.fields.filter(
          (x) => x.kind === 'ref' && x.ref && x.onDelete !== 'clear',
        )) {
          const held = foreign.body[f.name]
          if (typeof held !== 'string' || (f.ref === target.collection && held !== own.id)) continue
          const at = `/api/${f.ref!}/${held}`
          const { version } = (await world.call('GET', at)).body.data as { version: number }
          const response = await world.call('DELETE', at, { as: name, version })
          expect([response.status, world.leaks(caller, response.text)], at).toEqual([409, []])
          expect(response.text, at).not.toContain(foreign.id)
        }
        for (const place of world.model.resources) {
          const base = `/api/${place.collection}`
          for (const f of place.fields.filter((x) =>
            collectionsOf(x).includes(target.collection),
          )) {
            const pointing = world.records.filter(
              (r) =>
                r.resource === place &&
                JSON.stringify(r.body[f.name] ?? null).includes(foreign.id) &&
                caller.seesRecord(r),
            )
            for (const tail of [
              '?limit=200',
              '/export.csv',
              '/export.csv?for=people&ids=true',
              '/export.xlsx?children=lines',
              '/export.xlsx?children=sheets&ids=true',
              ...(f.ref ? [`?include=${f.name}&limit=200`, `?include=${f.name}&trashed=true`] : []),
              ...(f.kind === 'ref'
                ? [`?sort=${f.name}`, `?sort=-${f.name}&limit=1`, `/aggregate?group=${f.name}`]
                : []),
            ]) {
              expect((await get(base + tail)).status, tail).toBe(200)
            }
            for (const r of pointing) {
              for (const tail of [r.trashed ? '?trashed=true' : '', '/history']) {
                expect((await get(`${base}/${r.id}${tail}`)).text).toContain(foreign.id)
              }
            }
            // An invisible value of the row must not reveal which records reference it.
            for (const inner of f.ref ? target.fields : []) {
              const value = world.aviary
                .of(foreign.id, inner.name)
                .find((c) => !c.past && !c.secret)
              if (!value || inner.kind !== 'text') continue
              expect(
                (await get(`${base}?filter[${f.name}.${inner.name}][contains]=${value.text}`)).body
                  .data,
              ).toEqual([])
            }
          }
        }
      },
    )

    test('live events do not name the hidden field', async () => {
      for (const resource of made) {
        const [field] = resource.fields
        const name = `receives all but ${resource.entity}.${field!.name}`
        world.actor(name, { allow: ['*'], deny: [`${resource.entity}.field.${field!.name}.*`] })
        const frames = (await eventsSince(world, name, '0-0')) as {
          collection: string
          changed: string[]
        }[]
        const own = frames.filter((f) => f.collection === resource.collection)
        expect(own.length).toBeGreaterThan(0)
        for (const f of own) expect(f.changed).not.toContain(field!.name)
      }
    })

    test('no request caused an unexpected error', () => {
      expect(world.api.errors).toEqual([])
    })
  })
