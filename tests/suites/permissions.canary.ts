/**
 * Every channel of every entity as each built-in role: no response contains a value the role may
 * not see.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { formatFilter } from '#model/filterUrl.ts'
import type { Filter } from '#model/query.ts'
import { INBOX } from '#server/notifications/feed.ts'
import { approvalsAsChannel } from '#tests/support/canaryApprovals.ts'
import { changesAsChannels, leaveTraces, type Traces } from '#tests/support/canaryChanges.ts'
import { asksOf, shapeOf } from '#tests/support/canaryChannels.ts'
import { sendMails, timelinesAsChannels, type Sent } from '#tests/support/canaryTimelines.ts'
import { shareViews, type CanaryView } from '#tests/support/canaryViews.ts'
import { openWorld, type Caller, type World } from '#tests/support/canaryWorld.ts'
import {
  addressesOf,
  hostileAddressesOf,
  operationsOf,
  scanReads,
} from '#tests/support/canaryOperations.ts'
import { eventsSince } from '#tests/support/canaryEvents.ts'
import { roleTexts } from '#tests/support/matrixOracle.ts'

const names = Object.keys(roleTexts).flatMap((role) =>
  roleTexts[role]!.tenant ? [`${role} A`, `${role} B`] : [role],
)

/** The suite on one kind of database; each has its own file, so that they run in parallel. */
export const canarySuite = (): void =>
  void describe(`values the caller may not read`, () => {
    let world: World
    let traces: Traces
    let views: readonly CanaryView[]
    let sent: Sent
    beforeAll(async () => {
      world = await openWorld()
      await world.services.jobs.start()
      traces = await leaveTraces(world)
      views = await shareViews(world)
      sent = await sendMails(world)
    }, 180_000)
    afterAll(() => world?.close())

    const canary = (resource: { entity: string }, field: string) =>
      world.main(resource.entity, 'B') &&
      world.aviary.of(world.main(resource.entity, 'B').id, field).find((c) => !c.past)?.text

    describe.each(names)('%s', (name) => {
      let caller: Caller
      const quiet = (text: string, what: string): void =>
        expect(world.leaks(caller, text), what).toEqual([])
      const get = async (address: string) => {
        const response = await world.call('GET', address, { as: name })
        quiet(response.text, address)
        return response
      }
      const unknowns = new Map<string, string>()
      beforeAll(() => {
        caller = world.caller(name)
      })

      test('records show exactly the values the role may read', async () => {
        const seen = new Set<string>()
        for (const record of world.records) {
          const base = `/api/${record.resource.collection}/${record.id}`
          for (const address of [
            `${base}${record.trashed ? '?trashed=true' : ''}`,
            `${base}/history`,
            `${base}/where-used?trashed=true`,
            `${base}/timeline?limit=100`,
          ]) {
            for (const c of world.aviary.in((await get(address)).text)) seen.add(c.text)
          }
          if (record.trashed) expect((await get(base)).status).not.toBe(200)
        }
        for (const id of world.fileIds.values()) {
          for (const c of world.aviary.in((await get(`/api/files/${id}`)).text)) seen.add(c.text)
        }
        for (const c of world.aviary.in(
          (await get(`/api/files?ids=${[...world.fileIds.values()].join(',')}`)).text,
        )) {
          seen.add(c.text)
        }
        expect([...seen].sort()).toEqual(
          world.aviary.all
            .filter((c) => world.allows(caller, c))
            .map((c) => c.text)
            .sort(),
        )
      })

      test('shared views contain only fields the role may read, and are refused for lists it may not open', async () => {
        const operator = '"contains"'
        for (const view of views) {
          const resource = world.of(view.entity)
          const response = await world.call('GET', `/api/views?collection=${view.collection}`, {
            as: name,
          })
          if (!(await world.permits(name, `${view.entity}.list`))) {
            expect([view.collection, response.status]).toEqual([view.collection, 400])
            continue
          }
          const shown = (response.body as { data: { state: { search: string } }[] }).data
          expect([view.collection, shown.length]).toEqual([view.collection, 1])
          const text = `${response.text} ${decodeURIComponent(shown[0]!.state.search)}`
          let kept = 0
          for (const [field, value] of view.values) {
            const reads = caller.readsField(resource, field)
            if (reads) kept++
            expect([field, text.includes(value)]).toEqual([field, reads])
            expect([field, text.includes(`"${field}"`)]).toEqual([field, reads])
          }
          expect(text.split(operator)).toHaveLength(kept + 1)
        }
      })

      test('lists, pickers, aggregates and exports treat a forbidden field like an unknown one', async () => {
        for (const resource of world.model.resources) {
          if (!caller.seesEntity(resource)) {
            for (const tail of ['', '/options', '/aggregate', '/export.csv', '/export.xlsx']) {
              expect((await get(`/api/${resource.collection}${tail}`)).status).toBe(403)
            }
            continue
          }
          if (resource.taggable !== undefined) {
            // Suggestions and counts: of the rows and tags the person sees, and of no others.
            const { status, body } = await get(
              `/api/${resource.collection}/tags?all=true&limit=1000`,
            )
            const reads = caller.readsField(resource, resource.taggable)
            expect(status).toBe(reads ? 200 : 403)
            await get(`/api/${resource.collection}/tags?search=a`)
            await get(`/api/${resource.collection}/tags?chosen=true`)
            const rows = world.records.filter((r) => r.resource === resource && !r.trashed)
            const own = rows.filter((r) => caller.seesRecord(r)).length
            for (const { count } of reads ? (body.data as { count: number }[]) : []) {
              expect(count, `${name} ${resource.entity}`).toBeLessThanOrEqual(own)
            }
          }
          for (const [i, ask] of asksOf(world.model, resource, canary).entries()) {
            const allowed = ask.names.every(
              (n) =>
                n.field in standard ||
                (caller.seesEntity(n.resource) && caller.readsField(n.resource, n.field)),
            )
            // Every role tries all refused calls; of the allowed ones, each tries a third, and the
            // roles together try all.
            if (allowed && (i + names.indexOf(name)) % 3 !== 0) continue
            const response = await get(ask.address)
            if (response.status === 403) {
              expect(ask.address, 'only an export needs more').toContain('/export.')
            } else if (allowed) expect(response.status, `${ask.address} ${response.text}`).toBe(200)
            else {
              if (!unknowns.has(ask.unknown)) {
                unknowns.set(ask.unknown, shapeOf(ask.unknown, 400, (await get(ask.unknown)).body))
              }
              expect(shapeOf(ask.address, response.status, response.body), ask.address).toBe(
                unknowns.get(ask.unknown),
              )
            }
          }
          const ids = world.records
            .filter((r) => r.resource === resource)
            .map((r) => r.id)
            .join(',')
          for (const more of [
            '',
            '?limit=200&total=exact',
            '?trashed=true&limit=200',
            '/export.csv',
            '/export.csv?trashed=true',
            '/export.csv?for=people&trashed=true&ids=true&children=lines',
            '/export.xlsx?children=sheets',
            '/export.xlsx?ids=true&headers=names&trashed=true',
            `/options?ids=${ids}`,
            '/aggregate',
          ]) {
            await get(`/api/${resource.collection}${more}`)
          }
        }
      })

      test('search finds a record only by fields the role may read', async () => {
        for (const c of world.aviary.all.filter((x) => !x.text.startsWith('Þ'))) {
          const record = world.records.find((r) => r.id === c.record)!
          const { resource } = record
          const q = encodeURIComponent(c.text)
          const found = async (address: string): Promise<boolean> =>
            (await get(address)).text.includes(record.id)
          const wanted =
            !c.past && resource.list.search.includes(c.field) && world.allows(caller, c)
          if (
            !wanted &&
            !resource.list.search.includes(c.field) &&
            caller.seesEntity(resource) &&
            caller.name !== 'viewer'
          ) {
            continue
          }
          expect(
            await found(`/api/search?q=${q}`),
            `${resource.entity}.${c.field} everywhere`,
          ).toBe(wanted && !record.trashed && resource.path !== '')
          expect(
            await found(
              `/api/${resource.collection}?search=${q}&fields=id${record.trashed ? '&trashed=true' : ''}`,
            ),
            `${resource.entity}.${c.field}`,
          ).toBe(wanted)
          expect(await found(`/api/${resource.collection}/options?search=${q}`)).toBe(
            wanted && !record.trashed,
          )
        }
      })

      test('sums and groups count exactly the rows of the list', async () => {
        for (const resource of world.model.resources.filter((r) => caller.seesEntity(r))) {
          const base = `/api/${resource.collection}`
          const rows: Record<string, unknown>[] = []
          for (let page = 1; ; page++) {
            const found = (await get(`${base}?limit=200&page=${page}&sort=id`)).body.data as Record<
              string,
              unknown
            >[]
            rows.push(...found)
            if (found.length < 200) break
          }
          const total = async (query: string) =>
            (await get(`${base}/aggregate?${query}`)).body.data as {
              group: Record<string, unknown>
              values: Record<string, number | { amount: number } | null>
            }[]
          expect((await total('measure=count'))[0]!.values.count).toBe(rows.length)
          for (const field of resource.fields.filter((f) => caller.readsField(resource, f.name))) {
            if (['int', 'rating', 'bps', 'money'].includes(field.kind)) {
              const amounts = rows
                .map((r) => r[field.name])
                .flatMap((v) =>
                  v === null || v === undefined
                    ? []
                    : [typeof v === 'object' ? (v as { amount: number }).amount : (v as number)],
                )
              const [sum] = await total(`measure=sum:${field.name}`)
              const value = sum?.values[`sum:${field.name}`]
              expect(
                Number((value && typeof value === 'object' ? value.amount : value) ?? 0),
                `${resource.entity}.${field.name}`,
              ).toBe(amounts.reduce((a, b) => a + b, 0))
            }
            if (['enum', 'state', 'ref'].includes(field.kind)) {
              const counts = Object.fromEntries(
                (await total(`group=${field.name}&measure=count`)).map((g) => [
                  String(g.group[field.name]),
                  g.values.count,
                ]),
              )
              const own: Record<string, number> = {}
              for (const r of rows) {
                own[String(r[field.name])] = (own[String(r[field.name])] ?? 0) + 1
              }
              expect(counts, `${resource.entity}.${field.name}`).toEqual(own)
            }
          }
        }
      })

      test('the dashboard counts match the lists, and it names only records the role may see', async () => {
        const { data } = (await get('/api/dashboard?from=2027-01-01&to=2031-06-30')).body
        for (const { name: metric, collection, filter, records } of data.metrics as {
          name: string
          collection: string
          filter: Filter
          records: number
        }[]) {
          const resource = world.model.resources.find((r) => r.collection === collection)!
          expect(caller.seesEntity(resource), metric).toBe(true)
          const query = new URLSearchParams({ total: 'exact', limit: '1', fields: 'id' })
          formatFilter(filter, query)
          expect(
            (await get(`/api/${collection}?${query.toString()}`)).body.page.total,
            metric,
          ).toBe(records)
        }
        const seen = [
          ...(data.top as { target: string; rows: { id: string }[] }[]).flatMap((t) =>
            t.rows.map((r) => r.id),
          ),
          ...(data.activity as { id: string }[]).map((d) => d.id),
        ]
        for (const record of world.records.filter((r) => seen.includes(r.id))) {
          expect(caller.seesRecord(record), record.resource.entity).toBe(true)
        }
      })

      test('worklist totals match the lists, and their rows are records the role may see', async () => {
        for (const { name, collection, filter, total, rows } of (await get('/api/worklists')).body
          .data as {
          name: string
          collection: string
          filter: Filter
          total: number
          rows: { id: string }[]
        }[]) {
          const resource = world.model.resources.find((r) => r.collection === collection)!
          expect(caller.seesEntity(resource), name).toBe(true)
          const query = new URLSearchParams({ total: 'exact', limit: '1', fields: 'id' })
          formatFilter(filter, query)
          expect((await get(`/api/${collection}?${query.toString()}`)).body.page.total, name).toBe(
            total,
          )
          for (const record of world.records.filter((r) => rows.some(({ id }) => id === r.id))) {
            expect(caller.seesRecord(record), name).toBe(true)
          }
        }
      })

      test('error responses reveal no hidden values: stale versions, references, invalid bodies, duplicates', async () => {
        const before = await world.fingerprint()
        for (const record of world.records.filter((r) => !r.trashed)) {
          const base = `/api/${record.resource.collection}`
          const other = world.main(record.resource.entity, record.side === 'A' ? 'B' : 'A')
          // The correct version where other records reference it, so that the refusal is about the
          // deletion itself.
          const deleting = world.held(record)
            ? ((await world.call('GET', `${base}/${record.id}`)).body.data.version as number)
            : 99
          const responses = [
            await world.call('PATCH', `${base}/${record.id}`, { as: name, version: 99, body: {} }),
            await world.call('DELETE', `${base}/${record.id}`, { as: name, version: deleting }),
            await world.call('DELETE', `${base}/${record.id}?purge=true`, {
              as: name,
              version: deleting,
            }),
            await world.call('POST', base, {
              as: name,
              body: Object.fromEntries(record.resource.fields.map((f) => [f.name, { wrong: [1] }])),
            }),
            ...(record.resource.transitions.length
              ? [
                  await world.call(
                    'POST',
                    `${base}/${record.id}/actions/${record.resource.transitions[0]!.name}`,
                    { as: name, version: 99, body: { reason: 'r' } },
                  ),
                ]
              : []),
            ...(await Promise.all(
              record.resource.actions.map((action) =>
                world.call('POST', `${base}/${record.id}/actions/${action.name}`, {
                  as: name,
                  version: 99,
                  body: {},
                }),
              ),
            )),
            await world.call('PATCH', `${base}/${record.id}`, {
              as: name,
              version: 99,
              body: other.body,
            }),
          ]
          for (const response of responses) {
            expect(response.status).toBeGreaterThanOrEqual(400)
            quiet(response.text, `${response.status} of ${base}`)
          }
          if (responses[0]!.status === 412) expect(responses[0]!.body.current.id).toBe(record.id)
          // Forbidden, derived and unknown names are indistinguishable.
          if (responses[3]!.status === 422) {
            const errors = responses[3]!.body.errors as {
              path: string
              code: string
              message: string
            }[]
            for (const f of record.resource.fields.filter(
              (x) =>
                !x.derived && x.kind !== 'state' && !caller.readsField(record.resource, x.name),
            )) {
              expect(errors.find((e) => e.path === f.name)?.code).toBe('unknown_name')
            }
          }
        }
        expect((await world.fingerprint()).filter((line) => !before.includes(line))).toEqual([])
      })

      test('no operation in the OpenAPI document returns a value the role may not read', async () => {
        const operations = operationsOf(
          (await world.call('GET', '/api/openapi.json')).body as { paths: Record<string, object> },
        )
        expect(operations.length).toBeGreaterThan(world.model.resources.length * 5)
        const { leaks, statuses, pdf } = await scanReads(world, caller, operations)
        expect(leaks).toEqual([])
        expect([...statuses].filter((status) => status >= 500)).toEqual([])
        // The texts of a PDF are found, also amounts and days as it writes them.
        const shown = pdf.map((c) => c.text)
        const invoices = world.of('subscriptionInvoice')
        for (const form of caller.seesEntity(invoices) ? [/^cnry/, /^773/, /^2\d{3}-/] : []) {
          expect(shown).toContainEqual(expect.stringMatching(form))
        }
        // Writes are sent without a version, and with a body that no operation accepts.
        for (const { method, path } of operations.filter((o) => o.method !== 'GET')) {
          if (!/^\/api\/[^/]+\/\{id\}/.test(path)) continue
          for (const address of addressesOf(world, { method, path })) {
            quiet(
              (await world.call(method, address, { as: name, body: { constructor: {} } })).text,
              `${method} ${address}`,
            )
          }
        }
        if (name !== 'no rights' && name !== 'waiting') expect(statuses).toContain(200)
      })

      test('an inherited property name in the path of an operation returns a 4xx error', async () => {
        const operations = operationsOf(
          (await world.call('GET', '/api/openapi.json')).body as { paths: Record<string, object> },
        ).filter(({ method }) => method === 'GET')
        // Each role tries a third of them; the roles together try all.
        for (const [i, operation] of operations.entries()) {
          if ((i + names.indexOf(name)) % 3 !== 0) continue
          for (const address of hostileAddressesOf(world, operation)) {
            const { status } = await get(address)
            expect(status, address).toBeGreaterThanOrEqual(400)
            expect(status, address).toBeLessThan(500)
          }
        }
      })

      approvalsAsChannel(name, () => ({ world, caller }))
      changesAsChannels(name, () => ({ world, caller, traces }))

      timelinesAsChannels(name, () => ({ world, caller, sent }))

      test('live events name only rows and fields the role may read', async () => {
        if (name === 'no rights' || name === 'waiting') return
        const frames = await eventsSince(world, name, '0-0')
        const text = JSON.stringify(frames)
        quiet(text, 'events')
        for (const frame of frames) {
          const { collection, id, changed } = frame as {
            collection: string
            id: string
            changed: string[]
          }
          // A change of the person's own notifications names no record and no field.
          if (collection === INBOX) {
            expect(changed).toEqual([])
            continue
          }
          const resource = world.model.resources.find((r) => r.collection === collection)!
          const record = world.records.find((r) => r.id === id)
          expect(caller.seesEntity(resource), collection).toBe(true)
          if (record) expect(caller.seesRecord(record), `${collection} ${id}`).toBe(true)
          for (const field of changed) {
            if (resource.fields.some((f) => f.name === field)) {
              expect(caller.readsField(resource, field), `${collection}.${field}`).toBe(true)
            }
          }
        }
        const received = new Set(frames.map((f) => (f as { id: string }).id))
        expect(
          world.records
            .filter((r) => caller.seesRecord(r))
            .filter((r) => !received.has(r.id))
            .map((r) => `${r.resource.entity} ${r.side}`),
        ).toEqual([])
      })
    })

    test('an import dry run reports nothing the importer may not read, and other users cannot see the job', async () => {
      const role = (
        await world.alone('POST', '/api/user-roles', {
          body: {
            name: 'imports for A',
            grants: {
              allow: ['*'],
              deny: ['customer.field.*.read', 'vendor.*', 'employee.*', 'userRole.*'],
              rows: {
                hotel: { vendor: world.main('vendor', 'A').id },
                booking: { 'hotel.vendor': world.main('vendor', 'A').id },
              },
            },
          },
        })
      ).body.data.id
      await world.api.person('importer', [role])
      const seen: Caller = {
        name: 'importer',
        seesEntity: (r) => !['vendor', 'employee', 'userRole'].includes(r.entity),
        readsField: (r) => seen.seesEntity(r) && r.entity !== 'customer',
        seesRecord: (r) =>
          seen.seesEntity(r.resource) &&
          (!['hotel', 'booking'].includes(r.resource.entity) || r.side === 'A'),
      }
      const foreign = world.main('booking', 'B')
      const hotelB = world.main('hotel', 'B')
      // A booking of the other vendor's hotel, found by its slug; and an existing customer, by the
      // e-mail the importer cannot read.
      const csv = `Code,Hotel,Mail\nX1,${String(hotelB.body.slug)},nobody@example.com\n${String(foreign.body.code)},${String(world.main('hotel', 'A').body.slug)},x\n`
      const start = async (
        collection: string,
        mapping: object,
        more: Record<string, string> = {},
      ) => {
        const form = new FormData()
        form.set('file', new File([csv], 'rows.csv'))
        form.set('mapping', JSON.stringify(mapping))
        form.set('mode', 'dry-run')
        for (const [k, v] of Object.entries(more)) form.set(k, v)
        return world.call('POST', `/api/${collection}/import`, { as: 'importer', body: form })
      }
      const before = (await world.fingerprint()).filter((l) => !l.startsWith('jobs'))
      const begun = await start(
        'bookings',
        {
          fields: {
            code: 'Code',
            hotel: { by: 'slug', column: 'Hotel' },
            roomTypeCode: { constant: 'x' },
            customer: { constant: world.main('customer', 'B').id },
            checkIn: { constant: '2032-01-01' },
            checkOut: { constant: '2032-01-02' },
          },
        },
        { upsertBy: 'code' },
      )
      expect(begun.status, begun.text).toBe(202)
      const address = `/api/jobs/${begun.body.data.id}`
      const done = await vi.waitFor(
        async () => {
          const response = await world.call('GET', address, { as: 'importer' })
          expect(['succeeded', 'failed']).toContain(response.body.data.state)
          return response
        },
        { timeout: 60_000, interval: 50 },
      )
      expect(done.body.data.result).toMatchObject({ read: 2, refused: 2, committed: false })
      // The importer sent the slug and the code; the report may repeat them, and nothing else of B.
      const own = [String(hotelB.body.slug), String(foreign.body.code)]
      const report = await world.call('GET', done.body.data.result.report, { as: 'importer' })
      for (const text of [done.text, report.text]) {
        expect(world.leaks(seen, text).filter((l) => !own.some((o) => l.endsWith(o)))).toEqual([])
      }
      expect(report.text).toContain('There is no hotel with the slug')
      expect(
        (await start('bookings', { fields: { customer: { by: 'email', column: 'Mail' } } })).body
          .errors,
      ).toEqual([expect.objectContaining({ code: 'unknown_name' })])
      expect(
        (await start('bookings', { fields: { hotel: { by: 'nobodyKnows', column: 'Mail' } } })).body
          .errors,
      ).toEqual([expect.objectContaining({ code: 'unknown_name' })])
      for (const { name } of world.callers) {
        const asked = [
          await world.call('GET', address, { as: name }),
          await world.call('GET', `${address}/report.csv`, { as: name }),
          await world.call('POST', `${address}/cancel`, { as: name }),
        ]
        expect(
          asked.map((a) => a.status),
          name,
        ).toEqual([404, 404, 404])
      }
      expect((await world.fingerprint()).filter((l) => !l.startsWith('jobs'))).toEqual(before)
    })

    test('an idempotency key does not replay one person’s response to another', async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const body = { name: 'Key', email: `key@example.com`, internalNote: 'cnrykey' }
      const first = await world.call('POST', '/api/customers', { body, headers })
      expect(first.status).toBe(201)
      for (const name of names.filter((n) => n !== 'super-admin')) {
        const again = await world.call('POST', '/api/customers', { as: name, body, headers })
        // People who may write all fields get a duplicate e-mail error; of the others, some may not
        // create and some may not write the note.
        expect(
          [
            [403, 'forbidden'],
            [409, 'taken'],
            [422, 'invalid'],
          ],
          name,
        ).toContainEqual([again.status, again.body.code])
        expect(again.text).not.toContain(first.body.data.id)
        expect(again.headers.get('x-operation-id')).not.toBe(first.headers.get('x-operation-id'))
      }
    })

    test('a list as of a past time takes the same parameters as a current list, except trashed', async () => {
      const at = traces.before
      for (const [query, path, code] of [
        ['asOf=yesterday', 'asOf', 'invalid_value'],
        [`asOf=${at}&limit=0`, 'limit', 'out_of_range'],
        [`asOf=${at}&sort=nothing`, 'sort', 'unknown_name'],
        [`asOf=${at}&filter[nothing]=x`, 'filter[nothing]', 'unknown_name'],
        [`asOf=${at}&trashed=true`, 'trashed', 'not_with_as_of'],
      ] as const) {
        const { status, body } = await world.call('GET', `/api/hotels?${query}`)
        expect([status, body.code, body.errors], query).toEqual([
          400,
          'bad_query',
          [{ path, code, message: expect.any(String) }],
        ])
      }
      const first = await world.call('GET', `/api/hotels?asOf=${at}&sort=id&limit=1`)
      const { next } = first.body.page
      const second = await world.call(
        'GET',
        `/api/hotels?asOf=${at}&sort=id&limit=1&cursor=${next}`,
      )
      expect(second.body.data[0].id > first.body.data[0].id).toBe(true)
      expect(
        (await world.call('GET', `/api/hotels?asOf=2020-01-01T00:00:00Z&sort=id&cursor=${next}`))
          .body.code,
      ).toBe('invalid_cursor')
    })

    test('no request caused an unexpected error', () => {
      expect(world.api.errors).toEqual([])
    })
  })

const standard: Record<string, true> = {
  id: true,
  version: true,
  createdAt: true,
  createdBy: true,
  updatedAt: true,
  updatedBy: true,
}
