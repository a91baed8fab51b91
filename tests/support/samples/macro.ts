import type { SampleHook } from '../sampleRecords.ts'

/** A macro needs at least one effect. */
export const sample: SampleHook = (body) => ({
  ...body,
  body: body.body ?? 'Thank you for writing. We are looking into it.',
})
