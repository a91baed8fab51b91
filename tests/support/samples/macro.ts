import type { SampleHook } from '../sampleRecords.ts'

/** A macro does something at least. */
export const sample: SampleHook = (body) => ({
  ...body,
  body: body.body ?? 'Thank you for writing. We are looking into it.',
})
