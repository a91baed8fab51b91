import {
  IconChartHistogram,
  IconDatabase,
  IconHeartbeat,
  IconListCheck,
  IconServer2,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { useTimeZone } from '#engine/person.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { installation } from './api.ts'
import { Backups } from './Backups.tsx'
import { Fact } from './Fact.tsx'
import { Card } from './Card.tsx'
import { AuditChain, AuditOwned } from './SystemAudit.tsx'
import { Connected, Disk, Pooled, Replica, SlowStatements } from './SystemDatabase.tsx'
import css from './settings.module.css'

const KEY = ['system'] as const
/** Older failures are not shown. */
const LATELY_MS = 7 * 86_400_000

type Installation = Awaited<ReturnType<typeof installation>>

/** Whether the installation responds and its jobs succeed. */
const Health = ({
  of: { jobs, database },
  unreachable,
}: {
  readonly of: Installation
  readonly unreachable: boolean
}) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const healthTone = () => {
    if (unreachable) return 'danger'
    if (jobs.failed) return 'warning'
    return 'success'
  }
  const healthKey = () => {
    if (unreachable) return 'settings.unreachable'
    if (jobs.failed) return 'settings.attention'
    return 'settings.healthy'
  }
  return (
    <Fact
      icon={<IconHeartbeat size={16} stroke={1.5} />}
      name={t('settings.health')}
      value={<Badge tone={healthTone()}>{t(healthKey())}</Badge>}
      note={t('settings.latency', { ms: format.number(database.latencyMs) })}
    />
  )
}

/** Whether the metrics were checked, and when one was repaired. */
const Metrics = ({ of: { metrics } }: { readonly of: Installation }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const repaired =
    metrics.repairedAt !== null && Date.now() - Date.parse(metrics.repairedAt) < LATELY_MS
  const metricsTone = () => {
    if (repaired) return 'warning'
    if (metrics.checkedAt === null) return 'neutral'
    return 'success'
  }
  const metricsKey = () => {
    if (repaired) return 'settings.metricsMended'
    if (metrics.checkedAt === null) return 'settings.metricsUnchecked'
    return 'settings.metricsRight'
  }
  const metricsNote = () => {
    if (repaired) {
      return t('settings.metricsMendedNote', {
        days: format.number(metrics.repairedDays),
        when: format.ago(metrics.repairedAt!),
      })
    }
    if (metrics.checkedAt === null) return t('settings.metricsUncheckedNote')
    return t('settings.metricsNote', { when: format.ago(metrics.checkedAt) })
  }
  return (
    <Fact
      icon={<IconChartHistogram size={16} stroke={1.5} />}
      name={t('settings.metrics')}
      value={<Badge tone={metricsTone()}>{t(metricsKey())}</Badge>}
      note={metricsNote()}
    />
  )
}

/** The jobs that failed last, with their errors. */
const LastFailed = ({ jobs }: Pick<Installation, 'jobs'>) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  if (!jobs.lastFailed.length) return null
  return (
    <ul className={css.rows} aria-label={t('settings.lastFailed')}>
      {jobs.lastFailed.map((job) => (
        <li key={job.id} className={css.row}>
          <span className={css.rowText}>
            <span>{job.kind}</span>
            <span className={css.quiet}>{job.error}</span>
          </span>
          <span className={css.quiet}>{job.finishedAt ? format.instant(job.finishedAt) : ''}</span>
        </li>
      ))}
    </ul>
  )
}

/** Status of the installation, and its backups. */
export const System = () => {
  const { t } = useTranslation()
  const can = useCan()
  const format = useFormat(useTimeZone())
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => installation(signal),
    refetchInterval: 10_000,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} columns={2} />
  const { database, jobs } = data
  return (
    <>
      <Card title={t('settings.system')} text={t('settings.systemText')}>
        <dl className={css.facts}>
          <Health of={data} unreachable={error !== null} />
          <Fact
            icon={<IconServer2 size={16} stroke={1.5} />}
            name={t('settings.version')}
            value={data.version}
            note={t('settings.running', {
              since: format.ago(data.startedAt),
              memory: format.bytes(data.memoryBytes),
              node: data.node,
            })}
          />
          <Fact
            icon={<IconDatabase size={16} stroke={1.5} />}
            name={t('settings.database')}
            value={t(database.kind === 'embedded' ? 'settings.embedded' : 'settings.postgres')}
            note={`${format.bytes(database.bytes)} · PostgreSQL ${database.version}`}
          />
          <Connected connections={database.connections} />
          {data.disk ? <Disk disk={data.disk} /> : null}
          {data.replica ? <Replica replica={data.replica} /> : null}
          <Fact
            icon={<IconListCheck size={16} stroke={1.5} />}
            name={t('settings.jobs')}
            value={t('settings.jobsWaiting', { count: jobs.queued + jobs.running })}
            note={t('settings.jobsDone', {
              done: format.number(jobs.succeeded),
              failed: format.number(jobs.failed),
            })}
          />
          <Metrics of={data} />
          <AuditChain audit={data.audit} />
        </dl>
        <AuditOwned audit={data.audit} />
        <Pooled sessions={database.sessions} />
        <p className={css.survives}>
          {t(
            database.kind === 'embedded'
              ? 'settings.survivesEmbedded'
              : 'settings.survivesPostgres',
          )}
        </p>
        <SlowStatements slow={database.slow} />
        <LastFailed jobs={jobs} />
      </Card>
      {can('system.backup') ? <Backups state={data} onChange={() => void refetch()} /> : null}
    </>
  )
}
