/** For tests of the HTTP contract: the whole app over a fresh database of either kind, people of each role, one record of every entity. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type { Json, ResourceModel } from '#model/types.ts'
import { peopleModel } from '#server/accounts/people.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { ensureBuiltInRoles } from '#server/firstStart.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { builtInRole } from '#server/rules/userRole.builtin.ts'
import { createServices } from '#server/services.ts'
import type { TxWriteContext } from '#server/store/write/writer.ts'
import { validBody } from '#tests/support/arbitrary.ts'
import { silentLog, testDatabase, type Tier } from '#tests/support/database.ts'

export const PASSWORD = 'demo-password'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read into answers of every route; a wrong guess fails the test
export interface Answer { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: any }
export interface CallOptions { readonly as?: string; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>>; readonly version?: number }
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

/** What one entity needs beside its required fields, because a rule asks for it. */
const extras: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  hotel: { roomTypes: [{ code: 'STD', name: 'Standard', adults: 2, children: 0, rooms: 5000, nightlyRate: { amount: 9900, currency: 'EUR' } }] },
  booking: { roomTypeCode: 'STD', checkIn: '2030-05-01', checkOut: '2030-05-03' },
}

/** `records: false` leaves the database without any, for suites that make their own. */
export const startApi = async (tier: Tier, { records = true }: { readonly records?: boolean } = {}) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'api-'))
  const config = readConfig({ DATA_DIR: dataDir, SECRET: 'a secret of the tests, long enough to be one', RATE_LIMITS: 'off', DEMO: '0', PORT: '4299' })
  const errors: string[] = []
  const services = await createServices(config, { db: await testDatabase(tier), mailer: memoryMailer(), log: { ...silentLog, error: (message) => errors.push(message) } })
  await ensureBuiltInRoles(services)
  const { model, writer, accounts } = services
  const app = createApp(services)
  const people = peopleModel(model)
  const tokens = new Map<string, string>()
  const system = (set?: TxWriteContext['set']): TxWriteContext => ({ access: compileAccess(model, systemActor), channel: 'system', requestId: 'test', operationId: randomUUID(), ...(set ? { set } : {}) })

  const call: Call = async (method, address, { as = 'super-admin', body, headers = {}, version } = {}) => {
    const form = body instanceof FormData
    const response = await app.request(address, {
      method,
      headers: {
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }), ...(tokens.has(as) ? { authorization: `Bearer ${tokens.get(as)}` } : {}),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }), ...headers,
      },
      ...(body === undefined ? {} : { body: form || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined }
  }

  /** Makes a person with an account and signs them in under `name`. */
  const person = async (name: string, roles: readonly string[], tenant?: string): Promise<{ personId: string; email: string }> => {
    const email = `${name.replace(/\W/g, '-')}@example.com`
    const record = await writer.create(people.resource, { [people.person.name]: name, [people.person.email]: email, [people.person.roles]: roles, ...(tenant ? { [people.person.tenant]: tenant } : {}) }, system({ state: people.person.active }))
    await accounts.createAccount({ email, password: PASSWORD, name, verified: true, personId: record.id })
    tokens.set(name, (await call('POST', '/api/auth/sign-in/email', { as: '', body: { email, password: PASSWORD } })).body.token)
    return { personId: record.id, email }
  }
  await person('super-admin', [builtInRole('super-admin').id])

  const known = new Map<string, string[]>()
  let seed = 1
  /** A create body with the required fields only; references go to the first record of each collection, which no test deletes. */
  const bodyOf = (resource: ResourceModel): Record<string, Json> => {
    const [drawn] = fc.sample(validBody(resource, (collection) => (known.get(collection) ?? []).slice(0, 1)), { numRuns: 1, seed: seed++ })
    return { ...Object.fromEntries(resource.fields.filter((f) => f.required && !f.derived).map((f) => [f.name, drawn![f.name] ?? null])), ...extras[resource.entity] }
  }
  const create = async (resource: ResourceModel, as?: string): Promise<{ id: string; version: number } & Record<string, Json>> => {
    const answer = await call('POST', `/api/${resource.collection}`, { body: bodyOf(resource), ...(as ? { as } : {}) })
    if (answer.status !== 201) throw new Error(`${resource.collection}: ${answer.text}`)
    known.set(resource.collection, [...(known.get(resource.collection) ?? []), answer.body.data.id])
    return answer.body.data
  }
  // References first: an entity comes as soon as everything it needs is there.
  const waiting = records ? [...model.resources] : []
  while (waiting.length) {
    const next = waiting.findIndex((r) => r.fields.every((f) => !f.required || !f.ref || known.has(f.ref)))
    if (next < 0) throw new Error('The references of the entities go round in a circle.')
    await create(waiting.splice(next, 1)[0]!)
  }

  return {
    app, services, model, call, person, create, bodyOf, errors, tokens,
    idOf: (collection: string): string => known.get(collection)![0]!,
    close: async () => {
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Api = Awaited<ReturnType<typeof startApi>>
