import type { SampleHook } from '../sampleRecords.ts'

/** An entry needs an existing page and an existing permission. */
export const sample: SampleHook = (body) => ({
  ...body,
  ...(body.route === undefined ? {} : { route: '/bookings' }),
  ...(body.permission === undefined ? {} : { permission: 'booking.list' }),
})
