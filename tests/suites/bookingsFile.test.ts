import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#schemas/index.ts'
import { byCollection, compileModel } from '#model/compile.ts'
import { countBookings } from '#tests/support/bookingsCount.ts'
import { silentLog, migratedDatabase } from '#tests/support/database.ts'
import type { Database } from '#server/database/pool.ts'
import { csvOf, exportFields } from '#server/exchange/csv.ts'
import { createImports, type Imports } from '#server/exchange/import.ts'
import type { ImportMode } from '#server/exchange/importPayload.ts'
import { readTable } from '#server/exchange/readTable.ts'
import type { ImportReport } from '#server/exchange/report.ts'
import { localFileStore } from '#server/files/store.ts'
import { createJobs, type Jobs } from '#server/jobs/queue.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { rules } from '#server/rules/index.ts'
import { createReader } from '#server/store/read/reader.ts'
import { importRows } from '#server/store/write/importRows.ts'

const FILE = new URL('../data/hotel_bookings.csv', import.meta.url)
const MAPPING = JSON.parse(
  readFileSync(new URL('../data/bookings.mapping.json', import.meta.url), 'utf8'),
) as unknown
const expected = countBookings()
const model = compileModel(resources)
const bookings = byCollection(model, 'bookings')
const access = compileAccess(model, systemActor)
const MINUTES = 5 * 60_000

describe('the real bookings file', () => {
  let db: Database
  let jobs: Jobs
  let imports: Imports
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'import-'))
    db = await migratedDatabase()
    imports = createImports(
      {
        db,
        model,
        resources,
        store: localFileStore(folder),
        accessFor: (actor) => compileAccess(model, actor),
        importRows: (...given) => importRows({ db, model, resources, rules }, ...given),
      },
      () => jobs,
    )
    jobs = createJobs(db, { log: silentLog, handlers: { import: imports.handler } })
    await jobs.start()
  }, MINUTES)
  afterAll(async () => {
    await jobs.stop()
    await db.close()
    rmSync(folder, { recursive: true })
  })

  const run = async (mode: ImportMode, file: URL | string = FILE): Promise<ImportReport> => {
    const id = await imports.start(
      bookings,
      { file: createReadStream(file), mapping: MAPPING, mode, upsertBy: 'code', history: true },
      access,
    )
    for (;;) {
      const job = await jobs.get(id, access)
      if (job.state === 'succeeded') return job.result as ImportReport
      if (job.state === 'failed') throw new Error(job.error ?? 'failed')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const rowsOf = async (sql: string) =>
    Object.fromEntries(
      (await db.query<{ k: string; n: number }>(sql)).rows.map(({ k, n }) => [k, n]),
    )
  const countOf = async (table: string): Promise<number> =>
    (await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]!.n

  test(
    'a dry run reports what would happen and writes nothing',
    async () => {
      const part = join(folder, 'part.csv')
      writeFileSync(part, readFileSync(FILE, 'utf8').split('\r\n').slice(0, 2001).join('\r\n'))
      const { read, written, refused } = countBookings(part)
      expect(await run('dry-run', part)).toMatchObject({
        committed: false,
        read,
        created: written,
        refused,
      })
      expect([
        await countOf('bookings'),
        await countOf('customers'),
        await countOf('hotels'),
        await countOf('vendors'),
        await countOf('audit'),
      ]).toEqual([0, 0, 0, 0, 0])
    },
    MINUTES,
  )

  test(
    'imports as many rows as an independent count, and names the rejected rows',
    async () => {
      const report = await run('partial')
      expect(report).toMatchObject({
        committed: true,
        read: expected.read,
        created: expected.written,
        updated: 0,
        unchanged: 0,
        refused: expected.refused,
      })
      expect([...new Set(report.errors.map((e) => e.row))]).toEqual(expected.refusedRows)
      expect(
        report.errors.every((e) => /Check-out must be after|At least one guest/.test(e.message)),
      ).toBe(true)
      const csv = imports.errorsCsv(report.report!).then((stream) => new Response(stream).text())
      expect((await csv).trim().split('\r\n')).toHaveLength(expected.refusedRows.length + 1)
      expect(await csv).toContain(',Check-out: Check-out must be after check-in\r\n')
    },
    MINUTES,
  )

  test('creates one customer per booking, one vendor, two hotels and an audit entry for each', async () => {
    expect([
      await countOf('bookings'),
      await countOf('customers'),
      await countOf('hotels'),
      await countOf('vendors'),
    ]).toEqual([expected.written, expected.written, 2, 1])
    expect(await countOf("audit WHERE action = 'import.history'")).toBe(2 * expected.written + 3)
  })

  test('stores the values of the file', async () => {
    expect(await rowsOf('SELECT state AS k, count(*) AS n FROM bookings GROUP BY 1')).toEqual(
      expected.byState,
    )
    expect(
      await rowsOf(
        'SELECT h.name AS k, count(*) AS n FROM bookings b JOIN hotels h ON h.id = b.hotel GROUP BY 1',
      ),
    ).toEqual(expected.byHotel)
    expect(
      await rowsOf('SELECT room_type_code AS k, count(*) AS n FROM bookings GROUP BY 1'),
    ).toEqual(expected.byRoomType)
    expect(
      await rowsOf(
        "SELECT to_char(check_in, 'YYYY-MM') AS k, count(*) AS n FROM bookings GROUP BY 1",
      ),
    ).toEqual(expected.byMonth)
    const { rows } = await db.query(
      'SELECT sum(adults) AS adults, sum(children) AS children, sum(check_out - check_in) AS nights, sum(nightly_rate_amount) AS "nightlyRates", sum(total_amount) AS totals FROM bookings',
    )
    const { adults, children, nights, nightlyRates, totals } = expected
    expect(rows).toEqual([{ adults, children, nights, nightlyRates, totals }])
  })

  test(
    'writes nothing when imported again',
    async () => {
      const before = await countOf('audit')
      expect(await run('partial')).toMatchObject({
        read: expected.read,
        created: 0,
        updated: 0,
        unchanged: expected.written,
        refused: expected.refused,
      })
      expect([await countOf('audit'), await countOf('customers')]).toEqual([
        before,
        expected.written,
      ])
    },
    MINUTES,
  )

  test(
    'exports every booking, and the export can be read back',
    async () => {
      const reader = createReader({ db, model, secret: 'x'.repeat(32) })
      const query = { sort: [], limit: 25, totalExact: false, trashed: false }
      let rows = 0
      let nights = 0
      for await (const batch of readTable(
        csvOf(exportFields(bookings, access), reader.stream(bookings, query, access)),
      )) {
        for (const { cells, problem } of batch) {
          expect(problem).toBeUndefined()
          rows++
          nights += (Date.parse(cells.checkOut!) - Date.parse(cells.checkIn!)) / 86_400_000
        }
      }
      expect([rows, nights]).toEqual([expected.written, expected.nights])
    },
    MINUTES,
  )
})
