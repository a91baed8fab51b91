import {
  data,
  headers,
  idempotencyKey,
  ifMatch,
  operation,
  query,
  type Operation,
} from './operations.ts'
import type { Schema } from './schemas.ts'

const string: Schema = { type: 'string' }
const uuid: Schema = { type: 'string', format: 'uuid' }
const boolean: Schema = { type: 'boolean' }
const nullable = (type: string): Schema => ({ type: [type, 'null'] })
const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema => ({ type: 'object', required, properties })
const list = (items: Schema): Schema => ({ type: 'array', items })

const explanation = object({
  person: object({ id: uuid, name: string, state: string }),
  key: string,
  allowed: boolean,
  standing: { type: 'string', enum: ['active', 'waiting', 'ended'] },
  roles: list(
    object({
      id: uuid,
      name: string,
      effect: { type: 'string', enum: ['allows', 'denies', 'silent'] },
      pattern: nullable('string'),
      rows: {},
      rowsMet: nullable('boolean'),
    }),
  ),
  tenant: {
    oneOf: [
      { type: 'null' },
      object({ id: uuid, entity: boolean, key: boolean, row: nullable('boolean') }),
    ],
  },
  row: nullable('boolean'),
})

const override = object(
  {
    key: string,
    label: string,
    parent: nullable('string'),
    route: nullable('string'),
    icon: nullable('string'),
    position: { type: 'integer' },
    permission: nullable('string'),
    hidden: boolean,
  },
  ['key', 'hidden'],
)

const target = object({
  reply: { type: 'integer', minimum: 1 },
  resolve: { type: 'integer', minimum: 1 },
})
const organisationFields = {
  name: string,
  currency: string,
  timeZone: string,
  sla: object({ urgent: target, high: target, normal: target, low: target }),
}
const organisation = data(object({ ...organisationFields, version: { type: 'integer' } }))
const instant: Schema = { type: 'string', format: 'date-time' }
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
const securityFilters = [
  query('kind', 'Kind of event, such as `sign_in_failed`.'),
  query('person', 'Id of the person who acted, or to whom it was done.', uuid),
  query('address', 'Address that the request came from.'),
  query('from', 'Not before.', instant),
  query('to', 'Before.', instant),
]
const backup = object({ name: string, bytes: { type: 'integer' }, at: instant })
const integer: Schema = { type: 'integer' }
const restoreTest = object({
  at: instant,
  backup: string,
  rows: integer,
  tookMs: integer,
  error: nullable('string'),
})
const entryPlace = object({ seq: string, at: instant })
const auditCheck = object({
  at: instant,
  entries: integer,
  upTo: { oneOf: [{ type: 'null' }, entryPlace] },
  tampering: {
    oneOf: [
      { type: 'null' },
      object({
        kind: { type: 'string', enum: ['changed', 'missing', 'inserted'] },
        seq: string,
        at: { oneOf: [{ type: 'null' }, instant] },
      }),
    ],
  },
})
const installation = object({
  version: string,
  node: string,
  startedAt: instant,
  memoryBytes: integer,
  listeners: integer,
  demo: boolean,
  database: object({
    kind: { type: 'string', enum: ['embedded', 'postgres'] },
    version: string,
    bytes: integer,
    latencyMs: { type: 'number' },
    connections: object({ used: integer, most: integer }),
    slow: {
      oneOf: [
        { type: 'null' },
        list(
          object({
            text: string,
            calls: integer,
            meanMs: { type: 'number' },
            totalMs: { type: 'number' },
          }),
        ),
      ],
    },
  }),
  disk: {
    oneOf: [{ type: 'null' }, object({ freeBytes: integer, totalBytes: integer, low: boolean })],
  },
  replica: {
    oneOf: [
      { type: 'null' },
      object({
        state: { type: 'string', enum: ['starting', 'used', 'behind', 'unreachable', 'unfit'] },
        since: instant,
        reason: nullable('string'),
        behindBytes: nullable('integer'),
        byReplica: integer,
        byPrimary: integer,
      }),
    ],
  },
  jobs: object({
    queued: integer,
    running: integer,
    succeeded: integer,
    failed: integer,
    cancelled: integer,
    lastFailed: list({ type: 'object' }),
  }),
  metrics: object({
    checkedAt: { oneOf: [{ type: 'null' }, instant] },
    mendedDays: integer,
    mendedAt: { oneOf: [{ type: 'null' }, instant] },
  }),
  audit: object({
    separate: boolean,
    check: { oneOf: [{ type: 'null' }, auditCheck] },
  }),
  backups: { oneOf: [{ type: 'null' }, list(backup)] },
  restoreTest: { oneOf: [{ type: 'null' }, restoreTest] },
})

const lastCall = {
  oneOf: [{ type: 'null' }, object({ at: instant, ok: boolean, problem: nullable('string') })],
}
const integrations = object({
  last: object({
    mail: lastCall,
    files: lastCall,
    identity: lastCall,
    documents: lastCall,
    push: lastCall,
  }),
  mail: object({ server: nullable('string'), inbox: nullable('string') }),
  payments: { type: 'string', enum: ['stripe', 'test', 'none'] },
  files: { type: 'string', enum: ['local', 's3', 'firebase'] },
  firebase: object({
    project: nullable('string'),
    problem: nullable('string'),
    services: list(object({ service: string, on: boolean, emulator: boolean })),
    providers: list(string),
    resources: list(string),
  }),
})

const day: Schema = { type: 'string', format: 'date' }
const number: Schema = { type: 'number' }
const amounts = list(object({ amount: number, currency: string }))
const metricValue: Schema = { oneOf: [number, { type: 'null' }, amounts] }
const series = list(
  object({ currency: nullable('string'), points: list({ type: ['number', 'null'] }) }),
)
const metric = object({
  name: string,
  label: string,
  collection: string,
  unit: { type: 'string', enum: ['count', 'money', 'share'] },
  good: { type: ['string', 'null'], enum: ['more', 'less', null] },
  chart: boolean,
  value: metricValue,
  previous: metricValue,
  records: integer,
  series,
  before: series,
  filter: { type: 'object' },
})
const dashboard = object({
  from: day,
  to: day,
  previous: object({ from: day, to: day }),
  grain: { type: 'string', enum: ['day', 'week', 'month'] },
  timeZone: string,
  steps: list(day),
  metrics: list(metric),
  top: list(
    object({
      metric: string,
      collection: string,
      field: string,
      target: string,
      rows: list(object({ id: uuid, title: string, records: integer, sums: amounts })),
    }),
  ),
  activity: list(
    object({
      at: instant,
      actor: nullable('string'),
      collection: string,
      id: uuid,
      title: string,
      action: string,
      state: nullable('string'),
    }),
  ),
})

/** Calls of administrators: explained permissions; and everyone's navigation. */
export const adminPaths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  '/api/explain': {
    get: operation({
      id: 'explain',
      summary: 'Why a person may or may not',
      tag: 'Server',
      problems: [400, 403, 404],
      parameters: [
        query('user', 'Id of the person.', uuid),
        query('key', 'Permission key.'),
        query('collection', 'With `id`: the record in question.'),
        query('id', 'Id of the record.', uuid),
      ],
      answer: {
        status: 200,
        description: 'The verdict and its reasons.',
        schema: data(explanation),
      },
    }),
  },
  '/api/navigation': {
    get: operation({
      id: 'navigation',
      summary: 'What menus change about the navigation',
      tag: 'Server',
      answer: {
        status: 200,
        description:
          'Entries that differ from what the schemas say; of those that are not for the caller the key only.',
        schema: data(list(override)),
      },
    }),
  },
  '/api/organisation': {
    get: operation({
      id: 'getOrganisation',
      summary: 'The organisation',
      tag: 'Server',
      problems: [403],
      answer: {
        status: 200,
        description: 'Its settings.',
        headers: { ETag: headers.ETag },
        schema: organisation,
      },
    }),
    patch: operation({
      id: 'patchOrganisation',
      summary: 'Change the organisation',
      tag: 'Server',
      parameters: [idempotencyKey, ifMatch],
      body: object(organisationFields, []),
      problems: [400, 403, 412, 413, 415, 422, 428],
      answer: {
        status: 200,
        description: 'As it now is.',
        headers: { ETag: headers.ETag, 'X-Operation-Id': headers['X-Operation-Id'] },
        schema: organisation,
      },
    }),
  },
  '/api/dashboard': {
    get: operation({
      id: 'dashboard',
      summary: 'Metrics of a period beside the one before',
      tag: 'Server',
      problems: [400],
      parameters: [
        query('from', "First day, in the organisation's zone. Default thirty days back.", day),
        query('to', 'Last day. Default today.', day),
      ],
      answer: {
        status: 200,
        description:
          'Those the caller may read. `filter` of a metric finds the records behind it in the list of its collection.',
        schema: data(dashboard),
      },
    }),
  },
  '/api/audit': {
    get: operation({
      id: 'auditLog',
      summary: 'Who did what',
      tag: 'Server',
      problems: [400, 403],
      parameters: [
        query('person', 'Id of who acted.', uuid),
        query(
          'entity',
          'Permission key of an entity, `organisation`, `account` (sign-ins), or `audit` (what was removed from it for privacy).',
        ),
        query('from', 'Not before.', instant),
        query('to', 'Before.', instant),
        query('before', 'The `next` of the page before.'),
        query('limit', 'Default 50.', { type: 'integer', minimum: 1, maximum: 200 }),
      ],
      answer: {
        status: 200,
        description: 'Newest first, what the caller may read.',
        schema: data(list(entry), { included: { type: 'object' }, next: nullable('string') }),
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
      answer: {
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
      answer: {
        status: 200,
        description: 'All that match, newest first.',
        type: 'text/csv',
        schema: string,
      },
    }),
  },
  '/api/system': {
    get: operation({
      id: 'system',
      summary: 'State of the installation',
      tag: 'Server',
      problems: [403],
      answer: { status: 200, description: 'Its state.', schema: data(installation) },
    }),
  },
  '/api/system/integrations': {
    get: operation({
      id: 'integrations',
      summary: 'Which outside services are used',
      tag: 'Server',
      problems: [403],
      answer: { status: 200, description: 'Without a secret of any.', schema: data(integrations) },
    }),
  },
  ...Object.fromEntries(
    (['mail', 'files'] as const).map((service) => [
      `/api/system/integrations/${service}/test`,
      {
        post: operation({
          id: `test${service === 'mail' ? 'Mail' : 'Files'}`,
          summary:
            service === 'mail'
              ? 'Sign in at the mail server, without sending anything'
              : 'Keep, read and remove a small file where new ones go',
          tag: 'Server',
          problems: [403, 409],
          answer: { status: 200, description: 'How it went.', schema: data(lastCall) },
        }),
      },
    ]),
  ),
  '/api/system/backups': {
    post: operation({
      id: 'backupNow',
      summary: 'Make a backup now',
      tag: 'Server',
      problems: [403, 409],
      answer: {
        status: 201,
        description: 'The new backup.',
        schema: data({ oneOf: [{ type: 'null' }, backup] }),
      },
    }),
  },
  '/api/system/restore-tests': {
    post: operation({
      id: 'testRestore',
      summary: 'Restore the newest backup into a database of its own, and compare',
      tag: 'Server',
      problems: [403, 409],
      answer: {
        status: 201,
        description: 'How it went; null when there is no backup.',
        schema: data({ oneOf: [{ type: 'null' }, restoreTest] }),
      },
    }),
  },
}
