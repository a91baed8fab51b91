import { contentTypes } from '../exchange/exportForm.ts'
import { shownExport, type Exports } from '../exchange/exportJob.ts'
import type { Imports } from '../exchange/import.ts'
import type { Jobs, JobView } from '../jobs/types.ts'
import type { Query } from '../database/query.ts'
import { securityEvent } from '../security/events.ts'
import { accessOf } from '../web/context.ts'
import { notFound } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'

const reportKey = ({ result }: JobView): string | undefined => {
  const report =
    result && typeof result === 'object' && 'report' in result ? result.report : undefined
  return typeof report === 'string' ? report : undefined
}

/**
 * The job as shown to its owner; if a report or the file of an export is kept, `result.report` or
 * `result.file` is its address.
 */
const shown = (job: JobView): object => {
  const exported = shownExport(job, `/api/jobs/${job.id}/file`)
  if (exported !== undefined) return { data: { ...job, result: exported } }
  if (reportKey(job) === undefined) return { data: job }
  const report = `/api/jobs/${job.id}/report.csv`
  return { data: { ...job, result: { ...(job.result as object), report } } }
}

/** Where the files of jobs are. */
interface JobFiles {
  readonly imports: Pick<Imports, 'errorsCsv'>
  readonly exported: Pick<Exports, 'open'>
}

/** The caller's own background jobs, under `/api/jobs`. */
export const jobRoutes = (
  jobs: Pick<Jobs, 'get' | 'cancel'>,
  { imports, exported }: JobFiles,
  query: Query,
): Routes =>
  newRoutes()
    .get('/:id', async (c) => c.json(shown(await jobs.get(c.req.param('id'), accessOf(c)))))
    .get('/:id/report.csv', async (c) => {
      const job = await jobs.get(c.req.param('id'), accessOf(c))
      const key = reportKey(job)
      const csv = key === undefined ? undefined : await imports.errorsCsv(key)
      if (!csv) throw notFound('report')
      await securityEvent(query, 'export', undefined, { collection: 'jobs', job: job.id })
      return c.body(csv, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="report.csv"',
      })
    })
    .get('/:id/file', async (c) => {
      const access = accessOf(c)
      const job = await jobs.get(c.req.param('id'), access)
      const { bytes, collection, format } = await exported.open(job, access)
      await securityEvent(query, 'export', access.actor, { collection, job: job.id })
      return c.body(bytes, 200, {
        'Content-Type': contentTypes[format],
        'Content-Disposition': `attachment; filename="${collection}.${format}"`,
      })
    })
    .post('/:id/cancel', async (c) =>
      c.json(shown(await jobs.cancel(c.req.param('id'), accessOf(c)))),
    )
