import type { SampleHook } from '../sampleRecords.ts'

/** A job ends after it starts. */
export const sample: SampleHook = (body) =>
  typeof body.preferredFrom === 'string'
    ? {
        ...body,
        preferredTo: new Date(Date.parse(body.preferredFrom) + 3 * 86_400_000).toISOString(),
      }
    : body
