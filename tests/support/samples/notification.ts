import type { SampleHook } from '../sampleRecords.ts'

/** Recipients must match the audience; the link is a path. */
export const sample: SampleHook = (body, { ids }) => ({
  ...body,
  audience: 'employee',
  channel: 'in_app',
  recipients: [{ recipient: { type: 'employees', id: ids.get('employees')![0]! } }],
  ...(body.link === undefined ? {} : { link: '/bookings' }),
})
