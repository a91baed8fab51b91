import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getAuthTables } from 'better-auth/db'
import { admin, twoFactor } from 'better-auth/plugins'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { resources } from '#schemas/index.ts'
import { choice, defineResource, int, money, ref, text, z } from '#schemas/define/index.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import { compileModel } from '#model/compile.ts'
import { libraryModel } from '#tests/toy.ts'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import type { Database } from '../database/pool.ts'
import { authTables } from './authTables.ts'
import { DestructiveMigration, generateMigrations } from './generate.ts'
import { migrate } from './migrate.ts'
import { planMigration } from './plan.ts'
import { snapshotOf } from './snapshot.ts'
import { migrationFiles } from './sql/index.ts'
import { inOrder, parseSql, type MigrationFile } from './sqlFile.ts'

const shelf = (shape: z.core.$ZodLooseShape, more: Partial<AnyResource> = {}) =>
  compileModel({
    shelf: defineResource({
      name: 'shelves',
      permission: 'shelf',
      label: { one: 'Shelf', many: 'Shelves' },
      title: 'name',
      shape: z.object({ name: text(80), ...shape }),
      scope: 'shared',
      ...more,
    } as never) as AnyResource,
  })

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'migrations-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const files = (): MigrationFile[] => {
  const folder = join(dir, 'sql')
  return inOrder(
    readdirSync(folder)
      .filter((n) => n.endsWith('.sql'))
      .map((n) => ({ id: n.slice(0, -4), sql: readFileSync(join(folder, n), 'utf8') })),
  )
}
const text_ = (id: RegExp) => files().find((f) => id.test(f.id))?.sql ?? ''
const generate = (model = shelf({}), allowDestructive = false) =>
  generateMigrations({ dir, model, allowDestructive })

/** Applies the generated files so far, inserts a row, then applies those of the second model. */
const throughBoth = async (
  before: ReturnType<typeof shelf>,
  after: ReturnType<typeof shelf>,
  insert: string,
  look: (db: Database) => Promise<void>,
): Promise<void> => {
  const db = await testDatabase()
  try {
    await generate(before)
    await migrate(db, { log: silentLog, files: files() })
    await db.query(insert)
    await generate(after, true)
    expect((await generate(after)).written).toEqual([])
    await migrate(db, { log: silentLog, files: files() })
    await look(db)
  } finally {
    await db.close()
  }
}

const row = (columns = '', values = '') =>
  `INSERT INTO shelves (id, created_at, updated_at, name${columns}) VALUES ('01890000-0000-7000-8000-000000000001', now(), now(), 'First'${values})`

describe('generateMigrations', () => {
  test('finds the committed migrations and snapshot up to date with the schemas', async () => {
    const model = compileModel(resources)
    const committed = JSON.parse(
      readFileSync(new URL('./meta/snapshot.json', import.meta.url), 'utf8'),
    ) as Parameters<typeof planMigration>[1]
    const plan = await planMigration(model, committed, snapshotOf(model))
    expect([...plan.expand, ...plan.contract], 'run `npm run generate`').toEqual([])
  })

  test('embeds exactly the committed SQL files', () => {
    const folder = new URL('./sql/', import.meta.url)
    const onDisk = readdirSync(folder)
      .filter((n) => n.endsWith('.sql'))
      .map((n) => ({ id: n.slice(0, -4), sql: readFileSync(new URL(n, folder), 'utf8') }))
    expect(migrationFiles).toEqual(inOrder(onDisk))
  })

  test('writes nothing on a second run, for every field kind', async () => {
    expect((await generate(libraryModel)).written.length).toBeGreaterThan(0)
    expect((await generate(libraryModel)).written).toEqual([])
  })

  test('writes identical files when run again from scratch', async () => {
    await generate(libraryModel)
    const once = files()
    rmSync(dir, { recursive: true })
    await generate(libraryModel)
    expect(files()).toEqual(once)
  })

  test('splits a change that adds and removes fields into expand and contract without confirmation', async () => {
    await generate(shelf({ room: text(10).optional() }))
    await generate(shelf({ floor: int(0, 9).optional() }), true)
    expect(text_(/0002.*expand/)).toContain('ADD COLUMN "floor"')
    expect(text_(/0002.*expand/)).not.toContain('DROP COLUMN')
    expect(text_(/0002.*contract/)).toContain('DROP COLUMN "room"')
  })

  test('lists every destructive step and writes nothing unless allowed', async () => {
    await generate(
      shelf({
        room: text(10).optional(),
        kind: choice(['oak', 'pine']),
        size: int(0, 9).optional(),
      }),
    )
    const before = files()
    const failure = await generate(
      shelf({ kind: choice(['oak']), size: text(9).optional() }),
    ).catch((e: unknown) => e)
    expect(failure).toBeInstanceOf(DestructiveMigration)
    expect((failure as DestructiveMigration).steps.join('\n')).toMatch(
      /shelves_kind_check allows fewer values[^]*shelves\.size changes from integer[^]*shelves\.room is dropped/,
    )
    expect(files()).toEqual(before)
  })

  test('drops a table only when allowed', async () => {
    await generate(libraryModel)
    await expect(
      generate({ resources: libraryModel.resources.filter((r) => r.entity !== 'loan') }),
    ).rejects.toThrow(/table loans is dropped/)
  })
})

describe('generated changes', () => {
  test('renames a column, its indexes and checks, keeping the values', () =>
    throughBoth(
      shelf(
        { kind: choice(['oak', 'pine']), cost: money().optional() },
        { list: { columns: ['name', 'kind', 'cost'] } },
      ),
      shelf(
        {
          wood: choice(['oak', 'pine'], { renamedFrom: 'kind' }),
          price: money({ renamedFrom: 'cost' }).optional(),
        },
        { list: { columns: ['name', 'wood', 'price'] } },
      ),
      row(', kind, cost_amount, cost_currency', ", 'pine', 12, 'EUR'"),
      async (db) => {
        const { rows } = await db.query('SELECT wood, price_amount, price_currency FROM shelves')
        expect(rows).toEqual([{ wood: 'pine', price_amount: 12, price_currency: 'EUR' }])
        expect(text_(/0002/)).not.toMatch(/DROP|CREATE/)
        await expect(db.query("UPDATE shelves SET wood = 'ash'")).rejects.toThrow(
          /shelves_wood_check/,
        )
      },
    ))

  test('adds required fields to a table with rows', () =>
    throughBoth(
      shelf({}),
      shelf({
        room: text(10),
        wood: choice(['oak', 'pine']),
        seats: int(1, 9),
        price: money(),
        number: text(9, { unique: true }),
        count: int(0, 9).default(3),
        parent: ref('shelves'),
      }),
      row(),
      async (db) => {
        const { rows } = await db.query(
          'SELECT room, wood, seats, price_amount, price_currency, number = id::text AS numbered, count, parent FROM shelves',
        )
        expect(rows).toEqual([
          {
            room: '',
            wood: 'oak',
            seats: 1,
            price_amount: 0,
            price_currency: 'EUR',
            numbered: true,
            count: 3,
            parent: null,
          },
        ])
        await expect(db.query('UPDATE shelves SET room = NULL')).rejects.toThrow(/null value/)
      },
    ))

  test('makes a new required reference NOT NULL when the table is empty', () =>
    throughBoth(shelf({}), shelf({ parent: ref('shelves') }), 'SELECT 1', async (db) => {
      await expect(db.query(row())).rejects.toThrow(/null value/)
    }))

  test('makes an optional field required, filling empty values with the default', () =>
    throughBoth(
      shelf({ room: text(10).optional() }),
      shelf({ room: text(10).default('attic') }),
      row(),
      async (db) =>
        expect((await db.query('SELECT room FROM shelves')).rows).toEqual([{ room: 'attic' }]),
    ))

  test('lets an expanded enum hold old and new values until the contract migration', () =>
    throughBoth(
      shelf({ wood: choice(['oak', 'pine']) }),
      shelf({ wood: choice(['oak', 'ash']) }),
      row(', wood', ", 'oak'"),
      async (db) => {
        expect(text_(/0002.*expand/)).toContain("'pine'")
        await expect(db.query("UPDATE shelves SET wood = 'pine'")).rejects.toThrow(
          /shelves_wood_check/,
        )
        await db.query("UPDATE shelves SET wood = 'ash'")
      },
    ))

  test('drops a field with its index, check and reference', () =>
    throughBoth(
      shelf(
        { wood: choice(['oak']).optional(), parent: ref('shelves').optional() },
        { list: { columns: ['name', 'wood', 'parent'] } },
      ),
      shelf({}),
      row(),
      async (db) =>
        expect(
          (
            await db.query(
              "SELECT 1 FROM information_schema.columns WHERE table_name = 'shelves' AND column_name IN ('wood', 'parent')",
            )
          ).rowCount,
        ).toBe(0),
    ))

  test('changes a field’s type when every value can be converted', () =>
    throughBoth(
      shelf({ size: int(0, 9) }, { list: { columns: ['name', 'size'] } }),
      shelf({ size: text(9) }, { list: { columns: ['name', 'size'] } }),
      row(', size', ', 7'),
      async (db) =>
        expect((await db.query('SELECT size FROM shelves')).rows).toEqual([{ size: '7' }]),
    ))

  test('creates working tables for every field kind, with unique keys and soft deletion', async () => {
    const db = await testDatabase()
    try {
      await generate(libraryModel)
      await migrate(db, { log: silentLog, files: files() })
      const add = (id: number, email: string, more = '', value = '') =>
        db.query(
          `INSERT INTO authors (id, created_at, updated_at, name, email${more}) VALUES ($1, now(), now(), 'A', $2${value})`,
          [`01890000-0000-7000-8000-00000000000${id}`, email],
        )
      await add(1, 'a@example.com', ', deleted_at', ', now()')
      await add(2, 'a@example.com')
      await expect(add(3, 'A@Example.com')).rejects.toThrow(/authors_email_key/)
      await expect(db.query("UPDATE authors SET state = 'gone'")).rejects.toThrow(
        /authors_state_check/,
      )
      const book =
        "INSERT INTO books (id, created_at, updated_at, title, code, author, price_amount, price_currency) VALUES (gen_random_uuid(), now(), now(), 'T', $1, '01890000-0000-7000-8000-000000000002', 1, 'EUR')"
      await db.query(book, ['a1'])
      await expect(db.query('DELETE FROM authors')).rejects.toThrow(/books_author_fk/)
      await expect(db.query(book, ['a2'])).rejects.toThrow(/books_author_title_key/)
    } finally {
      await db.close()
    }
  })

  test('sorts text by bytes and reads one index forwards and backwards', async () => {
    const db = await testDatabase()
    try {
      await generate(shelf({}))
      await migrate(db, { log: silentLog, files: files() })
      await db.query(
        "INSERT INTO shelves (id, created_at, updated_at, name) SELECT gen_random_uuid(), now(), now(), 'n' || i FROM generate_series(1, 20000) i",
      )
      await db.query(
        "INSERT INTO shelves (id, created_at, updated_at, name) VALUES (gen_random_uuid(), now(), now(), 'Zebra'), (gen_random_uuid(), now(), now(), 'ábaco'), (gen_random_uuid(), now(), now(), 'apple')",
      )
      await db.query('ANALYZE shelves')
      expect(
        (
          await db.query("SELECT name FROM shelves WHERE name NOT LIKE 'n%' ORDER BY name")
        ).rows.map((r) => r.name),
      ).toEqual(['Zebra', 'apple', 'ábaco'])
      for (const way of ['ASC', 'DESC']) {
        const { rows } = await db.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT id FROM shelves ORDER BY name ${way}, id ${way} LIMIT 25`,
        )
        expect(rows.map((r) => r['QUERY PLAN']).join('\n')).toMatch(/Index.*shelves_name_id_idx/)
      }
    } finally {
      await db.close()
    }
  })
})

describe('authTables', () => {
  test('match the account library’s tables and columns, plus the person an account belongs to', () => {
    const expected = getAuthTables({
      rateLimit: { enabled: true, storage: 'database' },
      plugins: [twoFactor(), admin()],
      user: { additionalFields: { personId: { type: 'string' } } },
      session: { additionalFields: { provedAt: { type: 'date', required: false } } },
    } as Parameters<typeof getAuthTables>[0])
    const shape = (name: string, columns: string[]) => [name, ['id', ...columns].sort()]
    const described = Object.values(expected).map((t) =>
      shape(
        t.modelName,
        Object.entries(t.fields).map(([key, f]) => f.fieldName ?? key),
      ),
    )
    const ours = Object.values(authTables as Record<string, PgTable>).map((t) => {
      const c = getTableConfig(t)
      return shape(
        c.name,
        c.columns.map((x) => x.name).filter((x) => x !== 'id'),
      )
    })
    expect(ours).toEqual(described)
  })
})

test('keeps every statement of a file that contains a marker-like line of its own', () => {
  expect(parseSql('-- c\n--> statement\nSELECT 1;\n--> trigram\nSELECT 2;\n')).toEqual([
    { kind: 'statement', sql: 'SELECT 1;' },
    { kind: 'trigram', sql: 'SELECT 2;' },
  ])
})
