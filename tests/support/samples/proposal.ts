import type { SampleHook } from '../sampleRecords.ts'

/** A vendor has one live proposal per job, so each sample has its own job. */
export const sample: SampleHook = (body, { n, ids }) => {
  const jobs = ids.get('service-jobs') ?? []
  return jobs.length ? { ...body, job: jobs[(n - 1) % jobs.length]! } : body
}
