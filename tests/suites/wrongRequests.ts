/**
 * Invalid and valid requests derived from the schemas: each invalid one gets a problem that names
 * the error and changes nothing; each valid body is returned as sent. Complete per field;
 * `tests/api/wrongRequests.test.ts` draws further ones at random.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMasked } from '#schemas/define/kinds.ts'
import { compileModel } from '#model/compile.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { validate } from '#model/validation.ts'
import { resources } from '#schemas/index.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import { rules } from '#server/rules/index.ts'
import type { RuleBook } from '#server/store/write/rules.ts'
import { startApi, type ApiResponse, type Api } from '#tests/api/harness.ts'
import { invalidValues, validBody, validValue } from '#tests/support/arbitrary.ts'
import { wrongAddresses, wrongCursors, type Wrong } from './wrongRequests.addresses.ts'
import { holds, innerWrong, renew, stored } from './wrongRequests.values.ts'

const SEED = Number(process.env.WRONG_SEED ?? 20_261_122)
const LEAST = 20_000
const all = compileModel(resources).resources
const entities = all.filter((r) => !r.readOnly)
const declared = resources as Readonly<Record<string, AnyResource>>

const deep = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
/** Values that no field of any kind accepts, as JSON text. */
const hostile = [
  '1e400',
  '9'.repeat(300),
  '-1e-400x',
  '"\\u0000"',
  '"\\ud800x"',
  '"\\udc00"',
  deep(30),
  '[[[[[[]]]]]]',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":1}}',
  `"${'x'.repeat(50_000)}"`,
]
/** The suite on one kind of database; each has its own file, so that they run in parallel. */
export const wrongRequestSuite = (): void =>
  void describe(`invalid requests (seed ${SEED})`, () => {
    let api: Api
    let sent = 0
    beforeAll(async () => {
      api = await startApi()
    }, 180_000)
    afterAll(() => api?.close())

    const state = async (): Promise<string[]> => {
      const tables = api.model.resources.map((r) => r.table)
      const texts = [
        ...tables.map(
          (t) =>
            `select '${t} ' || count(*) || ' ' || coalesce(sum(version), 0) as line from "${t}"`,
        ),
        ...['audit', 'files', 'jobs', 'idempotency'].map(
          (t) => `select '${t} ' || count(*) as line from ${t}`,
        ),
      ]
      return (await api.services.db.query<{ line: string }>(texts.join(' union all '))).rows.map(
        (r) => r.line,
      )
    }
    /** Sends it and checks what holds for every refusal. */
    const wrong: Wrong = async (
      method,
      address,
      options = {},
      statuses = [400, 404, 405, 409, 412, 413, 415, 422, 428],
    ) => {
      sent++
      const response = await api.call(method, address, options)
      const request = `${method} ${address.slice(0, 200)} ${JSON.stringify(options)?.slice(0, 300)}: ${response.status} ${response.text.slice(0, 300)}`
      expect(statuses, request).toContain(response.status)
      expect(response.headers.get('content-type'), request).toBe(
        'application/problem+json; charset=utf-8',
      )
      expect(response.body, request).toMatchObject({
        status: response.status,
        code: expect.stringMatching(/^[a-z_]+$/),
        requestId: response.headers.get('x-request-id'),
        title: expect.any(String),
        detail: expect.any(String),
      })
      const { current: _, ...problem } = response.body as Record<string, unknown>
      expect(JSON.stringify(problem), request).not.toMatch(
        /\\n\s+at |node_modules|\bselect\b.+\bfrom\b|insert into|syntax error|pg_|\/work\/|\.ts:/i,
      )
      if (response.status === 422) {
        expect(response.body.errors?.length, request).toBeGreaterThan(0)
        for (const e of response.body.errors) {
          expect(e, request).toMatchObject({
            path: expect.any(String),
            code: expect.stringMatching(/^[a-z_]+$/),
            message: expect.any(String),
          })
        }
      }
      return response
    }

    describe.each(entities.map((r) => [r.collection, r] as const))(
      '%s',
      (collection, resource: ResourceModel) => {
        const base = `/api/${collection}`
        const one = () => `${base}/${api.idOf(collection)}`
        const version = async (): Promise<number> =>
          (await api.call('GET', one())).body.data.version
        let before: string[]
        beforeAll(async () => {
          await api.reserve(resource, 80)
          before = await state()
        })
        const unchanged = async () => expect(await state()).toEqual(before)
        const writable = resource.fields.filter((f) => !f.derived && f.kind !== 'state')
        /**
         * Target of a call that is valid except for its address or version: a record, or a
         * transition where records are immutable.
         */
        const change = resource.appendOnly
          ? { method: 'POST', tail: `/actions/${resource.transitions[0]!.name}` }
          : { method: 'PATCH', tail: '' }
        /**
         * Sends one value, as JSON text, in every call that accepts it: a create, and an update if
         * there is one.
         */
        const offer = async (
          name: string,
          text: string,
          { good, v }: { readonly good: Record<string, Json>; readonly v: number },
          statuses: readonly number[],
          each = true,
        ): Promise<ApiResponse[]> => {
          const others = Object.entries(good)
            .filter(([n]) => n !== name)
            .map(([n, value]) => `${JSON.stringify(n)}:${JSON.stringify(value)}`)
          const whole = `{${[...others, `${JSON.stringify(name)}:${text}`].join()}}`
          return [
            ...(each || resource.appendOnly
              ? [await wrong('POST', base, { body: whole }, statuses)]
              : []),
            ...(resource.appendOnly
              ? []
              : [
                  await wrong(
                    'PATCH',
                    one(),
                    { version: v, body: `{${JSON.stringify(name)}:${text}}` },
                    statuses,
                  ),
                ]),
          ]
        }

        test('each invalid value of each field returns 422 and names the field', async () => {
          const good = api.bodyOf(resource)
          const v = await version()
          for (const field of writable) {
            for (const value of [...invalidValues(field), ...innerWrong(field)]) {
              for (const response of await offer(
                field.name,
                JSON.stringify(value),
                { good, v },
                [422],
              )) {
                expect(
                  (response.body.errors as { path: string }[]).some(
                    (e) => e.path === field.name || e.path.startsWith(`${field.name}.`),
                  ),
                  `${field.name} = ${JSON.stringify(value)}: ${response.text}`,
                ).toBe(true)
              }
            }
            for (const text of hostile) {
              await offer(
                field.name,
                text,
                { good, v },
                field.kind === 'json' || resource.grants === field.name
                  ? [400, 422]
                  : [400, 413, 422],
                false,
              )
            }
            if (field.required) {
              await wrong(
                'POST',
                base,
                {
                  body: Object.fromEntries(
                    Object.entries(good).filter(([name]) => name !== field.name),
                  ),
                },
                [422],
              )
            }
          }
          await unchanged()
        })

        test('unknown, derived and standard names return 422 with the code unknown_name', async () => {
          const v = await version()
          const good = api.bodyOf(resource)
          for (const name of [
            'nope',
            '__proto__',
            'constructor',
            'id',
            'version',
            'createdAt',
            'createdBy',
            'deletedAt',
            'search',
            '',
            'x'.repeat(300),
            ...resource.fields.filter((f) => f.derived || f.kind === 'state').map((f) => f.name),
          ]) {
            for (const response of await offer(name, '1', { good, v }, [422], false)) {
              expect(response.body.errors).toEqual([
                expect.objectContaining({ path: name, code: 'unknown_name' }),
              ])
            }
          }
          await unchanged()
        })

        test('each unknown parameter and invalid value in a URL returns 400', async () => {
          await wrongAddresses(wrong, resource)
          for (const tail of ['?purge=1', '?x=1']) {
            await wrong('DELETE', one() + tail, { version: 1 }, [resource.appendOnly ? 405 : 400])
          }
          await unchanged()
        })

        test('forged, truncated and foreign cursors return 400', async () => {
          await api.create(resource)
          before = await state()
          await wrongCursors(api, wrong, resource)
          await unchanged()
        })

        test('invalid ids, methods, headers and content types are rejected', async () => {
          const v = await version()
          for (const id of [
            'x',
            '0',
            '%27',
            '%2e%2e',
            "1' or '1'='1",
            `${randomUUID()}x`,
            randomUUID(),
            '%F0%9F%98%80',
          ]) {
            for (const [method, tail, options] of [
              ['GET', '', {}],
              ['GET', '/history', {}],
              ['GET', '/where-used', {}],
              ['PATCH', '', { version: 1, body: {} }],
              ['DELETE', '', { version: 1 }],
              ['POST', '/restore', { version: 1 }],
              ['POST', '/history/1/restore', { version: 1 }],
            ] as const) {
              await wrong(
                method,
                `${base}/${id}${tail}`,
                options,
                resource.appendOnly ? [404, 405] : [404],
              )
            }
          }
          for (const [method, address] of [
            ['PUT', base],
            ['PATCH', base],
            ['DELETE', base],
            ['PUT', one()],
            ['POST', one()],
            ['POST', `${base}/options`],
            ['GET', `${base}/import`],
            ['DELETE', `${base}/export.csv`],
          ] as const) {
            await wrong(
              method,
              address,
              { version: 1, ...(method === 'GET' ? {} : { body: {} }) },
              [404, 405, 428],
            )
          }
          for (const match of ['x', '*', '""', '1.5', '-1', '"1", "2"', '9'.repeat(20)]) {
            await wrong(
              change.method,
              one() + change.tail,
              { headers: { 'if-match': match }, body: {} },
              [400],
            )
          }
          await wrong(change.method, one() + change.tail, { body: {} }, [428])
          await wrong(change.method, one() + change.tail, { version: v + 1, body: {} }, [412])
          for (const key of ['', 'x'.repeat(256)]) {
            await wrong(
              'POST',
              base,
              { headers: { 'idempotency-key': key }, body: api.bodyOf(resource) },
              [400],
            )
          }
          for (const type of [
            'text/plain',
            'application/xml',
            'multipart/form-data',
            'application/x-www-form-urlencoded',
            '',
          ]) {
            await wrong(
              'POST',
              base,
              { headers: { 'content-type': type }, body: JSON.stringify(api.bodyOf(resource)) },
              [415],
            )
          }
          for (const body of [
            '',
            '{',
            '[',
            '{"a":1,}',
            'undefined',
            '\u{feff}{',
            deep(60),
            '{"a":'.repeat(20_000),
          ]) {
            await wrong('POST', base, { body }, [400])
          }
          for (const body of ['null', '[]', '"x"', '7', 'true']) {
            await wrong('POST', base, { body }, [422])
          }
          await wrong('POST', base, { body: `"${'x'.repeat(1_000_001)}"` }, [413])
          for (const to of ['nowhere', '__proto__', 'constructor', '%00']) {
            await wrong('POST', `${one()}/actions/${to}`, { version: v, body: {} }, [400, 404])
          }
          for (const t of resource.transitions) {
            for (const body of [
              { reason: 5 },
              { nope: 1 },
              { reason: '\u0000' },
              [],
              { reason: 'x'.repeat(5_000) },
            ]) {
              await wrong('POST', `${one()}/actions/${t.name}`, { version: v, body }, [409, 422])
            }
          }
          await unchanged()
        })

        test('unreadable imports are rejected before anything is stored', async () => {
          const form = (
            fields: Record<string, string>,
            file: File | undefined = new File(['a,b\n1,2\n'], 'a.csv'),
          ): FormData => {
            const body = new FormData()
            if (file) body.set('file', file)
            for (const [k, v] of Object.entries(fields)) body.set(k, v)
            return body
          }
          const { name } =
            writable.find((f) => f.name === resource.title) ??
            writable.find((f) => f.kind !== 'ref')!
          const mapping = JSON.stringify({ fields: { [name]: 'a' } })
          for (const more of [
            '',
            '{',
            'null',
            '[]',
            '7',
            '{}',
            '{"fields":{}}',
            '{"fields":{"nope":"a"}}',
            '{"fields":{"id":"a"}}',
            '{"fields":{"__proto__":"a"}}',
            '{"fields":[]}',
            '{"nulls":1,"fields":{}}',
            `{"fields":{"${name}":{"nope":1}}}`,
            `{"fields":{"${name}":{"by":"x","column":"a"}}}`,
            `{"fields":{"${name}":{"addDays":["nope","a"]}}}`,
            deep(50),
          ]) {
            await wrong(
              'POST',
              `${base}/import`,
              { body: form({ mapping: more, mode: 'partial' }) },
              [400, 422],
            )
          }
          for (const mode of ['', 'all', 'PARTIAL', '__proto__']) {
            await wrong('POST', `${base}/import`, { body: form({ mapping, mode }) }, [422])
          }
          for (const upsertBy of ['nope', 'id', '__proto__']) {
            await wrong(
              'POST',
              `${base}/import`,
              { body: form({ mapping, mode: 'partial', upsertBy }) },
              [422],
            )
          }
          for (const history of ['yes', '1', 'TRUE', '__proto__']) {
            await wrong(
              'POST',
              `${base}/import`,
              { body: form({ mapping, mode: 'partial', history }) },
              [422],
            )
          }
          for (const reason of [1, {}, { by: 'x', column: 'a' }]) {
            await wrong(
              'POST',
              `${base}/import`,
              {
                body: form({
                  mapping: JSON.stringify({ fields: { [name]: 'a' }, reason }),
                  mode: 'partial',
                }),
              },
              [422],
            )
          }
          await wrong('POST', `${base}/import`, { body: form({ mode: 'partial' }) }, [422])
          await wrong(
            'POST',
            `${base}/import`,
            {
              body: (() => {
                const f = new FormData()
                f.set('mapping', mapping)
                f.set('mode', 'partial')
                return f
              })(),
            },
            [422],
          )
          for (const [type, text] of [
            ['multipart/form-data', 'x'],
            ['multipart/form-data; boundary=x', '--y\r\n'],
            ['multipart/form-data; boundary=x', ''],
            ['application/json', '{}'],
            ['text/csv', 'a,b'],
          ] as const) {
            await wrong(
              'POST',
              `${base}/import`,
              { headers: { 'content-type': type }, body: text },
              [400, 415, 422],
            )
          }
          await unchanged()
        })

        const previews = Object.keys((rules as RuleBook)[resource.entity]?.previews ?? {})
        if (previews.length) {
          test('previews reject or ignore unexpected input', async () => {
            // Only its rule knows a preview's parameters, so every name is tried with every value.
            for (const preview of previews) {
              for (const name of [
                'plan',
                'after',
                'before',
                'state',
                'kinds',
                'days',
                'refund',
                'nope',
                '__proto__',
              ]) {
                for (const value of [
                  '',
                  'x',
                  '-1',
                  '9'.repeat(40),
                  '0-' + '-'.repeat(36),
                  '0-' + 'a'.repeat(36),
                  randomUUID(),
                  '0000-01-01',
                  `0000-01-01T00:00:00.000Z~${randomUUID()}`,
                  `2026-01-01T00:00:00+23:59~${randomUUID()}`,
                  '%F0%9F%98%80',
                ]) {
                  const response = await api.call(
                    'GET',
                    `${one()}/previews/${preview}?${name}=${value}`,
                  )
                  expect(
                    [200, 400, 404, 409, 422],
                    `${preview}?${name}=${value}: ${response.text.slice(0, 300)}`,
                  ).toContain(response.status)
                }
              }
            }
            await unchanged()
          })
        }

        if (resource.actions.length) {
          test('named actions reject invalid input by field, wrong states and stale versions', async () => {
            for (const action of resource.actions) {
              const inState = async (state: string | undefined) =>
                state === undefined
                  ? { id: api.idOf(collection), version: await version() }
                  : api.createIn(resource, state)
              const at = (id: string) => `${base}/${id}/actions/${action.name}`
              const { id, version: v } = await inState(action.from[0])
              const elsewhere = resource.states.find(
                (s) => action.from.length > 0 && !action.from.includes(s.value),
              )
              const other = elsewhere && (await inState(elsewhere.value))
              before = await state()
              const [good] = fc.sample(
                fc.record(
                  Object.fromEntries(
                    action.fields.map((f) => [f.name, validValue(f, api.targets)]),
                  ),
                ),
                { numRuns: 1, seed: SEED },
              ) as [Record<string, Json>]
              const names = (response: ApiResponse) =>
                (response.body.errors as { path: string }[]).map((e) => e.path.split('.')[0])
              for (const field of action.fields) {
                for (const value of [
                  ...invalidValues(field),
                  ...innerWrong(field),
                  ...(field.kind === 'ref' ? [randomUUID(), ''] : []),
                ]) {
                  expect(
                    names(
                      await wrong(
                        'POST',
                        at(id),
                        { version: v, body: { ...good, [field.name]: value } },
                        [422],
                      ),
                    ),
                    `${field.name} = ${JSON.stringify(value)}`,
                  ).toContain(field.name)
                }
                for (const text of hostile) {
                  await wrong(
                    'POST',
                    at(id),
                    { version: v, body: `{${JSON.stringify(field.name)}:${text}}` },
                    [400, 413, 422],
                  )
                }
                if (field.required) {
                  expect(
                    names(
                      await wrong(
                        'POST',
                        at(id),
                        {
                          version: v,
                          body: Object.fromEntries(
                            Object.entries(good).filter(([name]) => name !== field.name),
                          ),
                        },
                        [422],
                      ),
                    ),
                  ).toEqual([field.name])
                }
              }
              for (const name of ['nope', '__proto__', 'constructor', 'id', 'state']) {
                await wrong(
                  'POST',
                  at(id),
                  {
                    version: v,
                    body: `${JSON.stringify(good).slice(0, -1)}${action.fields.length ? ',' : ''}${JSON.stringify(name)}:1}`,
                  },
                  [422],
                )
              }
              for (const body of ['[]', '"x"', '7', 'true']) {
                await wrong('POST', at(id), { version: v, body }, [422])
              }
              for (const body of ['{', deep(60)]) {
                await wrong('POST', at(id), { version: v, body }, [400])
              }
              await wrong('POST', at(id), { body: good }, [428])
              await wrong('POST', at(id), { version: v + 1, body: good }, [412])
              for (const none of ['x', randomUUID()]) {
                await wrong('POST', at(none), { version: 1, body: good }, [404])
              }
              if (other) {
                await wrong('POST', at(other.id), { version: other.version, body: good }, [409])
              }
              await unchanged()
            }
          })
        }

        test('valid bodies are returned as sent, after create and update', async () => {
          const fixed = api.bodyOf(resource)
          // Values that domain rules tie to other records come from a body that is known to be
          // valid.
          const ties = new Set(Object.keys(api.tiesOf(resource)))
          const tied = Object.keys(fixed).filter(
            (name) =>
              ties.has(name) ||
              ['ref', 'refs', 'day'].includes(resource.fields.find((f) => f.name === name)!.kind),
          )
          const unique = resource.fields.filter(
            (f) => f.kind !== 'ref' && resource.unique.flat().includes(f.name),
          )
          const bodies = validBody(resource, api.targets)
            .map((b) => ({ ...b, ...Object.fromEntries(tied.map((name) => [name, fixed[name]!])) }))
            .filter(
              (b) =>
                validate(declared[resource.entity]!, b, { mode: 'create' }).ok && b.rooms !== 0,
            )
          await fc.assert(
            fc.asyncProperty(bodies, bodies, async (first, second) => {
              const fresh = (b: Record<string, Json>): Record<string, Json> => ({
                ...b,
                ...api.tiesOf(resource),
                ...Object.fromEntries(
                  unique
                    .filter((f) => typeof b[f.name] === 'string')
                    .map((f) => [f.name, renew(f, randomUUID())]),
                ),
                ...(typeof b.rooms === 'number' ? { rooms: 1 } : {}),
              })
              const body = fresh(first)
              const change = Object.fromEntries(
                Object.entries(fresh(second)).filter(
                  ([name]) =>
                    !resource.fields.find((f) => f.name === name)!.immutable &&
                    !resource.approvals?.some((a) => a.on === 'field' && a.name === name),
                ),
              )
              // An update is combined with the record's values: rules that compare fields see both.
              fc.pre(
                validate(declared[resource.entity]!, { ...body, ...change }, { mode: 'create' }).ok,
              )
              const made = await api.call('POST', base, { body })
              expect(made.status, `${made.text} for ${JSON.stringify(body)}`).toBe(201)
              const got = (await api.call('GET', `${base}/${made.body.data.id}`)).body
                .data as Record<string, Json>
              for (const [name, value] of Object.entries(body)) {
                if (!isMasked(resource.fields.find((f) => f.name === name)!)) {
                  expect(
                    holds(got[name], stored(resource, name, value)),
                    `${name}: ${JSON.stringify(got[name])} for ${JSON.stringify(value)}`,
                  ).toBe(true)
                }
              }
              if (resource.appendOnly) return
              const patched = await api.call('PATCH', `${base}/${made.body.data.id}`, {
                version: made.body.data.version,
                body: change,
              })
              expect(patched.status, `${patched.text} for ${JSON.stringify(change)}`).toBe(200)
              const again = (await api.call('GET', `${base}/${made.body.data.id}`)).body
                .data as Record<string, Json>
              for (const [name, value] of Object.entries({ ...body, ...change })) {
                if (!isMasked(resource.fields.find((f) => f.name === name)!)) {
                  expect(
                    holds(again[name], stored(resource, name, value)),
                    `${name}: ${JSON.stringify(again[name])} for ${JSON.stringify(value)}`,
                  ).toBe(true)
                }
              }
            }),
            { numRuns: 15, seed: SEED },
          )
        })
      },
    )

    describe.each(all.filter((r) => r.readOnly).map((r) => [r.collection, r] as const))(
      '%s, written only by the server',
      (collection, resource: ResourceModel) => {
        const base = `/api/${collection}`

        test('each invalid URL returns 400, and no request writes anything', async () => {
          const before = await state()
          await wrongAddresses(wrong, resource)
          await wrongCursors(api, wrong, resource)
          const one = `${base}/${api.idOf(collection)}`
          for (const body of ['{}', '[]', '{', `{${JSON.stringify(resource.title)}:"x"}`]) {
            for (const [method, address] of [
              ['POST', base],
              ['PATCH', one],
              ['DELETE', one],
            ] as const) {
              await wrong(method, address, { version: 1, body }, [405])
            }
          }
          for (const address of [
            `${one}/restore`,
            `${one}/history/1/restore`,
            `${one}/actions/nope`,
            `${base}/import`,
          ]) {
            await wrong('POST', address, { version: 1, body: {} }, [404, 405])
          }
          for (const id of ['x', '0', '%27', randomUUID(), '%F0%9F%98%80']) {
            for (const tail of ['', '/history']) {
              await wrong('GET', `${base}/${id}${tail}`, {}, [404])
            }
          }
          expect(await state()).toEqual(before)
        })
      },
    )

    test(`at least ${LEAST} invalid requests were sent, and none caused an unexpected error`, () => {
      console.log(`${sent} wrong requests, seed ${SEED}`)
      expect(sent).toBeGreaterThanOrEqual(LEAST)
      expect(api.errors).toEqual([])
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    })
  })
