import type { SampleHook } from '../sampleRecords.ts'

/** An entry leads to a page there is, and asks for a right there is. */
export const sample: SampleHook = (body) => ({
  ...body,
  ...(body.route === undefined ? {} : { route: '/bookings' }),
  ...(body.permission === undefined ? {} : { permission: 'booking.list' }),
})
