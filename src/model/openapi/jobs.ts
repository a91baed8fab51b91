import { data, inPath, operation, type PathItem } from './operations.ts'
import { reference } from './schemas.ts'

const job = data(reference('Job'))
const jobId = inPath('id', 'Id of the job.')

/** Background work. */
export const jobPaths: Readonly<Record<string, PathItem>> = {
  '/api/jobs/{id}': {
    get: operation({
      id: 'getJob',
      summary: 'A job',
      tag: 'Jobs',
      parameters: [jobId],
      problems: [404],
      response: { status: 200, description: 'How far it is.', schema: job },
    }),
  },
  '/api/jobs/{id}/report.csv': {
    get: operation({
      id: 'getJobReport',
      summary: 'What a job refused',
      tag: 'Jobs',
      parameters: [jobId],
      problems: [404],
      response: {
        status: 200,
        description:
          'The refused rows as they were, with a column of all their reasons in the language of the import.',
        type: 'text/csv',
        schema: { type: 'string' },
      },
    }),
  },
  '/api/jobs/{id}/file': {
    get: operation({
      id: 'getJobFile',
      summary: 'The file of an export',
      tag: 'Jobs',
      parameters: [jobId],
      problems: [403, 404],
      response: {
        status: 200,
        description:
          'CSV, or an Excel workbook. Kept for a day, for who asked and while they may see the same.',
        type: '*/*',
        schema: { type: 'string', format: 'binary' },
      },
    }),
  },
  '/api/jobs/{id}/cancel': {
    post: operation({
      id: 'cancelJob',
      summary: 'Cancel a job',
      tag: 'Jobs',
      parameters: [jobId],
      problems: [404, 409],
      response: { status: 200, description: 'As it now is.', schema: job },
    }),
  },
}
