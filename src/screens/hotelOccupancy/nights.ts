/** Data of the nights in the occupancy strip. Pure. */
import type { Filter } from '#model/query.ts'
import type { ResourceOf } from '#schemas/names.ts'
import type { ListSearch } from '#engine/listSearch.ts'

export interface TypeOccupancy {
  readonly code: string
  readonly name: string
  readonly rooms: number
  readonly taken: readonly number[]
}
export interface Occupancy {
  readonly today: string
  readonly days: number
  readonly open: boolean
  readonly types: readonly TypeOccupancy[]
}

/** States in which a booking occupies its rooms. */
const TAKING = ['pending', 'confirmed', 'checked_in', 'checked_out'] as const

/**
 * `closed`: nothing to sell; `over`: more rooms taken than exist; `full`: none left; `0` to `3`:
 * how much is taken.
 */
export type Heat = 'closed' | 'over' | 'full' | '0' | '1' | '2' | '3'

/**
 * Display state of a night. An unpublished hotel sells nothing, but existing bookings are still
 * shown.
 */
export const heatOf = (taken: number, rooms: number, open: boolean): Heat => {
  if (taken > rooms) return 'over'
  if (!open || rooms === 0) return 'closed'
  if (taken === rooms) return 'full'
  const share = taken / rooms
  if (share === 0) return '0'
  if (share < 0.4) return '1'
  if (share < 0.75) return '2'
  return '3'
}

/** Sum of all types: rooms and occupied rooms, night by night. */
export const sumOf = (types: readonly TypeOccupancy[], days: number): TypeOccupancy => ({
  code: '',
  name: '',
  rooms: types.reduce((n, t) => n + t.rooms, 0),
  taken: Array.from({ length: days }, (_, i) => types.reduce((n, t) => n + (t.taken[i] ?? 0), 0)),
})

/** Occupied share of all room nights in basis points; undefined without rooms. */
export const shareTaken = ({ rooms, taken }: TypeOccupancy): number | undefined =>
  rooms && taken.length
    ? Math.round((10_000 * taken.reduce((a, b) => a + b, 0)) / (rooms * taken.length))
    : undefined

/** Bookings list filtered to the guests of a night, optionally of one room type. */
export const guestsOf = (
  hotel: string,
  night: string,
  type: string,
): ListSearch<ResourceOf<'bookings'>> => {
  const stays: Filter[] = [
    { path: ['checkIn'], op: 'lte', value: night },
    {
      or: [
        { path: ['leftOn'], op: 'gt', value: night },
        {
          and: [
            { path: ['leftOn'], op: 'isNull', value: true },
            { path: ['checkOut'], op: 'gt', value: night },
          ],
        },
      ],
    },
    ...(type ? [{ path: ['roomTypeCode'], op: 'eq' as const, value: type }] : []),
  ]
  return { hotel, state: TAKING, layout: 'table', where: { and: stays } }
}
