import type { SampleHook } from '../sampleRecords.ts'

/** A vendor has one proposal in play per job: each sample is for a job of its own. */
export const sample: SampleHook = (body, { n, ids }) => {
  const jobs = ids.get('service-jobs') ?? []
  return jobs.length ? { ...body, job: jobs[(n - 1) % jobs.length]! } : body
}
