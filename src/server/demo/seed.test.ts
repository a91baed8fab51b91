import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { snake } from '#model/columns.ts'
import { compileModel } from '#model/compile.ts'
import { checkRow, validate } from '#model/validation.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import { resources } from '#schemas/index.ts'
import { migratedDatabase, silentLog } from '#tests/support/database.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { createPeopleWriter } from '../accounts/peopleWriter.ts'
import type { Database } from '../database/pool.ts'
import { createFiles } from '../files/files.ts'
import { fileLinks } from '../files/links.ts'
import { localFileStore } from '../files/store.ts'
import { createAdmin, ensureBuiltInRoles, firstAccounts } from '../firstStart.ts'
import { memoryMailer } from '../mail/mailer.ts'
import { totalOf } from '../rules/booking/money.ts'
import { places } from '../rules/customer/erasure.ts'
import { rules } from '../rules/index.ts'
import { syncPermissions } from '../rules/permission/rules.ts'
import { checkRatings } from '../rules/ticket/ratings.ts'
import { migrationFiles } from '../migrations/sql/index.ts'
import { parseSql } from '../migrations/sqlFile.ts'
import { createWriter } from '../store/write/writer.ts'
import { fromRow, selected, type StoredRow } from '../store/write/rows.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { RecordData } from '../store/types.ts'
import { createVault } from '../secrets/vault.ts'
import { fillRows } from '../store/fill/fill.ts'
import { DEMO_PASSWORD } from '../base/demoPassword.ts'
import { demoAccounts, seedDemo } from './seed.ts'

const model = compileModel(resources)
const secret = 'a secret of the tests, long enough to be one'
const vault = createVault(secret)

const servicesOf = (db: Database, folder: string) => {
  const writer = createWriter({ vault, db, model, resources, rules })
  const accounts = createAccounts({
    db,
    enqueue: async () => '',
    pool: db.pool,
    model,
    mailer: memoryMailer(),
    log: silentLog,
    people: createPeopleWriter({ model, writer, query: db.query }),
    config: { secret, publicUrl: 'http://127.0.0.1:4301', rateLimits: false },
  })
  const files = createFiles({
    db,
    model,
    store: localFileStore(folder),
    links: fileLinks(secret),
  })
  return { db, model, writer, accounts, files, log: silentLog, config: { exposed: [] as string[] } }
}

/** A record as it was given, with its secrets decrypted. */
const opened = (resource: ResourceModel, row: StoredRow): RecordData => {
  const record = fromRow(row)
  const open = ({ name }: FieldModel): [string, Json][] =>
    typeof record[name] === 'string'
      ? [
          [
            name,
            vault.open({ table: resource.table, column: snake(name), id: record.id }, record[name]),
          ],
        ]
      : []
  const secrets = resource.fields.filter((f) => f.kind === 'secret')
  return { ...record, ...Object.fromEntries(secrets.flatMap(open)) }
}

describe('demo data', () => {
  let db: Database
  let services: ReturnType<typeof servicesOf>
  const folder = mkdtempSync(join(tmpdir(), 'seed-'))
  const said: string[] = []
  const log = { info: (message: string) => void said.push(message) }
  const count = async (from: string): Promise<number> =>
    (await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)).rows[0]!.n
  beforeAll(async () => {
    db = await migratedDatabase()
    services = servicesOf(db, folder)
    await ensureBuiltInRoles(services)
    await syncPermissions(db, model)
    await seedDemo(services, { log })
  }, 240_000)
  afterAll(async () => {
    services.accounts.close()
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has the refund amounts and payment states that migration 0012 computes', async () => {
    const settling = parseSql(migrationFiles.find(({ id }) => id.startsWith('0012_'))!.sql)
      .map(({ sql }) => sql)
      .filter((sql) => sql.startsWith('WITH'))
    const settled = ['refunded', 'refundable'].flatMap((of) => [`${of}_amount`, `${of}_currency`])
    const columns = {
      bookings: [...settled, 'due_amount', 'due_currency', 'payment_state'],
      orders: [...settled, 'due_amount', 'due_currency', 'payment_state'],
      subscription_invoices: [...settled, 'payment_state'],
      payment_transactions: [...settled, 'refund_state'],
    }
    const read = async () =>
      Promise.all(
        Object.entries(columns).map(
          async ([table, names]) =>
            (await db.query(`SELECT id, ${names.join(', ')} FROM ${table} ORDER BY id`)).rows,
        ),
      )
    const before = await read()
    for (const table of Object.keys(columns)) {
      await db.query(`UPDATE ${table} SET ${settled.map((name) => `${name} = NULL`).join(', ')}`)
    }
    for (const sql of settling) await db.query(sql)
    expect(await read()).toEqual(before)
    expect(await count("bookings WHERE payment_state = 'partially_refunded'")).toBeGreaterThan(0)
  })

  test('has a credit note for every refund, numbered without gaps, and the sequence continues from the last', async () => {
    const { rows } = await db.query<{ number: string; issued: string }>(
      `SELECT n.number, n.issued_on::text AS issued FROM credit_notes n JOIN payment_transactions p ON p.id = n.refund AND p.amount_amount = n.total_amount ORDER BY n.number`,
    )
    expect(rows.length).toBe(
      await count("payment_transactions WHERE kind = 'refund' AND state = 'succeeded'"),
    )
    const years = new Map<string, number>()
    for (const { number, issued } of rows) {
      const year = issued.slice(0, 4)
      const next = (years.get(year) ?? 0) + 1
      years.set(year, next)
      expect(number).toBe(`CN-${year}-${String(next).padStart(6, '0')}`)
    }
    for (const [year, last] of years) {
      expect(await count(`sequences WHERE name = 'credit-note-${year}' AND value = ${last}`)).toBe(
        1,
      )
    }
    expect(await count('credit_notes WHERE tax_amount > 0')).toBeGreaterThan(0)
    expect(await count('credit_notes WHERE tax_amount >= total_amount')).toBe(0)
  })

  test('has ratings and commissions consistent with its tickets and orders', async () => {
    expect(await checkRatings({ query: db.query, model, writer: services.writer })).toBe(0)
    for (const table of ['hotels', 'vendors', 'services']) {
      expect(await count(`${table} WHERE rating_average IS NOT NULL`), table).toBeGreaterThan(0)
    }
    expect(await count('orders WHERE commission_amount IS NULL OR commission_rate IS NULL')).toBe(0)
    expect(
      await count(
        `orders o LEFT JOIN service_jobs j ON j.id = o.job LEFT JOIN service_categories c ON c.id = j.category JOIN vendors v ON v.id = o.vendor
LEFT JOIN (SELECT "order" AS id, sum(amount_amount) AS sum FROM payment_transactions WHERE kind = 'refund' AND state = 'succeeded' AND deleted_at IS NULL GROUP BY 1) r ON r.id = o.id
WHERE o.commission_rate <> coalesce(c.commission, v.commission) OR o.commission_amount <> CASE WHEN o.state = 'cancelled' THEN 0 ELSE round(round((o.subtotal_amount - o.discount_amount) * greatest(o.total_amount - coalesce(r.sum, 0), 0) / greatest(o.total_amount, 1)::numeric) * o.commission_rate / 10000.0) END`,
      ),
    ).toBe(0)
  })

  test('fills every collection', async () => {
    expect([
      await count('hotels'),
      await count('customers'),
      await count('bookings'),
      await count('files'),
    ]).toEqual([60, 800, 5000, 17])
    for (const resource of model.resources) {
      expect(await count(`"${resource.table}"`), resource.collection).toBeGreaterThan(5)
    }
  })

  test('holds only values that the schemas accept', async () => {
    const wrong: string[] = []
    for (const resource of model.resources) {
      const def = Object.values(resources).find(
        (r) => r.name === resource.collection,
      ) as AnyResource
      const writable = resource.fields
        .filter((f) => !f.derived && f.kind !== 'state')
        .map((f) => f.name)
      for (const row of (
        await db.query<StoredRow>(`SELECT ${selected(resource, 't')} FROM "${resource.table}" t`)
      ).rows) {
        const record = opened(resource, row)
        const body = Object.fromEntries(
          writable.filter((n) => record[n] !== null).map((n) => [n, record[n]]),
        )
        const response = validate(def, body, { mode: 'create', allowed: new Set(writable) })
        const problems = [...(response.ok ? [] : response.errors), ...checkRow(def, record)]
        if (problems.length) wrong.push(`${resource.collection} ${JSON.stringify(problems[0])}`)
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
  })

  test('never overbooks a room type', async () => {
    const { rows } = await db.query(
      `SELECT b.hotel, b.room_type_code, night, sum(b.rooms) AS taken, max((t->>'rooms')::int) AS exist
       FROM bookings b JOIN hotels h ON h.id = b.hotel JOIN LATERAL jsonb_array_elements(h.room_types) t ON t->>'code' = b.room_type_code
       CROSS JOIN LATERAL generate_series(b.check_in, coalesce(b.left_on, b.check_out) - 1, interval '1 day') night
       WHERE b.state IN ('pending', 'confirmed', 'checked_in', 'checked_out') GROUP BY 1, 2, 3 HAVING sum(b.rooms) > max((t->>'rooms')::int)`,
    )
    expect(rows).toEqual([])
    expect(
      await count(
        `bookings b JOIN hotels h ON h.id = b.hotel WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements(h.room_types) t WHERE t->>'code' = b.room_type_code)`,
      ),
    ).toBe(0)
  })

  test('has realistic hotel occupancy, and bookings and orders spread over the days', async () => {
    const { rows } = await db.query<{ share: number }>(
      `SELECT sum(b.rooms * (least(coalesce(b.left_on, b.check_out), current_date + 14) - greatest(b.check_in, current_date - 14)))::float
         / (28 * (SELECT sum((t->>'rooms')::int) FROM jsonb_array_elements(h.room_types) t)) AS share
       FROM hotels h JOIN bookings b ON b.hotel = h.id AND b.state IN ('pending', 'confirmed', 'checked_in', 'checked_out') AND b.check_in < current_date + 14 AND coalesce(b.left_on, b.check_out) > current_date - 14
       WHERE h.state = 'published' GROUP BY h.id ORDER BY share DESC`,
    )
    expect(rows.filter(({ share }) => share >= 0.35 && share <= 0.95).length).toBeGreaterThan(8)
    expect(rows.reduce((sum, { share }) => sum + share, 0) / rows.length).toBeGreaterThan(0.2)
    for (const table of ['bookings', 'orders']) {
      const days = (
        await db.query<{ n: number }>(
          `SELECT count(*) AS n FROM ${table} WHERE created_at > now() - interval '30 days' GROUP BY created_at::date`,
        )
      ).rows
        .map(({ n }) => Number(n))
        .sort((a, b) => a - b)
      expect(days.at(-1)! / (days.reduce((sum, n) => sum + n, 0) / 30), table).toBeLessThan(6)
    }
  })

  test('has the totals and states that the rules would produce', async () => {
    const bookings = model.resources.find((r) => r.collection === 'bookings')!
    for (const row of (
      await db.query<StoredRow>(`SELECT ${selected(bookings, 't')} FROM bookings t`)
    ).rows) {
      const booking = fromRow(row)
      expect(booking.total).toEqual(totalOf(booking as never))
      expect((booking.cancellationFee === null) === (booking.state !== 'cancelled')).toBe(true)
      expect((booking.leftOn === null) === (booking.state !== 'checked_out')).toBe(true)
    }
    const states = (await db.query<{ state: string }>('SELECT DISTINCT state FROM bookings')).rows
      .map((r) => r.state)
      .sort()
    expect(states).toEqual(bookings.states.map((s) => s.value).sort())
    expect(
      await count(
        "bookings WHERE state IN ('pending', 'confirmed') AND check_out < current_date - 1",
      ),
    ).toBe(0)
    expect(
      await count(
        "bookings b JOIN hotels h ON h.id = b.hotel WHERE h.state IN ('draft', 'in_review', 'rejected')",
      ),
    ).toBe(0)
    expect(
      await count("bookings WHERE created_at > now() OR created_at > check_in + interval '1 day'"),
    ).toBe(0)
  })

  test('keeps no data that anonymising removes, and no open bookings or orders of anonymised customers', async () => {
    const { rows: gone } = await db.query<{ id: string }>(
      "SELECT id FROM customers WHERE state = 'anonymised'",
    )
    expect(gone.length).toBeGreaterThan(5)
    const records = await Promise.all(
      places.map(async ({ collection, of, instead }) => {
        const resource = model.resources.find((r) => r.collection === collection)!
        const found = (
          await Promise.all(
            gone.map(
              async ({ id }) =>
                (
                  await db.query<StoredRow>(
                    `SELECT ${selected(resource, 't')} FROM "${resource.table}" t WHERE ${of}`,
                    [id],
                  )
                ).rows,
            ),
          )
        ).flat()
        return found.flatMap((row) => {
          const record = fromRow(row)
          return Object.entries(instead).map(([field, value]) => ({
            at: `${collection}.${field}`,
            is: record[field],
            value,
          }))
        })
      }),
    )
    expect(records.flat().length).toBeGreaterThan(10)
    expect(
      records.flat().filter(({ is, value }) => JSON.stringify(is) !== JSON.stringify(value)),
    ).toEqual([])
    expect(
      await count(
        "bookings b JOIN customers c ON c.id = b.customer WHERE c.state = 'anonymised' AND b.state IN ('pending', 'confirmed', 'checked_in')",
      ),
    ).toBe(0)
    expect(
      await count(
        "orders o JOIN customers c ON c.id = o.customer WHERE c.state = 'anonymised' AND o.state IN ('placed', 'confirmed', 'in_progress')",
      ),
    ).toBe(0)
  })

  test('publishes only hotels that pass the checklist', async () => {
    const hotels = model.resources.find((r) => r.collection === 'hotels')!
    for (const row of (
      await db.query<StoredRow>(
        `SELECT ${selected(hotels, 't')} FROM hotels t WHERE state = 'published'`,
      )
    ).rows) {
      await rules.hotel!.invariants!.published!(fromRow(row), undefined as never)
    }
    expect(
      await count(
        "hotels h JOIN vendors v ON v.id = h.vendor WHERE h.state = 'published' AND v.state <> 'approved'",
      ),
    ).toBe(0)
  })

  test('has an audit entry and a search text for every record', async () => {
    for (const resource of model.resources.filter((r) => !r.readOnly)) {
      expect(
        await count(
          `"${resource.table}" t WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.entity = '${resource.entity}' AND a.record_id = t.id)`,
        ),
        resource.collection,
      ).toBe(0)
      // A record without a name yet, such as an invoice without a number, is not found by name.
      expect(
        await count(
          `"${resource.table}" WHERE search = '' AND "${snake(resource.title)}" IS NOT NULL`,
        ),
        resource.collection,
      ).toBe(0)
    }
  })

  test('lets each demo account sign in as its person', async () => {
    for (const { email } of demoAccounts) {
      const response = await services.accounts.routes.request('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      })
      expect(response.status, email).toBe(200)
      const { token } = (await response.json()) as { token: string }
      const actor = await services.accounts.authenticate(
        new Request('http://x/', { headers: { authorization: `Bearer ${token}` } }),
      )
      expect(actor!.grants, email).toHaveLength(1)
      expect(actor!.tenant === null, email).toBe(email !== 'vendor@example.com')
    }
  })

  test('changes nothing when seeded again', async () => {
    const before = await count('audit')
    await ensureBuiltInRoles(services)
    await seedDemo(services, { log })
    expect([await count('audit'), said.length]).toEqual([before, 1])
  })
})

describe('the first start without demo data', () => {
  test('creates one super-admin who signs in with the random password', async () => {
    const db = await migratedDatabase()
    const services = servicesOf(db, tmpdir())
    await ensureBuiltInRoles(services)
    const { email, password } = await createAdmin({
      ...services,
      config: { adminEmail: undefined, adminPassword: undefined } as Parameters<
        typeof createAdmin
      >[0]['config'],
    })
    const response = await services.accounts.routes.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect([email, response.status]).toEqual(['admin@example.com', 200])
    await db.query(
      "INSERT INTO macros (id, title, created_at, updated_at) VALUES (gen_random_uuid(), 'Hello', now(), now())",
    )
    await expect(seedDemo(services, { onlyEmpty: true })).rejects.toThrow(
      'This installation already has macros; demo data is for an empty one.',
    )
    services.accounts.close()
    await db.close()
  })
})

describe('an interrupted first start', () => {
  const opened: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of opened) await close()
  })
  const installation = async () => {
    const db = await migratedDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'first-'))
    const services = servicesOf(db, folder)
    opened.push(async () => {
      services.accounts.close()
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const start = (demo: boolean, given: Partial<typeof services> = {}) =>
      firstAccounts({
        ...services,
        ...given,
        config: {
          demo,
          exposed: [] as readonly string[],
          adminEmail: undefined,
          adminPassword: undefined,
        } as Parameters<typeof firstAccounts>[0]['config'],
      })
    const users = async () =>
      (
        await db.query<{ email: string; personId: string | null }>(
          'SELECT email, "personId" FROM "user" ORDER BY email',
        )
      ).rows
    return { db, services, start, users }
  }
  /** Fails at the account after `n` others. */
  const dyingAfter = (services: ReturnType<typeof servicesOf>, n: number) => {
    let made = 0
    return {
      accounts: {
        ...services.accounts,
        createAccount: (account: Parameters<typeof services.accounts.createAccount>[0]) =>
          made++ < n
            ? services.accounts.createAccount(account)
            : Promise.reject(new Error('the power is gone')),
      },
    }
  }

  test('is completed by the next start when it stopped between the demo accounts', async () => {
    const { db, services, start, users } = await installation()
    await expect(start(true, dyingAfter(services, 2))).rejects.toThrow('the power is gone')
    expect(await users()).toHaveLength(2)
    expect((await start(true)).map((a) => a.email)).toEqual(demoAccounts.map((a) => a.email))
    const all = await users()
    expect(all.map((u) => u.email)).toEqual(demoAccounts.map((a) => a.email).sort())
    expect(all.every((u) => u.personId !== null)).toBe(true)
    expect((await db.query<{ n: number }>('SELECT count(*) AS n FROM hotels')).rows[0]!.n).toBe(60)
    // A demo account removed later does not reappear at the next start.
    await db.query(`DELETE FROM "user" WHERE email = 'viewer@example.com'`)
    expect(await start(true)).toEqual([])
    expect(await users()).toHaveLength(demoAccounts.length - 1)
  }, 240_000)

  test('yields only an administrator when it stopped before the demo accounts and DEMO is now off', async () => {
    const { services, start, users } = await installation()
    await expect(start(true, dyingAfter(services, 0))).rejects.toThrow('the power is gone')
    expect(await start(false)).toMatchObject([
      { email: 'admin@example.com', password: expect.not.stringMatching(DEMO_PASSWORD) },
    ])
    expect((await users()).map((u) => u.email)).toEqual(['admin@example.com'])
  }, 240_000)

  test('is completed when it stopped between the person and the account of the super-admin', async () => {
    const { db, services, start, users } = await installation()
    await expect(start(false, dyingAfter(services, 0))).rejects.toThrow('the power is gone')
    expect((await db.query('SELECT 1 FROM employees')).rowCount).toBe(1)
    expect(await start(false)).toMatchObject([{ email: 'admin@example.com' }])
    expect((await users())[0]!.personId).not.toBeNull()
    expect([(await db.query('SELECT 1 FROM employees')).rowCount, await start(false)]).toEqual([
      1,
      [],
    ])
  })
})

describe('filling for scale', () => {
  test('creates valid rows of every entity from the model alone, in two runs', async () => {
    const db = await migratedDatabase()
    const made = model.resources.filter((r) => !r.readOnly)
    const order: string[] = []
    // Everything an entity refers to comes before it if possible, else at least its required
    // references.
    const ready = (all: boolean) =>
      made.find(
        (r) =>
          !order.includes(r.collection) &&
          r.fields.every(
            (f) =>
              !(all || f.required) || !f.ref || order.includes(f.ref) || f.ref === r.collection,
          ),
      )
    while (order.length < made.length) order.push((ready(true) ?? ready(false))!.collection)
    await db.query(
      "INSERT INTO files (id, name, type, size, width, height, hash, storage_key) VALUES (gen_random_uuid(), 'a.png', 'image/png', 1, 1, 1, 'h', 'k')",
    )
    for (const run of [1, 2]) {
      for (const collection of order) {
        await fillRows({ db, model, resources, rules }, collection, 30 * run)
      }
    }
    const wrong: string[] = []
    for (const resource of made) {
      const def = Object.values(resources).find(
        (r) => r.name === resource.collection,
      ) as AnyResource
      const writable = resource.fields
        .filter((f) => !f.derived && f.kind !== 'state')
        .map((f) => f.name)
      const { rows } = await db.query<StoredRow>(
        `SELECT ${selected(resource, 't')} FROM "${resource.table}" t`,
      )
      expect(rows, resource.collection).toHaveLength(90)
      for (const row of rows) {
        const record = opened(resource, row)
        const response = validate(
          def,
          Object.fromEntries(writable.filter((n) => record[n] !== null).map((n) => [n, record[n]])),
          { mode: 'create', allowed: new Set(writable) },
        )
        if (!response.ok) wrong.push(`${resource.collection} ${JSON.stringify(response.errors[0])}`)
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
    await db.close()
  })
})
