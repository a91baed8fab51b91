import { data, operation, query, type PathItem } from './operations.ts'
import { instant, list, nullable, object, string, uuid } from './shapes.ts'

const entry = object({
  id: string,
  at: instant,
  operationId: nullable('string'),
  actor: object({ id: nullable('string'), name: nullable('string') }),
  channel: string,
  entity: string,
  record: object({ id: uuid, title: nullable('string') }),
  version: { type: 'integer' },
  action: string,
  reason: nullable('string'),
  patch: { type: 'object' },
})
const securityEvent = object({
  id: uuid,
  at: instant,
  lastAt: instant,
  times: { type: 'integer' },
  kind: string,
  person: object({ id: nullable('string'), name: nullable('string') }),
  subject: object({ id: nullable('string'), name: nullable('string') }),
  email: nullable('string'),
  address: nullable('string'),
  client: nullable('string'),
  requestId: nullable('string'),
  detail: { type: 'object' },
})
const auditFilters = [
  query('person', 'Id of who acted.', uuid),
  query(
    'entity',
    'Permission key of an entity, `organisation`, `account` (sign-ins, with address and client), or `audit` (what was removed from it for privacy).',
  ),
  query('from', 'Not before.', instant),
  query('to', 'Before.', instant),
]
const securityFilters = [
  query('kind', 'Kind of event, such as `sign_in_failed`.'),
  query('person', 'Id of the person who acted, or to whom it was done.', uuid),
  query('address', 'Address that the request came from.'),
  query('from', 'Not before.', instant),
  query('to', 'Before.', instant),
]
/** Calls that read the audit log and the security log. */
export const auditPaths: Readonly<Record<string, PathItem>> = {
  '/api/audit': {
    get: operation({
      id: 'auditLog',
      summary: 'Who did what',
      tag: 'Server',
      problems: [400, 403],
      parameters: [
        ...auditFilters,
        query('before', 'The `next` of the page before.'),
        query('limit', 'Default 50.', { type: 'integer', minimum: 1, maximum: 200 }),
      ],
      response: {
        status: 200,
        description: 'Newest first, what the caller may read.',
        schema: data(list(entry), { included: { type: 'object' }, next: nullable('string') }),
      },
    }),
  },
  '/api/audit/export.csv': {
    get: operation({
      id: 'exportAuditLog',
      summary: 'The audit log as CSV',
      tag: 'Server',
      problems: [400, 403],
      parameters: auditFilters,
      response: {
        status: 200,
        description: 'All that match and that the caller may read, newest first.',
        type: 'text/csv',
        schema: string,
      },
    }),
  },
  '/api/security-events': {
    get: operation({
      id: 'securityEvents',
      summary: 'Who signed in, was refused, changed rights or took data out',
      tag: 'Server',
      problems: [400, 403],
      parameters: [
        ...securityFilters,
        query('before', 'The `next` of the page before.'),
        query('limit', 'Default 50.', { type: 'integer', minimum: 1, maximum: 200 }),
      ],
      response: {
        status: 200,
        description: 'Newest first. Refusals of one kind within a minute are one event.',
        schema: data(list(securityEvent), { next: nullable('string') }),
      },
    }),
  },
  '/api/security-events/export.csv': {
    get: operation({
      id: 'exportSecurityEvents',
      summary: 'The security log as CSV',
      tag: 'Server',
      problems: [400, 403],
      parameters: securityFilters,
      response: {
        status: 200,
        description: 'All that match, newest first.',
        type: 'text/csv',
        schema: string,
      },
    }),
  },
}
