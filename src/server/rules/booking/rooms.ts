/** Prevents selling a room twice: the check of single writes and of whole imports. */
import { say } from '#model/message.ts'
import type { booking, Booking } from '#schemas/booking.ts'
import type { Hotel } from '#schemas/hotel.ts'
import { dayIn } from '#model/zone.ts'
import type { FieldProblem } from '../../base/problem.ts'
import type { Change, RuleContext } from '../types.ts'
import { firstNightOver, roomsOf, stayOf, staysAt, type Stay } from './availability.ts'

/** Why a booking is refused: an invalid value (422), or a room that is not free (409). */
export interface Refusal {
  readonly conflict: boolean
  readonly problem: FieldProblem
}

const row = (change: Change<typeof booking>): Booking | undefined =>
  change.after && change.after.deletedAt === null ? change.after : undefined
const earlier = (change: Change<typeof booking>): Booking | undefined =>
  change.before ? change.before : undefined

const within = (small: Stay, large: Stay | undefined): boolean =>
  large !== undefined &&
  small.type === large.type &&
  small.from >= large.from &&
  small.until <= large.until &&
  small.rooms <= large.rooms

/**
 * The stay that needs rooms it does not already hold. Guests who leave, early or late, need none.
 */
const needed = (change: Change<typeof booking>): Stay | undefined => {
  const after = row(change)
  const stay = after && stayOf(after)
  if (!stay) return undefined
  const before = earlier(change)
  const had = before && stayOf(before)
  if (change.kind === 'transition' && had) return undefined
  return before?.hotel === after.hotel && within(stay, had) ? undefined : stay
}

const sameOffer = (change: Change<typeof booking>): boolean =>
  Boolean(change.before) && !change.changed.has('hotel') && !change.changed.has('roomTypeCode')

const wrongOffer = (
  change: Change<typeof booking>,
  hotel: Hotel,
  ended: boolean,
): FieldProblem | undefined => {
  const after = row(change)
  if (!after || sameOffer(change)) return undefined
  // Imported past stays are accepted even if the hotel has since dropped the room type.
  if (change.kind === 'import' && ended) return undefined
  if (hotel.state === 'archived') {
    return {
      path: 'hotel',
      code: 'archived',
      message: 'This hotel is archived and takes no bookings',
    }
  }
  return hotel.roomTypes.some((t) => t.code === after.roomTypeCode)
    ? undefined
    : {
        path: 'roomTypeCode',
        code: 'unknown_reference',
        message: say('{{hotel}} has no room type "{{type}}"', {
          hotel: hotel.name,
          type: after.roomTypeCode,
        }),
      }
}

const full = (hotel: Hotel, stay: Stay, over: { night: string; taken: number }): FieldProblem => {
  const exist = roomsOf(hotel, stay.type)
  const free = Math.max(0, exist - (over.taken - stay.rooms))
  const of = { night: { day: over.night }, type: stay.type, hotel: hotel.name, exist }
  const left = [
    say(
      'On the night of {{night}} no room is free of room type {{type}} at {{hotel}}, which has {{exist}}.',
      of,
    ),
    say(
      'On the night of {{night}} only 1 room is free of room type {{type}} at {{hotel}}, which has {{exist}}.',
      of,
    ),
  ]
  return {
    path: 'rooms',
    code: 'full',
    message:
      left[free] ??
      say(
        'On the night of {{night}} only {{free}} rooms are free of room type {{type}} at {{hotel}}, which has {{exist}}.',
        { ...of, free },
      ),
  }
}

const examineAt = async (
  hotelId: string,
  changes: readonly Change<typeof booking>[],
  context: RuleContext,
): Promise<Map<Change<typeof booking>, Refusal>> => {
  const refusals = new Map<Change<typeof booking>, Refusal>()
  const asks = changes.filter((c) => needed(c) || !sameOffer(c))
  // Most changes need no room and so no hotel.
  if (!asks.length) return refusals
  const known = await context.load('hotels', hotelId)
  if (!known) return refusals
  const today = dayIn(known.timezone, context.now)
  const ends = (c: Change<typeof booking>): string => {
    const r = row(c)
    return r ? (r.leftOn ?? r.checkOut) : ''
  }
  // The check applies to stays that end today or later. Concurrent sales of this hotel's rooms wait
  // here for each other.
  const current = changes.some((c) => needed(c) && ends(c) >= today)
  const hotel = (current && (await context.lock('hotels', hotelId))) || known
  const wanting = new Map(
    changes.flatMap((c) => {
      const stay = needed(c)
      return stay && stay.until >= today ? [[c, stay] as const] : []
    }),
  )
  const stays = [...wanting.values()]
  const span = stays.reduce(
    (s, { from, until }) => ({
      from: from < s.from ? from : s.from,
      until: until > s.until ? until : s.until,
    }),
    { from: '9999-12-31', until: '0001-01-01' },
  )
  const taken = new Map(
    (stays.length
      ? await staysAt(
          context.tx,
          hotelId,
          [...new Set(stays.map((s) => s.type))],
          span.from,
          span.until,
        )
      : []
    ).map((s) => [s.id, s]),
  )
  for (const change of changes) {
    const wrong = wrongOffer(change, hotel, ends(change) < today)
    if (wrong) {
      refusals.set(change, { conflict: false, problem: wrong })
      continue
    }
    const stay = wanting.get(change)
    const after = row(change)
    const held = after && stayOf(after)
    const own = change.after?.id ?? ''
    if (stay) {
      const others = [...taken.values()].filter((s) => s.type === stay.type && s.id !== own)
      const over = firstNightOver(
        [...others, stay],
        roomsOf(hotel, stay.type),
        stay.from,
        stay.until,
      )
      if (over) {
        refusals.set(change, { conflict: true, problem: full(hotel, stay, over) })
        continue
      }
    }
    // Later rows of the batch count this one in its new state.
    if (held) taken.set(own, held)
    else taken.delete(own)
  }
  return refusals
}

/**
 * Checks changes together: those of one hotel in their order, hotels in the order of their ids, so
 * that two imports never deadlock.
 */
export const examine = async (
  changes: readonly Change<typeof booking>[],
  context: RuleContext,
): Promise<Map<Change<typeof booking>, Refusal>> => {
  const byHotel = new Map<string, Change<typeof booking>[]>()
  for (const change of changes) {
    const hotel = change.after?.hotel
    if (hotel) byHotel.set(hotel, [...(byHotel.get(hotel) ?? []), change])
  }
  const refusals = new Map<Change<typeof booking>, Refusal>()
  for (const hotel of [...byHotel.keys()].sort()) {
    for (const [change, refusal] of await examineAt(hotel, byHotel.get(hotel)!, context)) {
      refusals.set(change, refusal)
    }
  }
  return refusals
}
