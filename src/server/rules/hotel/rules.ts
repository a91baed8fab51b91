import { english } from '#model/message.ts'
import type { hotel, Hotel } from '#schemas/hotel.ts'
import { dayIn } from '#model/zone.ts'
import { Problem, type FieldProblem } from '../../base/problem.ts'
import type { Change, EntityRules, RuleContext } from '../types.ts'
import { firstNightOver, staysAt, upcoming } from '../booking/availability.ts'
import { occupancy } from './occupancy.ts'
import { offers } from './offers.ts'

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`

/** Fields a hotel needs before it can be published. */
const missing = (hotel: Hotel): FieldProblem[] => {
  const wants: [boolean, string, string][] = [
    [!hotel.description?.trim(), 'description', 'a description'],
    [!hotel.address, 'address', 'an address'],
    [!hotel.email, 'email', 'an e-mail address'],
    [hotel.images.length === 0, 'images', 'a picture'],
    [!hotel.roomTypes.some((t) => t.rooms > 0), 'roomTypes', 'a room type with rooms'],
  ]
  return wants
    .filter(([absent]) => absent)
    .map(([, path, what]) => ({
      path,
      code: 'required',
      message: `To be published a hotel needs ${what}`,
    }))
}

const publishable = (row: Hotel): void => {
  const errors = missing(row)
  if (errors.length) {
    throw new Problem(
      409,
      'incomplete',
      `Before this hotel can be published it needs ${list(errors.map((e) => english(e.message).slice('To be published a hotel needs '.length)))}.`,
      { errors },
    )
  }
}

/** Number of bookings of a hotel whose guests have yet to arrive or are in the house. */
export const upcomingBookings = async (context: RuleContext, hotel: Hotel): Promise<number> => {
  const { rows } = await context.tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM bookings WHERE hotel = $1 AND state = ANY($2::text[]) AND deleted_at IS NULL AND check_out > $3::date',
    [hotel.id, upcoming, dayIn(hotel.timezone, context.now)],
  )
  return rows[0]!.n
}

const refuseArchive = async (hotel: Hotel, context: RuleContext): Promise<void> => {
  const n = await upcomingBookings(context, hotel)
  if (n) {
    throw new Problem(
      409,
      'has_bookings',
      `This hotel has ${n} ${n === 1 ? 'booking' : 'bookings'} still to come; cancel or finish ${n === 1 ? 'it' : 'them'} first.`,
    )
  }
}

const END_OF_TIME = '9999-12-31'

/**
 * Refuses fewer rooms of a type than are booked from today on. The hotel's row is locked, so no
 * booking comes in between.
 */
const refuseUndercut = async (
  change: Change<typeof hotel>,
  context: RuleContext,
): Promise<void> => {
  const after = change.after!
  const shrunk = change.before!.roomTypes.filter(
    (t) => (after.roomTypes.find((a) => a.code === t.code)?.rooms ?? 0) < t.rooms,
  )
  if (!shrunk.length) return
  const today = dayIn(after.timezone, context.now)
  const stays = await staysAt(
    context.tx,
    after.id,
    shrunk.map((t) => t.code),
    today,
    END_OF_TIME,
  )
  const errors = shrunk.flatMap(({ code }) => {
    const at = after.roomTypes.findIndex((t) => t.code === code)
    const over = firstNightOver(
      stays.filter((s) => s.type === code),
      after.roomTypes[at]?.rooms ?? 0,
      today,
      END_OF_TIME,
    )
    if (!over) return []
    return [
      {
        path: at < 0 ? 'roomTypes' : `roomTypes.${at}.rooms`,
        code: 'booked',
        message: `Room type ${code} is booked ${over.taken} ${over.taken === 1 ? 'time' : 'times'} for the night of ${over.night}`,
      },
    ]
  })
  if (errors.length) {
    throw new Problem(409, 'booked', `${errors.map((e) => english(e.message)).join('; ')}.`, {
      errors,
    })
  }
}

/** Rules of hotels: publish checklist; no archiving and no fewer rooms while guests are booked. */
export const hotelRules: EntityRules<typeof hotel> = {
  previews: {
    occupancy: { needs: ['roomTypes', 'state', 'timezone'], run: occupancy },
    offers: { needs: ['roomTypes', 'state', 'timezone'], run: offers },
  },
  invariants: { published: publishable },
  async beforeWrite(change, context) {
    const { before, after } = change
    if (!before || !after) return
    if (change.changed.has('roomTypes')) await refuseUndercut(change, context)
    if (change.changed.has('state') && after.state === 'archived') {
      await refuseArchive(before, context)
    }
  },
}
