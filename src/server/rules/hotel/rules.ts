import { say, type Message } from '#model/message.ts'
import type { hotel, Hotel } from '#schemas/hotel.ts'
import { dayIn } from '#model/zone.ts'
import { Problem } from '../../base/problem.ts'
import type { Change, EntityRules, RuleContext } from '../types.ts'
import { firstNightOver, staysAt, upcoming } from '../booking/availability.ts'
import { occupancy } from './occupancy.ts'
import { offers } from './offers.ts'

/** Fields a hotel needs before it can be published. */
const missing = (hotel: Hotel): { readonly path: string; readonly what: Message }[] => {
  const wants: [boolean, string, Message][] = [
    [!hotel.description?.trim(), 'description', say('a description', {})],
    [!hotel.address, 'address', say('an address', {})],
    [!hotel.email, 'email', say('an e-mail address', {})],
    [hotel.images.length === 0, 'images', say('a picture', {})],
    [!hotel.roomTypes.some((t) => t.rooms > 0), 'roomTypes', say('a room type with rooms', {})],
  ]
  return wants.filter(([absent]) => absent).map(([, path, what]) => ({ path, what }))
}

const publishable = (row: Hotel): void => {
  const absent = missing(row)
  if (absent.length) {
    throw new Problem(
      409,
      'incomplete',
      say('Before this hotel can be published it needs {{what}}.', {
        what: { list: absent.map(({ what }) => what), and: true },
      }),
      {
        errors: absent.map(({ path, what }) => ({
          path,
          code: 'required',
          message: say('To be published a hotel needs {{what}}', { what }),
        })),
      },
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
      n === 1
        ? 'This hotel has 1 booking still to come; cancel or finish it first.'
        : say('This hotel has {{n}} bookings still to come; cancel or finish them first.', { n }),
    )
  }
}

/** That more rooms of a type are booked than are left: at the field, and as a sentence. */
const booked = (type: string, over: { readonly night: string; readonly taken: number }) => {
  const [n, of] = [over.taken, { type, night: { day: over.night } }]
  return n === 1
    ? {
        message: say('Room type {{type}} is booked 1 time for the night of {{night}}', of),
        detail: say('Room type {{type}} is booked 1 time for the night of {{night}}.', of),
      }
    : {
        message: say('Room type {{type}} is booked {{n}} times for the night of {{night}}', {
          ...of,
          n,
        }),
        detail: say('Room type {{type}} is booked {{n}} times for the night of {{night}}.', {
          ...of,
          n,
        }),
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
    const path = at < 0 ? 'roomTypes' : `roomTypes.${at}.rooms`
    return [{ path, code: 'booked', ...booked(code, over) }]
  })
  const [first] = errors
  if (first) {
    throw new Problem(
      409,
      'booked',
      errors.length === 1
        ? first.detail
        : say('{{n}} values need attention.', { n: errors.length }),
      { errors: errors.map(({ path, code, message }) => ({ path, code, message })) },
    )
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
