import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryMailer, createMailer } from './mail/mailer.ts'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import { accountsWithPassword, resetByOperator } from './accounts/operator.ts'
import { createApp } from './app.ts'
import { publicConfig, readConfig } from './config.ts'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import type { Database } from './database/pool.ts'
import { DEMO_PASSWORD } from './base/demoPassword.ts'
import { refuseDemoPassword } from './demo/passwords.ts'
import { peopleModel } from './permissions/people.ts'
import { exposureWarnings, isLoopback } from './exposed.ts'
import { firstAccounts } from './firstStart.ts'
import { StartProblem } from './base/startProblem.ts'
import { demoAccounts, seedDemo } from './demo/seed.ts'
import { createServices } from './services.ts'

const model = compileModel(resources)
const SECRET = 'a secret of the tests, long enough to be one'
const ways: Record<string, Record<string, string>> = {
  'a host that is not loopback': { HOST: '0.0.0.0' },
  'a public address': { PUBLIC_URL: 'https://backoffice.shop.example' },
  'a trusted proxy': { TRUST_PROXY: '1' },
  production: { NODE_ENV: 'production' },
  'the usual proxy set-up': { PUBLIC_URL: 'https://backoffice.shop.example', TRUST_PROXY: '1' },
}

test('isLoopback accepts every form of loopback address, and no other address', () => {
  expect(
    ['127.0.0.1', '127.8.9.10', 'localhost', 'LOCALHOST', '::1', '[::1]'].map(isLoopback),
  ).toEqual(Array.from({ length: 6 }, () => true))
  expect(
    ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example', 'localhost.example', '128.0.0.1', ''].map(
      isLoopback,
    ),
  ).toEqual(Array.from({ length: 7 }, () => false))
})

describe.each(Object.entries(ways))('exposed by %s', (_, env) => {
  test('demo data and test payments are off unless requested, and the page never offers demo accounts', () => {
    const config = readConfig(env)
    expect(config.exposed).not.toEqual([])
    expect([config.demo, config.testPayments, publicConfig(config).demo]).toEqual([
      false,
      false,
      false,
    ])
    const asked = readConfig({ ...env, DEMO: '1', PAYMENTS: 'test' })
    expect([asked.demo, asked.testPayments, publicConfig(asked).demo]).toEqual([true, true, false])
    expect(exposureWarnings(asked).join()).toMatch(/DEMO is on.*PAYMENTS=test/)
    expect(exposureWarnings(config).join()).toContain('SMTP_URL')
  })
  test('without a mail server, mailed links are not logged', async () => {
    const said: string[] = []
    const log = {
      info: (m: string) => void said.push(m),
      warn: (m: string) => void said.push(m),
      error: (m: string) => void said.push(m),
    }
    const mail = {
      to: 'a@example.com',
      subject: 'Reset',
      text: 'https://x/auth/reset?token=live',
      html: '',
    }
    const mailer = createMailer(readConfig(env), log)
    mailer.send(mail)
    await expect(mailer.deliver(mail)).rejects.toThrow('SMTP_URL')
    await mailer.close()
    expect(said.join()).toContain('not sent')
    expect(said.join()).not.toContain('live')
    const own = createMailer(readConfig({}), log)
    own.send(mail)
    await own.close()
    expect(said.join()).toContain('token=live')
  })
})

test('on loopback, demo data and test payments are on without warnings, also with a local public address', () => {
  for (const env of [{}, { HOST: '::1' }, { PUBLIC_URL: 'http://localhost:3000' }]) {
    const config = readConfig(env)
    expect([config.exposed, config.demo, config.testPayments]).toEqual([[], true, true])
    expect(exposureWarnings(config)).toEqual([])
  }
})

describe('accounts and services of an exposed server', () => {
  let db: Database
  const folder = mkdtempSync(path.join(tmpdir(), 'exposed-'))
  const config = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, SECRET, ...env })
  const open = (env: Record<string, string>) =>
    createServices(config(env), {
      db: { ...db, close: async () => {} },
      mailer: memoryMailer(),
      log: silentLog,
    })
  beforeAll(async () => {
    db = await testDatabase()
  }, 60_000)
  const addPerson = (id: string, email: string, state: string) =>
    db.query(
      `INSERT INTO employees (id, name, email, roles, state, created_at, updated_at) VALUES ($1, 'Somebody', $2, '{}', $3, now(), now()) ON CONFLICT DO NOTHING`,
      [id, email, state],
    )
  afterAll(async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('behind a proxy on loopback, the first start creates one administrator with a random password', async () => {
    const services = await open(ways['the usual proxy set-up']!)
    const made = await firstAccounts(services)
    expect(made).toEqual([{ email: 'admin@example.com', password: expect.any(String) }])
    expect(made[0]!.password).not.toBe(DEMO_PASSWORD)
    await refuseDemoPassword(db.query, model, services.config.exposed)
    await services.close()
  }, 60_000)

  test('demo accounts requested while exposed get random passwords, each shown once', async () => {
    await db.query(`INSERT INTO settings (key, value) VALUES ('demo', '{}')`)
    const services = await open({ ...ways.production, DEMO: '1' })
    const made = await seedDemo(services)
    expect(made.filter((a) => a.password === undefined).map((a) => a.email)).toEqual([
      'admin@example.com',
    ])
    expect(new Set(made.map((a) => a.password)).size).toBe(demoAccounts.length)
    expect(await accountsWithPassword(db.query, peopleModel(model), DEMO_PASSWORD)).toEqual([])
    expect((await seedDemo(services)).every((a) => a.password === undefined)).toBe(true)
    await services.close()
  }, 60_000)

  test('an active account with the demo password blocks the start, and the error names it', async () => {
    await db.query(`DELETE FROM "user" WHERE email = 'viewer@example.com'`)
    await addPerson('01900000-0000-7000-8000-00000000a002', 'viewer@example.com', 'active')
    const services = await open({})
    await services.accounts.createAccount({
      email: 'viewer@example.com',
      name: 'Viewer',
      password: DEMO_PASSWORD,
      verified: true,
    })
    await refuseDemoPassword(db.query, model, [])
    const { exposed } = config({ NODE_ENV: 'production', DEMO: '0', HOST: '0.0.0.0' })
    const refused = await refuseDemoPassword(db.query, model, exposed).catch(
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(StartProblem)
    expect(String(refused)).toContain('npm run accounts -- reset viewer@example.com')
    expect(String(refused)).not.toContain('admin@example.com')
    // The result of earlier comparisons does not matter: the account is found until its password
    // changes.
    await expect(refuseDemoPassword(db.query, model, exposed)).rejects.toThrow('viewer@example.com')
    const password = await resetByOperator(
      { query: db.query, enqueue: async () => '' },
      'Viewer@example.com',
    )
    await refuseDemoPassword(db.query, model, exposed)
    const signIn = (given: string) =>
      createApp(services).request('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'viewer@example.com', password: given }),
      })
    expect([(await signIn(password!)).status, (await signIn(DEMO_PASSWORD)).status]).toEqual([
      200, 401,
    ])
    expect(
      await resetByOperator({ query: db.query, enqueue: async () => '' }, 'nobody@example.com'),
    ).toBeUndefined()
    await services.close()
  }, 60_000)

  test('unapproved and unverified accounts lose the demo password and do not block the start', async () => {
    const services = await open({})
    const waiting = await services.accounts.createAccount({
      email: 'waiting@example.org',
      name: 'Waiting',
      password: DEMO_PASSWORD,
      verified: true,
    })
    await services.accounts.createAccount({
      email: 'manager@example.org',
      name: 'Unproven',
      password: DEMO_PASSWORD,
      verified: false,
    })
    const id = '01900000-0000-7000-8000-00000000a001'
    await addPerson(id, 'waiting@example.org', peopleModel(model).person.requested)
    await db.query('UPDATE "user" SET "personId" = $2 WHERE id = $1', [waiting, id])
    expect(await accountsWithPassword(db.query, peopleModel(model), DEMO_PASSWORD)).toHaveLength(2)
    const { exposed } = config({ NODE_ENV: 'production', DEMO: '0', HOST: '0.0.0.0' })
    await refuseDemoPassword(db.query, model, exposed)
    expect(await accountsWithPassword(db.query, peopleModel(model), DEMO_PASSWORD)).toEqual([])
    await services.close()
  }, 60_000)

  test('the test payment gateway is disabled on an exposed server', async () => {
    const services = await open({ HOST: '0.0.0.0' })
    expect([services.payments.gateway, services.payments.test]).toEqual([undefined, undefined])
    expect((await createApp(services).request('/pay/test/x', { method: 'POST' })).status).toBe(404)
    await services.close()
  }, 60_000)

  test('a Firebase emulator in FIREBASE_CONFIG is refused on an exposed server', () => {
    const file = path.join(folder, 'firebase.json')
    writeFileSync(
      file,
      JSON.stringify({
        apiKey: 'key',
        projectId: 'demo-shop',
        authDomain: 'demo-shop.firebaseapp.com',
        services: ['identity'],
        emulators: { auth: 'http://127.0.0.1:9099' },
      }),
    )
    expect(config({ FIREBASE_CONFIG: file }).firebaseConfig).toBeDefined()
    for (const env of Object.values(ways)) {
      const read = config({ ...env, FIREBASE_CONFIG: file, DEMO: '0' })
      expect(read.firebaseConfig).toBeUndefined()
      expect(read.firebaseProblem).toContain('emulators')
    }
  })
})
