import path from 'node:path'
import { purgeRateLimits } from './accounts/index.ts'
import { sweepApprovals } from './approvals/sweep.ts'
import { checkAudit, isAuditCheckDue } from './audit/check.ts'
import { sealer } from './audit/seal.ts'
import { testRestore } from './database/restoreTest.ts'
import { sweepDrafts } from './base/durable.ts'
import { purgeUnused } from './files/purge.ts'
import { checkMetrics, metricsKeeper } from './metrics/rollups/keep.ts'
import type { Jobs } from './jobs/queue.ts'
import { migrationLevels } from './migrations/migrate.ts'
import { fireReminders } from './reminders/fire.ts'
import { purgeOperations } from './operations/purge.ts'
import { tellFollowers } from './notifications/followers.ts'
import { purgeDeliveries } from './notifications/inbox.ts'
import { purgeDevices } from './notifications/devices.ts'
import { purgeSecurityEvents } from './security/events.ts'
import { collectDue, type CollectParts } from './rules/subscriptionInvoice/collect.ts'
import { remindOverdue } from './rules/subscriptionInvoice/dunning.ts'
import { namelessLines } from './rules/ticket/namelessLines.ts'
import { checkRatings } from './rules/ticket/ratings.ts'
import { tellReads } from './rules/notification/reads.ts'
import { purgeIdempotency } from './store/write/idempotency.ts'
import { runScheduled } from './store/write/schedule.ts'
import type { WriterParts } from './store/write/unit.ts'
import type { Services } from './serviceTypes.ts'

const minuteMs = 60_000
const remindMs = 10_000
const followMs = 5_000
const readsMs = 15_000
const metricsMs = 5_000
const sealMs = 10_000
const dayMs = 24 * 60 * 60_000
const hourMs = 60 * minuteMs

/** What the regular jobs use. */
export interface ScheduleParts extends Pick<
  Services,
  'db' | 'model' | 'config' | 'log' | 'writer' | 'approvals' | 'uploads' | 'exported' | 'documents'
> {
  readonly writing: WriterParts
  readonly dunning: CollectParts
}

/** What happens by itself: due transitions, approvals, receipts and metrics. */
const scheduleWork = (
  jobs: Jobs,
  { db, model, writer, writing, approvals, dunning }: ScheduleParts,
): void => {
  jobs.every(
    minuteMs,
    'scheduled-transitions',
    async () => void (await runScheduled(writing, writer)),
  )
  jobs.every(minuteMs, 'approvals', () => sweepApprovals(approvals))
  jobs.every(hourMs, 'dunning', async (signal) => {
    // First, so that a step with both is charged; vendors are reminded even if that fails.
    await collectDue(dunning, signal).finally(() => remindOverdue(dunning, signal))
  })
  jobs.every(remindMs, 'reminders', (signal) => fireReminders({ db, model }, signal))
  jobs.every(followMs, 'followers', (signal) => tellFollowers({ db, model }, signal))
  jobs.every(readsMs, 'notification-reads', () => tellReads({ db, model, writer }))
  jobs.every(metricsMs, 'metrics', metricsKeeper(db, model))
}

/** Seals the audit, and checks it, the metrics, the ratings and the newest backup. */
const scheduleChecks = (jobs: Jobs, { db, model, config, log, writer }: ScheduleParts): void => {
  const seal = sealer(db)
  jobs.every(sealMs, 'seal-audit', async (signal) => void (await seal(signal)))
  jobs.every(10 * minuteMs, 'verify-audit', async () => {
    if (await isAuditCheckDue(db.query)) await checkAudit(db, log)
  })
  jobs.every(
    dayMs,
    'check-metrics',
    async (signal) => void (await checkMetrics(db, model, log, { signal, notSinceMs: dayMs / 2 })),
  )
  jobs.every(
    7 * dayMs,
    'test-restore',
    async () => void (await testRestore(db, config.dataDir, log, migrationLevels)),
  )
  jobs.every(
    dayMs,
    'check-ratings',
    async (signal) => void (await checkRatings({ query: db.query, model, writer, signal })),
  )
}

/** Deletes what is no longer needed. */
const schedulePurges = (
  jobs: Jobs,
  { db, model, config, uploads, exported, documents }: ScheduleParts,
): void => {
  jobs.every(hourMs, 'purge-deliveries', () => purgeDeliveries(db.query))
  jobs.every(hourMs, 'purge-security-events', () => purgeSecurityEvents(db.query))
  jobs.every(hourMs, 'purge-devices', () => purgeDevices(db.query))
  jobs.every(hourMs, 'purge-idempotency', async () => void (await purgeIdempotency(db)))
  jobs.every(hourMs, 'purge-operations', async () => void (await purgeOperations(db.query)))
  jobs.every(hourMs, 'purge-uploads', () => uploads.purge())
  jobs.every(10 * minuteMs, 'purge-exports', () => exported.purge())
  jobs.every(
    dayMs,
    'purge-unused-files',
    async () => void (await purgeUnused({ db, model, elsewhere: documents.collections })),
  )
  jobs.every(
    dayMs,
    'nameless-lines',
    async (signal) => void (await namelessLines({ db, model }, signal)),
  )
  jobs.every(
    dayMs,
    'sweep-drafts',
    async () =>
      void (await sweepDrafts(path.join(config.dataDir, 'files'), new Date(Date.now() - dayMs))),
  )
  jobs.every(hourMs, 'purge-rate-limits', () => purgeRateLimits(db.query))
}

/** Registers everything that runs regularly. */
export const schedule = (jobs: Jobs, parts: ScheduleParts): void => {
  scheduleWork(jobs, parts)
  scheduleChecks(jobs, parts)
  schedulePurges(jobs, parts)
}
