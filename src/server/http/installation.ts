import path from 'node:path'
import { say } from '#model/message.ts'
import { lastAuditCheck } from '../audit/check.ts'
import { connections, slowStatements } from '../database/observe.ts'
import type { Database, DatabaseLog } from '../database/pool.ts'
import type { ReplicaHealth } from '../database/reads/reads.ts'
import { lastRestoreTest, testRestore } from '../database/restoreTest.ts'
import { backupNow, listBackups, NoRoomForBackup } from '../database/schedule.ts'
import { metricsState } from '../metrics/rollups/keep.ts'
import { migrationLevels } from '../migrations/migrate.ts'
import { securityEvent } from '../security/events.ts'
import { appVersion } from '../base/version.ts'
import { diskOf } from '../health/disk.ts'
import { accessOf } from '../web/context.ts'
import { Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { requirePermission } from '../permissions/require.ts'

export interface InstallationParts {
  readonly db: Database
  readonly dataDir: string
  /** Bytes that a backup must leave free on the disk. */
  readonly keepFreeBytes: number
  readonly log: DatabaseLog
  readonly listeners: () => number
  readonly replica: () => ReplicaHealth | null
  readonly demo: boolean
}

const latencyMs = async (db: Database): Promise<number> => {
  const from = performance.now()
  await db.query('select 1')
  return Math.round((performance.now() - from) * 10) / 10
}

/** Everything operators see; backups only for those who may make them. */
const installationState = async (parts: InstallationParts, mayBackUp: boolean) => {
  const { db, dataDir } = parts
  const [
    latency,
    {
      rows: [size],
    },
    { rows: jobs },
    { rows: failed },
    metrics,
    used,
    slow,
    disk,
    restoreTest,
    check,
  ] = await Promise.all([
    latencyMs(db),
    db.query<{ bytes: string; version: string }>(
      "select pg_database_size(current_database())::text as bytes, current_setting('server_version') as version",
    ),
    db.query<{ state: string; n: number }>(
      'select state, count(*)::int as n from jobs group by state',
    ),
    db.query<{ id: string; kind: string; error: string | null; finishedAt: string }>(
      'select id, kind, error, to_char(finished_at at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\') as "finishedAt" from jobs where state = \'failed\' order by finished_at desc nulls last limit 5',
    ),
    metricsState(db.query),
    connections(db.query),
    slowStatements(db.query),
    diskOf(dataDir),
    lastRestoreTest(db.query),
    lastAuditCheck(db.query),
  ])
  const count = (state: string): number => jobs.find((j) => j.state === state)?.n ?? 0
  return {
    version: appVersion(),
    node: process.versions.node,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memoryBytes: process.memoryUsage.rss(),
    listeners: parts.listeners(),
    demo: parts.demo,
    database: {
      kind: db.kind,
      sessions: db.capabilities.sessions,
      version: size?.version ?? '',
      bytes: Number(size?.bytes ?? 0),
      latencyMs: latency,
      connections: used,
      slow,
    },
    disk,
    replica: parts.replica(),
    jobs: {
      queued: count('queued'),
      running: count('running'),
      succeeded: count('succeeded'),
      failed: count('failed'),
      cancelled: count('cancelled'),
      lastFailed: failed,
    },
    metrics,
    audit: { separate: db.application !== undefined, check },
    backups: mayBackUp ? await listBackups(dataDir) : null,
    restoreTest: mayBackUp ? restoreTest : null,
  }
}

const backUp = async ({ db, dataDir, keepFreeBytes, log }: InstallationParts): Promise<string> => {
  try {
    return await backupNow(db, dataDir, log, { keepFreeBytes })
  } catch (error) {
    if (!(error instanceof NoRoomForBackup)) throw error
    throw new Problem(
      507,
      'disk_full',
      say(
        'There is not enough room for a backup: it needs about {{needed}} MB, and {{free}} MB are free.',
        { needed: error.neededMb, free: error.freeMb },
      ),
    )
  }
}

/**
 * State of the installation and its backups: `/api/system`. Requires `system.status` and
 * `system.backup`.
 */
export const installationRoutes = (parts: InstallationParts): Routes => {
  const { db, dataDir, log } = parts
  let running = false
  const alone = async (work: () => Promise<Response>): Promise<Response> => {
    if (running) {
      throw new Problem(
        409,
        'backup_running',
        'A backup is being made or tested. Wait until it is done.',
      )
    }
    running = true
    try {
      return await work()
    } finally {
      running = false
    }
  }
  return newRoutes()
    .get('/', async (c) => {
      const access = accessOf(c)
      requirePermission(access, 'system.status')
      return c.json({ data: await installationState(parts, access.can('system.backup')) })
    })
    .post('/backups', (c) => {
      requirePermission(accessOf(c), 'system.backup')
      return alone(async () => {
        const file = await backUp(parts)
        await securityEvent(db.query, 'backup', undefined, { file: path.basename(file) })
        return c.json({ data: (await listBackups(dataDir))[0] ?? null }, 201)
      })
    })
    .post('/restore-tests', (c) => {
      requirePermission(accessOf(c), 'system.backup')
      return alone(async () =>
        c.json({ data: await testRestore(db, dataDir, log, migrationLevels) } as object, 201),
      )
    })
}
