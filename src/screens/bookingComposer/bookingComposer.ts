import type { CollectionName, PermissionKey } from '#schemas/names.ts'
import type { Composer } from '#engine/composers.ts'
import { BookingComposer } from './BookingComposer.tsx'

/** Books rooms over the page: guest, hotel, nights, and a room type with its price and free rooms. */
export const bookingComposer: Composer<CollectionName, PermissionKey> = {
  collection: 'bookings',
  permissions: [
    'booking.create',
    'booking.list',
    'booking.field.checkIn.read',
    'booking.field.checkOut.read',
    'booking.field.hotel.read',
    'booking.field.leftOn.read',
    'booking.field.roomTypeCode.read',
    'booking.field.rooms.read',
    'booking.field.state.read',
    'booking.field.adults.write',
    'booking.field.checkIn.write',
    'booking.field.checkOut.write',
    'booking.field.children.write',
    'booking.field.code.write',
    'booking.field.customer.write',
    'booking.field.hotel.write',
    'booking.field.roomTypeCode.write',
    'booking.field.rooms.write',
    'customer.list',
    'hotel.list',
    'hotel.read',
    'hotel.field.roomTypes.read',
    'hotel.field.timezone.read',
  ],
  component: BookingComposer,
}
