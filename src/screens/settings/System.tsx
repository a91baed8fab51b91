import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import {
  IconChartHistogram,
  IconDatabase,
  IconHeartbeat,
  IconListCheck,
  IconServer2,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { useTimeZone } from '#engine/person.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { backupNow, installation } from './api.ts'
import { Card, Failure, useDeed } from './pieces.tsx'
import css from './settings.module.css'

const KEY = ['system'] as const
/** What went wrong longer ago is no news. */
const LATELY_MS = 7 * 86_400_000

const Fact = ({
  icon,
  name,
  value,
  note,
}: {
  readonly icon: ReactNode
  readonly name: string
  readonly value: ReactNode
  readonly note?: ReactNode
}) => (
  <div className={css.fact}>
    <dt>
      <span aria-hidden>{icon}</span>
      {name}
    </dt>
    <dd>
      <span className={css.factValue}>{value}</span>
      {note ? <span className={css.quiet}>{note}</span> : null}
    </dd>
  </div>
)

/** The state of the installation, and its backups. */
export const System = () => {
  const { t } = useTranslation()
  const can = useCan()
  const format = useFormat(useTimeZone())
  const client = useQueryClient()
  const deed = useDeed()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => installation(signal),
    refetchInterval: 10_000,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} columns={2} />
  const { database, jobs, figures } = data
  const mended = figures.mendedAt !== null && Date.now() - Date.parse(figures.mendedAt) < LATELY_MS
  const backup = async () => {
    if (await deed.run(backupNow)) toast.success(t('settings.backupDone'))
    await client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <>
      <Card title={t('settings.system')} text={t('settings.systemText')}>
        <dl className={css.facts}>
          <Fact
            icon={<IconHeartbeat size={16} stroke={1.5} />}
            name={t('settings.health')}
            value={
              <Badge tone={error ? 'danger' : jobs.failed ? 'warning' : 'success'}>
                {t(
                  error
                    ? 'settings.unreachable'
                    : jobs.failed
                      ? 'settings.attention'
                      : 'settings.healthy',
                )}
              </Badge>
            }
            note={t('settings.latency', { ms: format.number(database.latencyMs) })}
          />
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
          <Fact
            icon={<IconListCheck size={16} stroke={1.5} />}
            name={t('settings.jobs')}
            value={t('settings.jobsWaiting', { count: jobs.queued + jobs.running })}
            note={t('settings.jobsDone', {
              done: format.number(jobs.succeeded),
              failed: format.number(jobs.failed),
            })}
          />
          <Fact
            icon={<IconChartHistogram size={16} stroke={1.5} />}
            name={t('settings.figures')}
            value={
              <Badge tone={mended ? 'warning' : figures.checkedAt === null ? 'neutral' : 'success'}>
                {t(
                  mended
                    ? 'settings.figuresMended'
                    : figures.checkedAt === null
                      ? 'settings.figuresUnchecked'
                      : 'settings.figuresRight',
                )}
              </Badge>
            }
            note={
              mended
                ? t('settings.figuresMendedNote', {
                    days: format.number(figures.mendedDays),
                    when: format.ago(figures.mendedAt!),
                  })
                : figures.checkedAt === null
                  ? t('settings.figuresUncheckedNote')
                  : t('settings.figuresNote', { when: format.ago(figures.checkedAt) })
            }
          />
        </dl>
        <p className={css.survives}>
          {t(
            database.kind === 'embedded'
              ? 'settings.survivesEmbedded'
              : 'settings.survivesPostgres',
          )}
        </p>
        {jobs.lastFailed.length ? (
          <ul className={css.rows} aria-label={t('settings.lastFailed')}>
            {jobs.lastFailed.map((job) => (
              <li key={job.id} className={css.row}>
                <span className={css.rowText}>
                  <span>{job.kind}</span>
                  <span className={css.quiet}>{job.error}</span>
                </span>
                <span className={css.quiet}>
                  {job.finishedAt ? format.instant(job.finishedAt) : ''}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </Card>
      {can('system.backup') ? (
        <Card
          title={t('settings.backups')}
          text={t(
            database.kind === 'embedded' ? 'settings.backupsDaily' : 'settings.backupsManual',
          )}
          foot={
            <Button loading={deed.busy} onClick={() => void backup()}>
              {t('settings.backupNow')}
            </Button>
          }
        >
          <Failure>{deed.error}</Failure>
          {data.backups?.length ? (
            <ul className={css.rows} aria-label={t('settings.backups')}>
              {data.backups.map((b) => (
                <li key={b.name} className={css.row}>
                  <span className={css.rowText}>
                    <span>{format.instant(b.at)}</span>
                    <code className={css.quiet}>{b.name}</code>
                  </span>
                  <span className={css.quiet}>{format.bytes(b.bytes)}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p className={css.text}>{t('settings.noBackups')}</p>
          )}
        </Card>
      ) : null}
    </>
  )
}
