import type { SampleHook } from '../sampleRecords.ts'

/** A conversation needs a customer even when only required fields are filled. */
export const sample: SampleHook = (body, { ids }) => ({
  ...body,
  customer: ids.get('customers')![0]!,
})
