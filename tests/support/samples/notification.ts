import type { SampleHook } from '../sampleRecords.ts'

/** Recipients are of the audience; only what is shown in the app can be sent. */
export const sample: SampleHook = (body, { ids }) => ({ ...body, audience: 'employee', channel: 'in_app', recipients: [{ recipient: { type: 'employees', id: ids.get('employees')![0]! } }] })
