import type { SampleHook } from '../sampleRecords.ts'

/** A period that ended before the tests run. */
export const sample: SampleHook = (body) => ({
  ...body,
  ...(body.periodEnd === undefined ? {} : { periodEnd: '2026-05-31' }),
})
