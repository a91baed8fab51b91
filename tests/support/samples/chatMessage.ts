import type { SampleHook } from '../sampleRecords.ts'

/** A person writes messages and notes only; of the first sample everything is filled. */
export const sample: SampleHook = (body) => ({ ...body, kind: 'outgoing', mentions: [] })
