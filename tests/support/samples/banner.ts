import type { SampleHook } from '../sampleRecords.ts'

/** The end comes after the start. */
export const sample: SampleHook = (body) =>
  body.endsAt === undefined
    ? body
    : {
        ...body,
        endsAt: new Date(Date.parse(String(body.startsAt)) + 10 * 86_400_000).toISOString(),
      }
