import type { SampleHook } from '../sampleRecords.ts'

/** A fixed due date, since the rule's default changes daily. */
export const sample: SampleHook = (body) => ({ dueOn: '2031-12-05', ...body })
