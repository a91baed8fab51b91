/** Times offered for a reminder, in the person's time zone. Pure. */
import { nextDay } from '#model/zone.ts'
import { fromLocal, toLocal } from '../fields/dates/wallTime.ts'

/** In the order of the dialog. */
const offeredTimes = ['tomorrow', 'monday', 'week'] as const
export type OfferedTime = (typeof offeredTimes)[number]

const HOUR = '09:00'
const DAYS = 7

/** Wall-clock time `YYYY-MM-DDTHH:MM` of an offer in a zone: 9:00 of its day. */
export const wallTimeOf = (offer: OfferedTime, now: number, zone: string): string => {
  const today = toLocal(new Date(now).toISOString(), zone).slice(0, 10)
  const after = (days: number): string => {
    let day = today
    for (let i = 0; i < days; i++) day = nextDay(day)
    return `${day}T${HOUR}`
  }
  if (offer === 'tomorrow') return after(1)
  if (offer === 'week') return after(DAYS)
  // On a Monday, that of the week after.
  return after((8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % DAYS || DAYS)
}

/** The instant of an offer in a zone. */
export const offeredInstant = (offer: OfferedTime, now: number, zone: string): string =>
  fromLocal(wallTimeOf(offer, now, zone), zone) ?? ''

/** The offers of a day; Monday is left out when it is tomorrow or in a week. */
export const offersOf = (now: number, zone: string): readonly OfferedTime[] =>
  offeredTimes.filter(
    (offer) =>
      offer !== 'monday' ||
      offeredTimes.every(
        (other) => other === offer || wallTimeOf(other, now, zone) !== wallTimeOf(offer, now, zone),
      ),
  )
