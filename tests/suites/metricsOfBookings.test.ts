/**
 * Checks the dashboard against the real bookings file, counted independently of the importer and
 * the database.
 */
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#schemas/index.ts'
import { byCollection, compileModel } from '#model/compile.ts'
import type { Database } from '#server/database/pool.ts'
import { createImports } from '#server/exchange/import.ts'
import { dashboard, type Metric } from '#server/metrics/dashboard.ts'
import { periodOf } from '#server/metrics/period.ts'
import { keepMetrics } from '#server/metrics/rollups/keep.ts'
import { localFileStore } from '#server/files/store.ts'
import { createJobs, type Jobs } from '#server/jobs/queue.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import type { Access, Actor } from '#server/permissions/types.ts'
import { rules } from '#server/rules/index.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { importRows } from '#server/store/write/importRows.ts'
import { staysOfFile } from '#tests/support/bookingsCount.ts'
import { silentLog, migratedDatabase } from '#tests/support/database.ts'

const FILE = new URL('../data/hotel_bookings.csv', import.meta.url)
const MAPPING = JSON.parse(
  readFileSync(new URL('../data/bookings.mapping.json', import.meta.url), 'utf8'),
) as {
  fields: { hotel: { create: { roomTypes: { values: Record<string, { rooms: number }[]> } } } }
}
const model = compileModel(resources)
const MINUTES = 5 * 60_000
const stays = staysOfFile()
/** Rooms of both hotels in one night. */
const rooms = Object.values(MAPPING.fields.hotel.create.roomTypes.values)
  .flat()
  .reduce((n, t) => n + t.rooms, 0)
const PERIODS = [
  ['2016-08-01', '2016-08-31'],
  ['2015-07-01', '2016-06-30'],
  ['2015-12-05', '2015-12-05'],
  ['2015-10-15', '2015-12-20'],
] as const

describe('metrics of the real bookings', () => {
  let db: Database
  let jobs: Jobs
  let folder: string
  let vendor: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'metrics-'))
    db = await migratedDatabase()
    const imports = createImports(
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
    const everybody = compileAccess(model, systemActor)
    const id = await imports.start(
      byCollection(model, 'bookings'),
      {
        file: createReadStream(FILE),
        mapping: MAPPING,
        mode: 'partial',
        upsertBy: 'code',
        history: true,
      },
      everybody,
    )
    for (;;) {
      const job = await jobs.get(id, everybody)
      if (job.state === 'succeeded') break
      if (job.state === 'failed') throw new Error(job.error ?? 'failed')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await db.query("UPDATE hotels SET state = 'published'")
    await db.query('ANALYZE bookings')
    vendor = (await db.query<{ id: string }>('SELECT id FROM vendors')).rows[0]!.id
  }, MINUTES)
  afterAll(async () => {
    await jobs?.stop()
    await db?.close()
    rmSync(folder, { recursive: true })
  })

  const person = (role: string, tenant: string | null = null): Access =>
    compileAccess(model, {
      kind: 'person',
      accountId: 'a',
      personId: null,
      name: 'A',
      tenant,
      roleIds: [],
      grants: [builtInRole(role).grants],
    } as Actor)
  const ask = async (access: Access, from: string, to: string) => {
    const d = await dashboard({
      db,
      model,
      access,
      period: periodOf(from, to, 'Europe/Lisbon'),
      currency: 'EUR',
      now: new Date().toISOString(),
    })
    return { d, of: (name: string): Metric | undefined => d.metrics.find((f) => f.name === name) }
  }
  const counted = (from: string, to: string) => {
    const here = stays.filter((s) => s.state === 'checked_out')
    let nights = 0
    let days = 0
    for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
      days++
      for (const s of here) if (s.checkIn <= at && s.checkOut > at) nights++
    }
    return {
      bookings: here.filter((s) => s.checkIn >= Date.parse(from) && s.checkIn <= Date.parse(to))
        .length,
      occupancy: nights / (rooms * days),
      behind: here.filter((s) => s.checkIn <= Date.parse(to) && s.checkOut > Date.parse(from))
        .length,
    }
  }

  describe.each(['records', 'days'])('counted from %s', (source) => {
    test.each(PERIODS)(
      'from %s to %s match the file, for a viewer and for the vendor’s own staff',
      async (from, to) => {
        if (source === 'days') await keepMetrics(db, model)
        const own = counted(from, to)
        expect(own.bookings).toBeGreaterThan(10)
        for (const access of [person('viewer'), person('vendor staff', vendor)]) {
          const { d, of } = await ask(access, from, to)
          const before = counted(d.previous.from, d.previous.to)
          expect(of('bookings')).toMatchObject({
            value: own.bookings,
            records: own.bookings,
            previous: before.bookings,
          })
          expect(of('occupancy')).toMatchObject({ records: own.behind })
          expect(of('occupancy')!.value).toBeCloseTo(own.occupancy, 12)
          expect(of('occupancy')!.previous).toBeCloseTo(before.occupancy, 12)
          expect(of('bookings')!.series[0]!.points.reduce((a, b) => a! + b!, 0)).toBe(own.bookings)
        }
      },
    )
  })

  test('are zero for staff of another vendor, and absent for a role that may not list bookings', async () => {
    const { of } = await ask(
      person('vendor staff', '01900000-0000-7000-8000-00000000aaaa'),
      '2016-08-01',
      '2016-08-31',
    )
    expect(of('bookings')).toMatchObject({ value: 0, records: 0 })
    expect(of('occupancy')).toMatchObject({ value: null, records: 0 })
    const none = compileAccess(model, {
      kind: 'person',
      accountId: 'a',
      personId: null,
      name: 'A',
      tenant: null,
      roleIds: [],
      grants: [{ allow: ['*'], deny: ['booking.list', 'paymentTransaction.*'] }],
    } as Actor)
    const names = (await ask(none, '2016-08-01', '2016-08-31')).d.metrics.map((f) => f.name)
    for (const name of ['bookings', 'occupancy', 'revenue']) expect(names).not.toContain(name)
    expect(names).toContain('newCustomers')
  })
})
