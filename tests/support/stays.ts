/**
 * The product's entities with their rules on a fresh database, and records for testing the rules.
 */
import type { Json } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { builtInRoles } from '#server/rules/userRole/builtin.ts'
import { rules } from '#server/rules/index.ts'
import type { RuleBook } from '#server/store/write/rules.ts'
import type { RecordData } from '#server/store/types.ts'
import { openBench, type Bench } from './writes.ts'

/** Noon in Lisbon on the day of the tests. */
export const NOW = new Date('2026-06-10T11:00:00Z')
export const TODAY = '2026-06-10'

let n = 0
/** A value no other call returns. */
export const unique = (): string => `u${++n}`

/** Local date some days after `TODAY`. */
export const dayIn = (days: number): string =>
  new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)

export interface Stays extends Bench {
  readonly vendor: RecordData
  readonly customer: RecordData
  make(
    entity: string,
    body: Readonly<Record<string, unknown>>,
    set?: Readonly<Record<string, Json>>,
  ): Promise<RecordData>
  hotel(more?: object): Promise<RecordData>
  book(hotel: RecordData, from: number, nights: number, more?: object): Promise<RecordData>
  go(
    entity: string,
    record: RecordData,
    to: string,
    reason?: string,
    as?: ReturnType<Bench['as']>,
  ): Promise<RecordData>
  role(name: string): string
}

/** EUR in minor units. */
export const eur = (amount: number) => ({ amount, currency: 'EUR' })

/** `book`: the rules, if they are not those without a gateway. */
export const openStays = async (book: RuleBook = rules): Promise<Stays> => {
  const bench = await openBench(resources, book, () => NOW)
  const make: Stays['make'] = (entity, body, set) =>
    bench.writer.create(bench.of(entity), body, { ...bench.as(), ...(set ? { set } : {}) })
  const role = (name: string): string => builtInRoles.find((r) => r.name === name)!.id
  for (const { id, name, grants } of builtInRoles) {
    await make('userRole', { name, grants }, { id, system: true })
  }
  const vendor = await make(
    'vendor',
    { displayName: 'Sea', legalName: 'Sea Lda' },
    { state: 'approved' },
  )
  const customer = await make('customer', { name: 'Ana', email: `${unique()}@example.com` })
  return {
    ...bench,
    vendor,
    customer,
    make,
    role,
    hotel: (more = {}) =>
      make('hotel', {
        name: 'Sea View',
        slug: unique(),
        vendor: vendor.id,
        email: 'sea@example.com',
        timezone: 'Europe/Lisbon',
        ...more,
        roomTypes: [
          {
            code: 'DBL',
            name: 'Double',
            adults: 2,
            children: 0,
            rooms: 2,
            nightlyRate: eur(10_000),
          },
          ...((more as { roomTypes?: unknown[] }).roomTypes ?? []),
        ],
      }),
    book: (hotel, from, nights, more = {}) =>
      make('booking', {
        code: unique(),
        hotel: hotel.id,
        roomTypeCode: 'DBL',
        customer: customer.id,
        checkIn: dayIn(from),
        checkOut: dayIn(from + nights),
        ...more,
      }),
    go: (entity, record, to, reason, as = bench.as()) =>
      bench.writer.transition(bench.of(entity), record, to, reason ? { reason } : {}, as),
  }
}
