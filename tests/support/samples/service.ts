import type { SampleHook } from '../sampleRecords.ts'

/** A service without a price is quoted. */
export const sample: SampleHook = (body) => ({
  ...body,
  ...(body.price === undefined ? { pricing: 'quote' } : { pricing: 'fixed' }),
})
