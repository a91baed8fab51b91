import type { SampleHook } from '../sampleRecords.ts'

/** Due on a day that stays: the one a rule would choose is another on every day. */
export const sample: SampleHook = (body) => ({ dueOn: '2031-12-05', ...body })
