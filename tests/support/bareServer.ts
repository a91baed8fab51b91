/**
 * The whole HTTP side on an empty database: people as the test creates them, no
 * sample records.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Json } from '#model/types.ts'
import { appliedAlone } from './alone.ts'
import { peopleModel } from '#server/permissions/people.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { ensureBuiltInRoles } from '#server/firstStart.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { createServices } from '#server/services.ts'
import { migratedDatabase, silentLog } from './database.ts'

export const PASSWORD = 'demo-password'

export interface ApiResponse {
  readonly status: number
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read into responses of every route; a wrong guess fails the test
  readonly body: any
  readonly headers: Headers
}

/** Starts it with one super-admin, signed in as `super-admin`. `env` adds to the configuration. */
export const startBare = async (env: Readonly<Record<string, string>> = {}) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bare-'))
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
    db: await migratedDatabase(),
    mailer,
    log: { ...silentLog, error: (message) => errors.push(message) },
  })
  await ensureBuiltInRoles(services)
  const { model, writer, accounts } = services
  const app = createApp(services)
  const people = peopleModel(model)
  const tokens = new Map<string, string>()

  const send = async (
    method: string,
    address: string,
    {
      as = 'super-admin',
      body,
      version,
      headers = {},
    }: { as?: string; body?: unknown; version?: number; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse> => {
    const response = await app.request(address, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(tokens.has(as) ? { authorization: `Bearer ${tokens.get(as)}` } : {}),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined,
    }
  }
  const call = async (
    method: string,
    address: string,
    ...given: [options?: Parameters<typeof send>[2]]
  ): Promise<ApiResponse> => {
    const result = await send(method, address, ...given)
    return appliedAlone(send, method, address, result, given[0]?.as)
  }
  /** Signs somebody in (again) as `name`. */
  const signIn = async (name: string, email: string, password = PASSWORD): Promise<string> => {
    const { body } = await call('POST', '/api/auth/sign-in/email', {
      as: '',
      body: { email, password },
    })
    tokens.set(name, body.token)
    return body.token
  }
  /**
   * Creates a person with an account, by names of built-in roles or ids, and signs them in as
   * `name`.
   */
  const person = async (
    name: string,
    roles: readonly string[],
    tenant?: string,
  ): Promise<{ readonly id: string; readonly email: string }> => {
    const email = `${name.replace(/\W/g, '-')}@example.com`
    const ids = roles.map((role) => (role.includes('-7') ? role : builtInRole(role).id))
    const record = await writer.create(
      people.resource,
      {
        [people.person.name]: name,
        [people.person.email]: email,
        [people.person.roles]: ids,
        ...(tenant ? { [people.person.tenant]: tenant } : {}),
      },
      {
        access: compileAccess(model, systemActor),
        channel: 'system',
        requestId: 'test',
        operationId: randomUUID(),
        set: { state: people.person.active },
      },
    )
    await accounts.createAccount({
      email,
      password: PASSWORD,
      name,
      verified: true,
      personId: record.id,
    })
    await signIn(name, email)
    return { id: record.id, email }
  }
  /** Creates a record by the API; throws the response unless 201. */
  const make = async (
    collection: string,
    body: Readonly<Record<string, Json>>,
    as?: string,
  ): Promise<
    { readonly id: string; readonly version: number } & Readonly<Record<string, Json>>
  > => {
    const result = await call('POST', `/api/${collection}`, { body, ...(as ? { as } : {}) })
    if (result.status !== 201) throw new Error(`${collection}: ${result.text}`)
    return result.body.data
  }
  await person('super-admin', ['super-admin'])
  return {
    app,
    services,
    model,
    call,
    person,
    signIn,
    make,
    tokens,
    errors,
    mails: mailer.sent,
    close: async () => {
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Bare = Awaited<ReturnType<typeof startBare>>
