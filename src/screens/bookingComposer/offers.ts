/** Offers of a hotel for a stay, from the server's preview. */
import { useQuery } from '@tanstack/react-query'
import { get } from '#data/api.ts'
import { keys } from '#data/queries.ts'
import { addDays } from '#engine/list/layouts/days.ts'
import type { Format } from '#ui/format.ts'
import { useRefreshed } from '../shared/useRefreshed.ts'

interface Money {
  readonly amount: number
  readonly currency: string
}
/** One room type for the stay. */
export interface Offer {
  readonly code: string
  readonly name: string
  /** Guests that one room takes. */
  readonly adults: number
  readonly children: number
  readonly nightlyRate: Money
  readonly total: Money | null
  /** Rooms that are free on every night. */
  readonly left: number
  /** Nights on which fewer rooms are free than requested. */
  readonly over: readonly string[]
}
export interface Offers {
  readonly today: string
  readonly nights: number
  readonly open: boolean
  readonly types: readonly Offer[]
}
/** What the offers depend on. */
export interface OffersQuery {
  readonly hotel: string | undefined
  readonly from: string | undefined
  readonly until: string | undefined
  readonly rooms: number
}

/** The offers for a stay; requested once hotel and nights are chosen, and kept current. */
export const useOffers = ({ hotel, from, until, rooms }: OffersQuery) => {
  const key = [...keys.collection('hotels'), 'offers']
  useRefreshed(key, ['bookings', 'hotels'])
  return useQuery({
    queryKey: [...key, hotel, from, until, rooms],
    queryFn: async ({ signal }) =>
      (
        await get<{ data: Offers }>(
          `/api/hotels/${encodeURIComponent(hotel ?? '')}/previews/offers`,
          { signal, query: { checkIn: from, checkOut: until, rooms } },
        )
      ).data,
    enabled: Boolean(hotel && from && until && rooms > 0),
    retry: false,
  })
}

/**
 * The chosen room type, otherwise the first that has enough free rooms for the guests, otherwise
 * the first with enough free rooms.
 */
export const offerFor = (
  types: readonly Offer[],
  chosen: string | undefined,
  { adults, children, rooms }: { adults: number; children: number; rooms: number },
): Offer | undefined => {
  if (chosen !== undefined) return types.find((o) => o.code === chosen)
  const free = types.filter((o) => o.over.length === 0 && o.left > 0)
  return (
    free.find(
      (o) => o.adults * rooms >= adults && (o.adults + o.children) * rooms >= adults + children,
    ) ?? free[0]
  )
}

/** Nights as text: `Dec 2, 2026 and Dec 5, 2026 – Dec 9, 2026`. */
export const nightsText = (nights: readonly string[], { day, list }: Format): string => {
  const spans: { first: string; last: string }[] = []
  for (const night of nights) {
    const span = spans.at(-1)
    if (span && addDays(span.last, 1) === night) span.last = night
    else spans.push({ first: night, last: night })
  }
  return list(
    spans.map(({ first, last }) => (first === last ? day(first) : `${day(first)} – ${day(last)}`)),
  )
}
