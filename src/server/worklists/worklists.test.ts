import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReader } from '../store/read/reader.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import type { RecordData } from '../store/types.ts'
import { dayIn, openStays, type Stays } from '#tests/support/stays.ts'
import { readWorklists, type Worklist } from './worklists.ts'

const NOW = '2026-06-10T11:00:00.000Z'
let s: Stays
let hotel: RecordData
const as = (allow: string[], deny: string[] = []): Access =>
  compileAccess(s.model, { ...systemActor, kind: 'person', grants: [{ allow, deny }] })
const read = (access: Access, now = NOW): Promise<Worklist[]> =>
  readWorklists(createReader({ db: s.db, model: s.model, secret: 'x' }), s.model, access, {
    now,
    timeZone: 'Europe/Lisbon',
  })
const worklist = async (
  name: string,
  access = as(['*']),
  now = NOW,
): Promise<Worklist | undefined> => (await read(access, now)).find((q) => q.name === name)

beforeAll(async () => {
  s = await openStays()
  hotel = await s.hotel()
}, 120_000)
afterAll(() => s?.db.close())

test('a worklist lists what is due by the end of today, earliest first, without long overdue records', async () => {
  const late = await s.book(hotel, -2, 2)
  const today = await s.book(hotel, 0, 1)
  const tomorrow = await s.book(hotel, 1, 1)
  const past = await s.book(hotel, -9, 2)
  for (const booking of [today, late, tomorrow, past]) await s.go('booking', booking, 'confirmed')
  const arrivals = (await worklist('bookings.arrivals'))!
  expect(arrivals.rows.map((row) => (row as RecordData).id)).toEqual([late.id, today.id])
  expect(arrivals).toMatchObject({ total: 2, totalIsExact: true, due: 'checkIn', sort: 'checkIn' })
  const next = (await worklist('bookings.arrivals', as(['*']), `${dayIn(1)}T11:00:00.000Z`))!
  expect(next.rows.map((row) => (row as RecordData).id)).toEqual([late.id, today.id, tomorrow.id])
})

test('a worklist needs the permission for its transition and for the field it sorts by', async () => {
  const list = ['booking.list', 'booking.read', 'booking.field.*']
  expect(await worklist('bookings.arrivals', as(list))).toBeUndefined()
  const allow = [...list, 'booking.transition.checked_in']
  expect((await worklist('bookings.arrivals', as(allow)))!.total).toBe(2)
  const blind = as(allow, ['booking.field.checkIn.read'])
  expect(await worklist('bookings.arrivals', blind)).toBeUndefined()
  const { rows } = (await worklist(
    'bookings.arrivals',
    as(allow, ['booking.field.customer.read']),
  ))!
  expect(Object.keys(rows[0] as object)).not.toContain('customer')
})
