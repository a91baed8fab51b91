/** What is entered for a booking, and what is missing. Pure. */
import type { Json } from '#model/types.ts'
import type { NewGuest } from './Guest.tsx'
import type { Nights } from '#engine/fields/dates/range.ts'

export interface Draft extends Nights {
  readonly customer?: string | undefined
  /** Instead of `customer`. */
  readonly created?: NewGuest | undefined
  readonly hotel?: string | undefined
  /** Code of a room type that the person chose; otherwise the first free one is taken. */
  readonly type?: string | undefined
  readonly rooms: number
  readonly adults: number
  readonly children: number
  readonly notes: string
}

/** A draft from the values given by the page it was opened on. */
export const draftOf = (given: Readonly<Record<string, string>>): Draft => ({
  customer: given.customer,
  hotel: given.hotel,
  type: given.roomTypeCode,
  from: given.checkIn,
  until: given.checkOut,
  rooms: 1,
  adults: 1,
  children: 0,
  notes: '',
})

/** What is missing, by field. */
export const missingIn = (
  draft: Draft,
  type: string | undefined,
): readonly ('customer' | 'name' | 'email' | 'hotel' | 'nights' | 'type')[] => [
  ...(draft.customer || draft.created ? [] : (['customer'] as const)),
  ...(draft.created && !draft.created.name.trim() ? (['name'] as const) : []),
  ...(draft.created && !draft.created.email.trim() ? (['email'] as const) : []),
  ...(draft.hotel ? [] : (['hotel'] as const)),
  ...(draft.from && draft.until ? [] : (['nights'] as const)),
  ...(draft.hotel && draft.from && draft.until && !type ? (['type'] as const) : []),
]

/** The body of the customer that is created with the booking. */
export const guestBody = ({ name, email, phone }: NewGuest): Record<string, Json> => ({
  name: name.trim(),
  email: email.trim(),
  ...(phone.trim() ? { phone: phone.trim() } : {}),
})

/** The body of the booking. */
export const bookingBody = (
  draft: Draft,
  filled: { readonly code: Json; readonly customer: string; readonly type: string },
): Record<string, Json> => ({
  code: filled.code,
  hotel: draft.hotel ?? null,
  customer: filled.customer,
  roomTypeCode: filled.type,
  checkIn: draft.from ?? null,
  checkOut: draft.until ?? null,
  rooms: draft.rooms,
  adults: draft.adults,
  children: draft.children,
  ...(draft.notes.trim() ? { notes: draft.notes.trim() } : {}),
})

/** Values for the whole form. */
export const formValuesOf = (draft: Draft, type: string | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      customer: draft.customer,
      hotel: draft.hotel,
      roomTypeCode: type,
      checkIn: draft.from,
      checkOut: draft.until,
      notes: draft.notes.trim(),
    }).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
