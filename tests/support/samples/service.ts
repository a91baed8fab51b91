import type { SampleHook } from '../sampleRecords.ts'

/** Without a price a service is by quote. */
export const sample: SampleHook = (body) => ({
  ...body,
  ...(body.price === undefined ? { pricing: 'quote' } : { pricing: 'fixed' }),
})
