import { data, operation, type PathItem } from './operations.ts'
import { boolean, instant, integer, list, nullable, object, orNull, string } from './shapes.ts'

const backup = object({ name: string, bytes: { type: 'integer' }, at: instant })
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
  upTo: orNull(entryPlace),
  tampering: {
    oneOf: [
      { type: 'null' },
      object({
        kind: { type: 'string', enum: ['changed', 'missing', 'inserted'] },
        seq: string,
        at: orNull(instant),
      }),
    ],
  },
})
const disk = object({ freeBytes: integer, totalBytes: integer, low: boolean })
const slowStatement = object({
  text: string,
  calls: integer,
  meanMs: { type: 'number' },
  totalMs: { type: 'number' },
})
const database = object({
  kind: { type: 'string', enum: ['embedded', 'postgres'] },
  sessions: { type: 'boolean' },
  version: string,
  bytes: integer,
  latencyMs: { type: 'number' },
  connections: object({ used: integer, most: integer }),
  slow: orNull(list(slowStatement)),
})
const replica = object({
  state: { type: 'string', enum: ['starting', 'used', 'behind', 'unreachable', 'unfit'] },
  since: instant,
  reason: nullable('string'),
  behindBytes: nullable('integer'),
  byReplica: integer,
  byPrimary: integer,
})
const jobs = object({
  queued: integer,
  running: integer,
  succeeded: integer,
  failed: integer,
  cancelled: integer,
  lastFailed: list({ type: 'object' }),
})
const installation = object({
  version: string,
  node: string,
  startedAt: instant,
  memoryBytes: integer,
  listeners: integer,
  demo: boolean,
  database,
  disk: orNull(disk),
  replica: orNull(replica),
  jobs,
  metrics: object({
    checkedAt: orNull(instant),
    repairedDays: integer,
    repairedAt: orNull(instant),
  }),
  audit: object({
    separate: boolean,
    check: orNull(auditCheck),
  }),
  backups: orNull(list(backup)),
  restoreTest: orNull(restoreTest),
})

const lastCall = orNull(object({ at: instant, ok: boolean, problem: nullable('string') }))
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

/** Calls about the state of the installation, its backups and external services. */
export const installationPaths: Readonly<Record<string, PathItem>> = {
  '/api/system': {
    get: operation({
      id: 'system',
      summary: 'State of the installation',
      tag: 'Server',
      problems: [403],
      response: { status: 200, description: 'Its state.', schema: data(installation) },
    }),
  },
  '/api/system/integrations': {
    get: operation({
      id: 'integrations',
      summary: 'Which outside services are used',
      tag: 'Server',
      problems: [403],
      response: {
        status: 200,
        description: 'Without a secret of any.',
        schema: data(integrations),
      },
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
          response: { status: 200, description: 'How it went.', schema: data(lastCall) },
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
      response: {
        status: 201,
        description: 'The new backup.',
        schema: data(orNull(backup)),
      },
    }),
  },
  '/api/system/restore-tests': {
    post: operation({
      id: 'testRestore',
      summary: 'Restore the newest backup into a database of its own, and compare',
      tag: 'Server',
      problems: [403, 409],
      response: {
        status: 201,
        description: 'How it went; null when there is no backup.',
        schema: data(orNull(restoreTest)),
      },
    }),
  },
}
