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

/** The job as shown to its owner; if a report is kept, `result.report` is its URL. */
const shown = (job: JobView): object =>
  reportKey(job) === undefined
    ? { data: job }
    : {
        data: {
          ...job,
          result: { ...(job.result as object), report: `/api/jobs/${job.id}/report.csv` },
        },
      }

/** The caller's own background jobs, under `/api/jobs`. */
export const jobRoutes = (
  jobs: Pick<Jobs, 'get' | 'cancel'>,
  imports: Pick<Imports, 'errorsCsv'>,
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
    .post('/:id/cancel', async (c) =>
      c.json(shown(await jobs.cancel(c.req.param('id'), accessOf(c)))),
    )
