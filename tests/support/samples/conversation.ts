import type { SampleHook } from '../sampleRecords.ts'

/** A conversation is with a customer, also where only what is required is filled. */
export const sample: SampleHook = (body, { ids }) => ({
  ...body,
  customer: ids.get('customers')![0]!,
})
