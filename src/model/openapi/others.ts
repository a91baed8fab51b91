import { adminPaths } from './admin.ts'
import { approvalPaths } from './approvals.ts'
import { changePaths } from './changes.ts'
import { filePaths } from './files.ts'
import { jobPaths } from './jobs.ts'
import { livePaths } from './live.ts'
import { noticePaths } from './notices.ts'
import { ownReminderPaths } from './reminders.ts'
import { data, operation, query, type PathItem } from './operations.ts'
import { outsidePaths } from './outside.ts'
import { viewPaths } from './views.ts'

interface SystemOptions {
  /** Content type of the response; default JSON. */
  readonly type?: string
  readonly problems?: readonly number[]
  /** No session is needed; default true. */
  readonly open?: boolean
}

const system = (
  id: string,
  summary: string,
  description: string,
  { type, problems = [], open = true }: SystemOptions = {},
): PathItem => ({
  get: operation({
    id,
    summary,
    tag: 'Server',
    ...(open ? { open } : {}),
    problems,
    response: {
      status: 200,
      description,
      schema: type ? { type: 'string' } : { type: 'object' },
      ...(type ? { type } : {}),
    },
  }),
})

/** Paths besides collections and accounts. */
export const otherPaths: Readonly<Record<string, PathItem>> = {
  '/api/health': system('health', 'Whether the process responds', 'It does.'),
  '/api/ready': system('ready', 'Whether the database responds', 'It does.', { problems: [503] }),
  '/api/metrics': system(
    'metrics',
    'Counts for Prometheus',
    'Counts of this process, for people with `system.status` and monitors with `METRICS_TOKEN`.',
    { type: 'text/plain', problems: [403], open: false },
  ),
  '/api/openapi.json': system('openApi', 'This description', 'OpenAPI 3.1.', { open: false }),
  '/api/search': {
    get: operation({
      id: 'search',
      summary: 'Search all collections',
      tag: 'Search',
      parameters: [query('q', 'Every word must occur.', { type: 'string', maxLength: 200 })],
      problems: [400],
      response: {
        status: 200,
        description: 'Up to five of each collection.',
        schema: data({
          type: 'array',
          items: {
            type: 'object',
            required: ['collection', 'id', 'title'],
            properties: {
              collection: { type: 'string' },
              id: { type: 'string', format: 'uuid' },
              title: { type: 'string' },
              subtitle: { type: ['string', 'null'] },
            },
          },
        }),
      },
    }),
  },
  ...livePaths,
  ...outsidePaths,
  ...filePaths,
  ...jobPaths,
  ...changePaths,
  ...approvalPaths,
  ...adminPaths,
  ...noticePaths,
  ...ownReminderPaths,
  ...viewPaths,
}
