import type { SampleHook } from '../sampleRecords.ts'

/** Only the second plan is active. */
export const sample: SampleHook = (body, { ids }) => ({
  ...body,
  plan: ids.get('subscription-plans')![1]!,
})
