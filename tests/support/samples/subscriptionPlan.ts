import type { SampleHook } from '../sampleRecords.ts'

/**
 * Every plan begins with a trial, so that subscriptions to it can be in each state without an
 * invoice.
 */
export const sample: SampleHook = (body) => ({ ...body, trialDays: 14 })
