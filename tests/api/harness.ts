/**
 * For tests of the HTTP contract: the whole app on a fresh database, with people of
 * each role and a record of every entity.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type { Json, ResourceModel } from '#model/types.ts'
import { appliedAlone } from '#tests/support/alone.ts'
import { peopleModel } from '#server/permissions/people.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/pool.ts'
import { ensureBuiltInRoles } from '#server/firstStart.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { createServices } from '#server/services.ts'
import type { TxWriteContext } from '#server/store/write/writer.ts'
import { validBody } from '#tests/support/arbitrary.ts'
import { migratedDatabase, silentLog } from '#tests/support/database.ts'
import { samplePng } from '#tests/support/samplePng.ts'
import { fittings } from './fitting.ts'

export const PASSWORD = 'demo-password'

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read into responses of every route; a wrong guess fails the test
  readonly body: any
}
export interface CallOptions {
  readonly as?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly version?: number
}
export type Call = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>

/**
 * `records: false` creates no records, for suites that create their own; `db` is an empty database,
 * `env` adds configuration.
 */
export const startApi = async ({
  records = true,
  db,
  env,
}: {
  readonly records?: boolean
  readonly db?: Database
  readonly env?: Readonly<Record<string, string>>
} = {}) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'api-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET: 'a secret of the tests, long enough to be one',
    RATE_LIMITS: 'off',
    DEMO: '0',
    PORT: '4299',
    ...env,
  })
  const errors: string[] = []
  const mailer = memoryMailer()
  const services = await createServices(config, {
    db: db ?? (await migratedDatabase()),
    mailer,
    // Testing a backup needs a separate database, which the test role may not create.
    log: {
      ...silentLog,
      error: (message) => {
        if (!message.endsWith('permission denied to create database')) errors.push(message)
      },
    },
  })
  await ensureBuiltInRoles(services)
  const { model, writer, accounts } = services
  const app = createApp(services)
  const people = peopleModel(model)
  const tokens = new Map<string, string>()
  const system = (set?: TxWriteContext['set']): TxWriteContext => ({
    access: compileAccess(model, systemActor),
    channel: 'system',
    requestId: 'test',
    operationId: randomUUID(),
    ...(set ? { set } : {}),
  })

  const send: Call = async (
    method,
    address,
    { as = 'super-admin', body, headers = {}, version } = {},
  ) => {
    const form = body instanceof FormData
    const response = await app.request(address, {
      method,
      headers: {
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...(tokens.has(as) ? { authorization: `Bearer ${tokens.get(as)}` } : {}),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: form || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined,
    }
  }

  const call: Call = async (method, address, options = {}) => {
    const result = await send(method, address, options)
    return appliedAlone(send, method, address, result, options.as)
  }

  /** Creates a person with an account and signs them in as `name`. */
  const person = async (
    name: string,
    roles: readonly string[],
    tenant?: string,
  ): Promise<{ personId: string; email: string }> => {
    const email = `${name.replace(/\W/g, '-')}@example.com`
    const record = await writer.create(
      people.resource,
      {
        [people.person.name]: name,
        [people.person.email]: email,
        [people.person.roles]: roles,
        ...(tenant ? { [people.person.tenant]: tenant } : {}),
      },
      system({ state: people.person.active }),
    )
    await accounts.createAccount({
      email,
      password: PASSWORD,
      name,
      verified: true,
      personId: record.id,
    })
    tokens.set(
      name,
      (
        await call('POST', '/api/auth/sign-in/email', {
          as: '',
          body: { email, password: PASSWORD },
        })
      ).body.token,
    )
    // A suite takes longer than a proof of identity is valid.
    await services.db.query(`UPDATE "session" SET "provedAt" = now() + interval '1 day'`)
    return { personId: record.id, email }
  }
  await person('super-admin', [builtInRole('super-admin').id])

  const known = new Map<string, string[]>()
  /** Records not yet referenced by a body, by entity and field. */
  const pools = new Map<string, string[]>()
  let seed = 1
  const idOf = (collection: string): string => {
    const [id] = known.get(collection) ?? []
    if (!id) throw new Error(`There is no record of ${collection}.`)
    return id
  }
  const targets = (collection: string): readonly string[] =>
    (known.get(collection) ?? []).slice(0, 1)
  /**
   * Values that rules require in a body; references that must be new are taken from those `reserve`
   * created.
   */
  const tiesOf = (resource: ResourceModel): Record<string, Json> => {
    const { ties, fresh = {} } = fittings[resource.entity] ?? {}
    const taken = Object.keys(fresh).map((name): [string, Json] => {
      const id = pools.get(`${resource.entity}.${name}`)?.pop()
      if (!id) {
        throw new Error(`No ${fresh[name]} are left for ${resource.collection}; reserve more.`)
      }
      return [name, id]
    })
    return { ...ties?.({ idOf }), ...Object.fromEntries(taken) }
  }
  /**
   * A create body with the required fields only; references are to the first record of each
   * collection, which no test deletes.
   */
  const bodyOf = (resource: ResourceModel): Record<string, Json> => {
    const [drawn] = fc.sample(validBody(resource, targets), { numRuns: 1, seed: seed++ })
    return {
      ...Object.fromEntries(
        resource.fields
          .filter((f) => f.required && !f.derived)
          .map((f) => [f.name, drawn![f.name] ?? null]),
      ),
      ...fittings[resource.entity]?.needs,
      ...tiesOf(resource),
    }
  }
  const resourceOf = (collection: string): ResourceModel =>
    model.resources.find((r) => r.collection === collection)!
  /** Ensures that `count` more bodies of an entity can be built without a write. */
  const reserve = async (resource: ResourceModel, count: number): Promise<void> => {
    for (const [name, collection] of Object.entries(fittings[resource.entity]?.fresh ?? {})) {
      const pool = pools.get(`${resource.entity}.${name}`) ?? []
      pools.set(`${resource.entity}.${name}`, pool)
      while (pool.length < count) {
        pool.push(
          (await writer.create(resourceOf(collection), bodyOf(resourceOf(collection)), system()))
            .id,
        )
      }
    }
  }
  const create = async (
    resource: ResourceModel,
    as?: string,
  ): Promise<{ id: string; version: number } & Record<string, Json>> => {
    await reserve(resource, 1)
    const result = await call('POST', `/api/${resource.collection}`, {
      body: bodyOf(resource),
      ...(as ? { as } : {}),
    })
    if (result.status !== 201) throw new Error(`${resource.collection}: ${result.text}`)
    known.set(resource.collection, [...(known.get(resource.collection) ?? []), result.body.data.id])
    return result.body.data
  }
  /** Creates a record in a state, by whatever steps lead there; `more` are values of its body. */
  const createIn = async (
    resource: ResourceModel,
    state: string,
    more: Readonly<Record<string, Json>> = {},
  ): Promise<{ id: string; version: number }> => {
    await reserve(resource, 1)
    return writer.create(resource, { ...bodyOf(resource), ...more }, system({ state }))
  }
  const makeAll = async (): Promise<void> => {
    const form = new FormData()
    form.set('file', new File([samplePng(8, 8, [15, 32, 81]) as BlobPart], 'sample.png'))
    known.set('files', [(await call('POST', '/api/files', { body: form })).body.data.id])
    for (const { collection, table } of model.resources.filter((r) => r.readOnly)) {
      known.set(
        collection,
        (
          await services.db.query<{ id: string }>(`select id from "${table}" order by id limit 1`)
        ).rows.map((r) => r.id),
      )
    }
    // References first: an entity is created once everything it needs exists.
    const waiting = model.resources.filter((r) => !r.readOnly)
    while (waiting.length) {
      const next = waiting.findIndex(
        (r) =>
          r.fields.every((f) => !f.required || !f.ref || known.has(f.ref)) &&
          (fittings[r.entity]?.uses ?? []).every((c) => known.has(c)),
      )
      if (next < 0) throw new Error('The references of the entities go round in a circle.')
      const [resource] = waiting.splice(next, 1)
      const starts = fittings[resource!.entity]?.starts
      let { id, version } = starts ? await createIn(resource!, starts) : await create(resource!)
      if (starts) known.set(resource!.collection, [id])
      for (const state of fittings[resource!.entity]?.through ?? []) {
        ;({ id, version } = await writer.transition(
          resource!,
          { id, version },
          state,
          {},
          system(),
        ))
      }
      await reserve(resource!, 8)
    }
    for (const resource of model.resources.filter((r) => r.readOnly)) {
      const { made } = fittings[resource.entity] ?? {}
      if (!made) continue
      await reserve(resource, 2)
      const valuesOf = (n: number) => ({ ...made({ idOf }, n), ...tiesOf(resource) })
      const first = await writer.create(resource, {}, system(valuesOf(1)))
      await writer.create(resource, {}, system(valuesOf(2)))
      known.set(resource.collection, [first.id])
    }
  }
  if (records) await makeAll()

  return {
    app,
    services,
    model,
    call,
    person,
    mails: mailer.sent,
    create,
    createIn,
    bodyOf,
    tiesOf,
    reserve,
    targets,
    idOf,
    errors,
    tokens,
    close: async () => {
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Api = Awaited<ReturnType<typeof startApi>>
