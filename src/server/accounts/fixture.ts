/** Test fixture for accounts: a migrated database with roles and people, and the mounted routes. */
import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { own } from '#schemas/define/own.ts'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import { silentLog, migratedDatabase } from '#tests/support/database.ts'
import { onError } from '../http/errors.ts'
import { newRoutes } from '../web/routes.ts'
import type { Query } from '../database/query.ts'
import { memoryMailer } from '../mail/mailer.ts'
import type { PushSender } from '../notifications/push.ts'
import type { RuleBook } from '../store/write/rules.ts'
import { createWriter } from '../store/write/writer.ts'
import type { NewJob } from '../jobs/types.ts'
import { withAccounts } from './accountRules.ts'
import { createAccounts } from './accounts.ts'
import { createPeopleWriter } from './peopleWriter.ts'
import type { AccountsConfig, IdentityService } from './types.ts'

export const PASSWORD = 'a-good-password'

export const accountsFixture = async ({
  push,
  identity,
  rules = {},
  mail = false,
  ...config
}: Partial<AccountsConfig> & {
  now?: () => number
  push?: (query: Query) => PushSender
  identity?: IdentityService
  rules?: RuleBook
  /** A mail server is configured. */
  mail?: boolean
} = {}) => {
  const db = await migratedDatabase()
  const mailer = memoryMailer()
  const model = compileModel(resources)
  const errors: unknown[] = []
  const person = async (
    email: string,
    state: string,
    roles: string[] = [],
    vendor: string | null = null,
  ): Promise<string> => {
    const id = uuidv7()
    await db.query(
      'INSERT INTO employees (id, name, email, roles, vendor, state, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, now(), now())',
      [id, email.split('@')[0], email, roles, vendor, state],
    )
    return id
  }
  const role = async (name: string, allow: string[], deny: string[] = []): Promise<string> => {
    const id = uuidv7()
    await db.query(
      'INSERT INTO user_roles (id, name, grants, created_at, updated_at) VALUES ($1, $2, $3, now(), now())',
      [id, name, JSON.stringify({ allow, deny })],
    )
    return id
  }
  const enqueued: NewJob[] = []
  const enqueue = async (job: NewJob) => String(enqueued.push(job))
  const writer = createWriter({
    db,
    model,
    resources,
    rules: withAccounts(rules, model, { enqueue, identity, mail }),
  })
  const accounts = createAccounts({
    db,
    enqueue,
    pool: db.pool,
    model,
    mailer,
    ...(push ? { push: push(db.query) } : {}),
    log: { ...silentLog, error: (m) => errors.push(m) },
    identity,
    ...(config.now ? { now: config.now } : {}),
    config: {
      secret: 'a secret of the tests, long enough to be one',
      publicUrl: 'http://127.0.0.1:4300',
      ...config,
    },
    people: createPeopleWriter({
      model,
      query: db.query,
      writer,
    }),
  })
  const app = newRoutes()
  app.use('*', async (c, next) => {
    c.set('requestId', randomUUID())
    await next()
  })
  app.route('/', accounts.routes)
  app.onError(onError((entry) => errors.push(entry.error)))
  const call = async (
    method: string,
    path: string,
    options: {
      body?: unknown
      /** The raw body. */
      text?: string
      token?: string
      headers?: Record<string, string>
    } = {},
  ) => {
    const content =
      options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const response = await app.request(path, {
      method,
      headers: {
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...options.headers,
      },
      ...(content === undefined ? {} : { body: content }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      // oxlint-disable-next-line typescript/no-explicit-any -- responses of many shapes, read by tests alone
      body: (text ? JSON.parse(text) : undefined) as any,
    }
  }
  const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
    call('POST', '/api/auth/sign-in/email', { body: { email, password }, headers })
  const request = (token: string) =>
    new Request('http://127.0.0.1:4300/', { headers: { authorization: `Bearer ${token}` } })
  /** A person in a state, with an account. */
  const member = async (email: string, state = 'active', roles: string[] = []) => {
    const personId = await person(email, state, roles)
    const accountId = await accounts.createAccount({
      email,
      password: PASSWORD,
      name: email,
      verified: true,
      personId,
    })
    return { personId, accountId }
  }
  const mailedToken = async (email: string, path: string): Promise<string> => {
    const found = () => mailer.sent.findLast((m) => m.to === email && m.text.includes(path))
    for (let tries = 0; !found() && tries < 500; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const mail = found()
    if (!mail) throw new Error(`No mail with ${path} reached ${email}.`)
    return new URL(/http\S+/.exec(mail.text)![0]).searchParams.get('token')!
  }
  /** Registers somebody and returns the mailed link. */
  const register = async (email: string, name = 'New Person') => {
    const result = await call('POST', '/api/auth/sign-up/email', {
      body: { name, email, password: PASSWORD },
    })
    return { result, link: await mailedToken(email, '/auth/verify') }
  }
  /** Opens the mailed link with the password, which signs in. */
  const confirm = (link: string, password = PASSWORD) =>
    call('POST', '/api/auth/verify-email', { body: { token: link, password } })
  /** Runs the queued jobs. */
  const runJobs = async (): Promise<void> => {
    for (const job of enqueued.splice(0)) {
      await own(
        accounts.jobs,
        job.kind,
      )?.({
        ...job,
        id: randomUUID(),
        attempt: 1,
        saved: null,
        signal: new AbortController().signal,
        progress: async () => {},
        save: async () => {},
        afterEnd: () => {},
      })
    }
  }
  return {
    db,
    model,
    writer,
    runJobs,
    enqueue,
    mailer,
    accounts,
    call,
    signIn,
    request,
    person,
    role,
    member,
    mailedToken,
    register,
    confirm,
    errors,
    close: async () => {
      accounts.close()
      await db.close()
    },
  }
}

export type AccountsFixture = Awaited<ReturnType<typeof accountsFixture>>
