import type { SampleHook } from '../sampleRecords.ts'

/** People write outgoing messages and notes only; the first sample fills everything. */
export const sample: SampleHook = (body) => ({ ...body, kind: 'outgoing', mentions: [] })
