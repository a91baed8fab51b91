/**
 * Changes as channels: what bulk, its results, undo, history, as-of, notes, mentions, followers and
 * the list of own operations could reveal to a person.
 */
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { Json, ResourceModel } from '#model/types.ts'
import type { ApiResponse } from '#tests/api/harness.ts'
import type { Caller, World, WorldRecord } from './canaryWorld.ts'

/** Traces that our own staff leave on every record before anybody looks. */
export interface Traces {
  /** Word of the note of our staff, by record. */
  readonly notes: ReadonlyMap<string, string>
  /** A bulk of each entity over the records of both sides. */
  readonly bulks: ReadonlyMap<string, string>
  /** Before the last changes. */
  readonly before: string
}

const NOTE = /note-canary-\d+-/g
const live = (world: World, resource: ResourceModel): WorldRecord[] =>
  world.records.filter((r) => r.resource === resource && !r.trashed)
const base = (resource: ResourceModel): string => `/api/${resource.collection}`
/** A change of a field that holds no canary. */
const harmless = (resource: ResourceModel, n: number): Record<string, Json> | undefined => {
  if (resource.appendOnly || resource.readOnly) return undefined
  const field = resource.fields.find(
    (f) =>
      ['int', 'boolean', 'rating'].includes(f.kind) &&
      !f.derived &&
      !f.immutable &&
      !f.when &&
      !f.unique,
  )
  if (!field) return undefined
  return {
    [field.name]: field.kind === 'boolean' ? n % 2 === 0 : Math.max(field.min ?? 0, 1 + (n % 4)),
  }
}

const ended = (world: World, id: string, as?: string): Promise<ApiResponse> =>
  vi.waitFor(
    async () => {
      const found = await world.call('GET', `/api/operations/${id}`, as ? { as } : {})
      expect(found.body.data.state).not.toBe('running')
      return found
    },
    { timeout: 30_000, interval: 20 },
  )

/** Plans and applies a bulk; undefined if it is refused. */
const bulk = async (
  world: World,
  resource: ResourceModel,
  body: object,
  as?: string,
): Promise<string | undefined> => {
  const who = as ? { as } : {}
  const to = `${base(resource)}/bulk`
  const planned = await world.call('POST', to, { ...who, body: { ...body, dryRun: true } })
  if (planned.status !== 200) return undefined
  const { planHash } = planned.body.data
  const made = await world.call('POST', to, { ...who, body: { ...body, planHash } })
  if (made.status >= 300) throw new Error(made.text)
  await ended(world, made.body.data.id, as)
  return made.body.data.id
}

/** Our staff write a note on each record, follow it, and change both sides' records at once. */
export const leaveTraces = async (world: World): Promise<Traces> => {
  const { rows } = await world.services.db.query<{ now: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  )
  const notes = new Map<string, string>()
  const bulks = new Map<string, string>()
  for (const resource of world.model.resources) {
    for (const record of live(world, resource)) {
      const word = `note-canary-${notes.size}-`
      const made = await world.call('POST', `${base(resource)}/${record.id}/notes`, {
        body: { text: `Look here: ${word}` },
      })
      if (made.status !== 201) throw new Error(made.text)
      notes.set(record.id, word)
    }
    const values = harmless(resource, 1)
    const ids = live(world, resource).map((r) => r.id)
    const made =
      values && ids.length ? await bulk(world, resource, { ids, do: { patch: values } }) : undefined
    if (made) bulks.set(resource.entity, made)
  }
  return { notes, bulks, before: rows[0]!.now }
}

interface Given {
  readonly world: World
  readonly caller: Caller
  readonly traces: Traces
}

/** Declares the tests of one person. */
export const changesAsChannels = (name: string, given: () => Given): void => {
  /** Sends a request, and demands that its response names nothing hidden. */
  const ask = async (method: string, address: string, body?: unknown): Promise<ApiResponse> => {
    const { world, caller } = given()
    const response = await world.call(method, address, {
      as: name,
      ...(body === undefined ? {} : { body }),
    })
    expect(world.leaks(caller, response.text), `${method} ${address}`).toEqual([])
    return response
  }
  /** No id of a record that the person may not see, except those of the request itself. */
  const noForeign = (text: string, what: string): void => {
    const { world, caller } = given()
    const found = world.records.filter((r) => !caller.seesRecord(r) && text.includes(r.id))
    expect(
      found.map((r) => `${r.resource.entity} ${r.side}`),
      what,
    ).toEqual([])
  }
  const same = async (
    method: string,
    one: string,
    other: string,
    body?: unknown,
  ): Promise<void> => {
    const [a, b] = [await ask(method, one, body), await ask(method, other, body)]
    const shape = ({ status, body: problem }: ApiResponse) => [
      status,
      problem?.code,
      problem?.detail,
    ]
    expect(shape(a), `${method} ${one}`).toEqual(shape(b))
  }

  test('lists and records as of a past time show no row or value that is hidden today', async () => {
    const { world, caller, traces } = given()
    for (const resource of world.model.resources) {
      const instants = new Set([traces.before, new Date().toISOString()])
      const { rows } = await world.services.db.query<{ at: string; id: string }>(
        `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, record_id as id from audit where entity = $1 and action = 'create' order by seq`,
        [resource.entity],
      )
      for (const { at } of rows) instants.add(at)
      for (const at of instants) {
        const list = await ask('GET', `${base(resource)}?asOf=${at}&limit=200`)
        expect(list.status).toBe(caller.seesEntity(resource) ? 200 : 403)
        if (list.status !== 200) continue
        noForeign(
          JSON.stringify(list.body.data.map((r: { id: string }) => r.id)),
          `${resource.entity} ${at}`,
        )
        if (at !== traces.before) continue
        const ids = new Set(list.body.data.map((r: { id: string }) => r.id))
        const missing = live(world, resource).filter((r) => caller.seesRecord(r) && !ids.has(r.id))
        expect(missing.map((r) => `${r.resource.entity} ${r.side}`)).toEqual([])
      }
      // Neither by a value of then nor by one of today is a hidden row or value found.
      for (const c of world.aviary.all) {
        if (c.entity !== resource.entity || world.allows(caller, c)) continue
        const born = rows.find(({ id }) => id === c.record)?.at
        for (const at of [traces.before, ...(born ? [born] : [])]) {
          const list = `${base(resource)}?limit=200&asOf=${at}`
          const text = encodeURIComponent(c.text)
          for (const narrowed of [`${list}&search=${text}`, `${list}&filter[${c.field}]=${text}`]) {
            expect((await ask('GET', narrowed)).text, narrowed).not.toContain(c.record)
          }
          if (!caller.readsField(resource, c.field)) {
            const sorted = await ask('GET', `${list}&sort=${c.field}`)
            expect([400, 403], `${list}&sort=${c.field}`).toContain(sorted.status)
          }
        }
      }
      for (const record of live(world, resource)) {
        const at = [...instants].at(-1)!
        const one = await ask('GET', `${base(resource)}/${record.id}?asOf=${traces.before}`)
        await ask('GET', `${base(resource)}/${record.id}?asOf=${at}`)
        await ask('GET', `${base(resource)}/${record.id}/history?limit=200`)
        if (!caller.seesRecord(record)) expect([403, 404]).toContain(one.status)
      }
    }
  })

  test('where-used counts only rows and references the person may read', async () => {
    const { world, caller } = given()
    let counted = 0
    for (const resource of world.model.resources) {
      for (const record of live(world, resource)) {
        const address = `${base(resource)}/${record.id}/where-used`
        if (!caller.seesRecord(record)) {
          await same('GET', address, `${base(resource)}/${randomUUID()}/where-used`)
          continue
        }
        for (const tail of ['', '?trashed=true']) {
          const found = await ask('GET', address + tail)
          expect(found.status, found.text).toBe(200)
          const used = found.body.data as {
            collection: string
            field: string
            count: number
            records: { id: string }[]
          }[]
          for (const { collection, field, count, records } of used) {
            const source = world.model.resources.find((r) => r.collection === collection)!
            const what = `${address}${tail} ${collection}.${field}`
            expect(caller.readsField(source, field), what).toBe(true)
            noForeign(JSON.stringify(records), what)
            expect(records.length, what).toBe(Math.min(count, 5))
            // As many as the list of the same person has.
            const has = source.fields.find((f) => f.name === field)!.kind === 'refs' ? '[has]' : ''
            const listed = `/api/${collection}?filter[${field}]${has}=${record.id}&limit=1`
            const [now, gone] = [
              await ask('GET', listed),
              await ask('GET', `${listed}&trashed=true`),
            ]
            if (now.status === 200 && gone.status === 200 && source !== resource) {
              const trashed = tail ? gone.body.page.total : 0
              expect(count, what).toBe(now.body.page.total + trashed)
            }
            counted += count
          }
        }
      }
    }
    if (name === 'super-admin') expect(counted).toBeGreaterThan(0)
  })

  test('a bulk request counts, refuses and shows only rows of the list', async () => {
    const { world, caller } = given()
    const before = await world.fingerprint()
    for (const resource of world.model.resources) {
      const all = world.records.filter((r) => r.resource === resource)
      if (!all.length) continue
      const ids = all.map((r) => r.id)
      const title = resource.fields.find((f) => f.name === resource.title)
      const tries: object[] = [
        { delete: true },
        { restore: true },
        { patch: harmless(resource, 2) ?? {} },
        ...(title?.kind === 'text' ? [{ patch: { [title.name]: 'The same title' } }] : []),
        ...resource.transitions
          .slice(0, 3)
          .map((t) => ({ transition: t.name, input: { reason: 'r' } })),
        ...resource.actions.slice(0, 3).map((a) => ({ action: a.name })),
      ]
      for (const what of tries) {
        const response = await ask('POST', `${base(resource)}/bulk`, {
          ids,
          do: what,
          dryRun: true,
        })
        noForeign(response.text, `${resource.entity} ${JSON.stringify(what)}`)
        if (response.status !== 200) continue
        const trashed = 'restore' in what
        const visible = all.filter((r) => r.trashed === trashed && caller.seesRecord(r))
        expect(response.body.data.count, resource.entity).toBe(visible.length)
      }
      // By a value of a row or field that is hidden, nothing is found.
      for (const c of world.aviary.all.filter(
        (x) => x.entity === resource.entity && !world.allows(caller, x),
      )) {
        for (const chosen of [{ search: c.text }, { filter: { [c.field]: c.text } }]) {
          const found = await ask('POST', `${base(resource)}/bulk`, {
            ...chosen,
            expected: 1,
            do: { delete: true },
            dryRun: true,
          })
          const said = found.body?.code === 'count_differs' ? found.body.count : found.status
          const refused = resource.readOnly ? [403, 405] : [0, 400, 403, 422]
          expect(refused, `${resource.entity}.${c.field}`).toContain(said)
        }
      }
    }
    expect((await world.fingerprint()).filter((line) => !before.includes(line))).toEqual([])
  })

  test('operations of other people, their rows, CSV and undo require permission', async () => {
    const { world, caller, traces } = given()
    for (const [entity, id] of traces.bulks) {
      const unknown = randomUUID()
      const resource = world.of(entity)
      const mayUndo = caller.side === undefined && (await world.permits(name, `${entity}.undo`))
      for (const tail of ['', '/rows', '/rows.csv']) {
        const address = `/api/operations/${id}${tail}`
        if (!mayUndo) await same('GET', address, `/api/operations/${unknown}${tail}`)
        else expect((await ask('GET', address)).status, `${entity} ${name}`).toBe(200)
      }
      if (!mayUndo) await same('POST', `/api/undo/${id}`, `/api/undo/${unknown}`, { dryRun: true })
      else {
        const tried = await ask('POST', `/api/undo/${id}`, { dryRun: true })
        expect(tried.status, tried.text).toBe(200)
      }
      expect(caller.seesEntity(resource) || !mayUndo).toBe(true)
    }
    const mine = await ask('GET', '/api/operations?limit=200')
    if (mine.status === 200) {
      for (const id of traces.bulks.values()) {
        if (name !== 'super-admin') expect(mine.text).not.toContain(id)
      }
      if (name !== 'super-admin') noForeign(mine.text, 'own operations')
    }
  })

  test('undoing one’s own change names no hidden people or fields', async () => {
    const { world, caller } = given()
    for (const resource of world.model.resources) {
      const values = harmless(resource, world.callers.indexOf(caller))
      const ids = live(world, resource).flatMap((r) => (caller.seesRecord(r) ? [r.id] : []))
      const may = await world.permits(name, `${resource.entity}.update`)
      if (!values || !ids.length || !may) continue
      const id = await bulk(world, resource, { ids, do: { patch: values } }, name)
      if (!id) continue
      // Our staff change what everybody did, in a field that the person may not see.
      const hidden = resource.fields.find(
        (f) => f.kind === 'longText' && !f.derived && !caller.readsField(resource, f.name),
      )
      const other = hidden ? { [hidden.name]: `hidden ${randomUUID()}` } : harmless(resource, 3)!
      await bulk(world, resource, { ids, do: { patch: other } })
      for (const [method, address, body] of [
        ['POST', `/api/undo/${id}`, { dryRun: true }],
        ['GET', `/api/operations/${id}/rows?limit=200`, undefined],
        ['GET', `/api/operations/${id}/rows.csv`, undefined],
        ['GET', '/api/operations?limit=200', undefined],
      ] as const) {
        const response = await ask(method, address, body)
        noForeign(response.text, `${method} ${address}`)
        if (hidden) expect(response.text, address).not.toContain(`"${hidden.name}"`)
        if (!caller.seesEntity(world.model.resources.find((r) => r.person)!) && method === 'POST') {
          expect(response.text).not.toContain('"by":"super-admin"')
        }
      }
    }
  })

  test('notes, mentions and followers are visible only to people who may read the record', async () => {
    const { world, caller, traces } = given()
    const seen = new Set<string>()
    const read = (response: ApiResponse): void => {
      for (const [word] of response.text.matchAll(NOTE)) seen.add(word)
    }
    const unknown = randomUUID()
    const people = world.model.resources.find((r) => r.person)!
    for (const resource of world.model.resources) {
      for (const record of live(world, resource)) {
        const at = `${base(resource)}/${record.id}`
        const none = `${base(resource)}/${unknown}`
        read(await ask('GET', `${at}/timeline?kind=note&limit=100`))
        read(await ask('GET', `${at}/history?limit=200`))
        const found = await ask('GET', `${at}/people`)
        if (!caller.seesEntity(people) && found.status === 200) {
          expect(found.body.data).toEqual([])
          expect(found.text).not.toContain('super-admin')
        }
        if (caller.seesRecord(record)) continue
        for (const tail of ['/timeline', '/people', '/history']) {
          await same('GET', `${at}${tail}`, `${none}${tail}`)
        }
        await same('PUT', `${at}/follow`, `${none}/follow`)
        await same('POST', `${at}/notes`, `${none}/notes`, { text: 'Is it there?' })
      }
    }
    for (const address of [
      '/api/notifications',
      '/api/search?q=note-canary',
      '/api/operations?limit=200',
    ]) {
      read(await ask('GET', address))
    }
    const allowed = [...traces.notes].flatMap(([id, word]) => {
      const record = world.records.find((r) => r.id === id)!
      return caller.side === undefined && caller.seesRecord(record) ? [word] : []
    })
    expect([...seen].sort()).toEqual(allowed.sort())

    // A person whom the author may not see is mentioned like one who does not exist.
    const own = world.records.find((r) => !r.trashed && caller.seesRecord(r))
    if (!own || caller.seesEntity(people)) return
    const mention = (id: string) =>
      ask('POST', `${base(own.resource)}/${own.id}/notes`, { text: `@[${id}] look` })
    const { rows } = await world.services.db.query<{ id: string }>(
      `select id from "${people.table}" where deleted_at is null order by id limit 1`,
    )
    const [there, absent] = [await mention(rows[0]!.id), await mention(unknown)]
    expect([there.status, there.body.code]).toEqual([absent.status, absent.body.code])
    expect(there.status).toBeGreaterThanOrEqual(400)
  })
}
