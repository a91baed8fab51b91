import { IconDatabaseShare, IconPlugConnected, IconServerBolt } from '@tabler/icons-react'
import { useTimeZone } from '#engine/person.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { Installation } from './api.ts'
import { Fact } from './Fact.tsx'
import css from './settings.module.css'

/** Share of used connections from which to warn. */
const MANY = 0.8
/** Maximum characters of a statement. */
const SHOWN = 120

/** Connections to the database. */
export const Connected = ({
  connections: { used, most },
}: {
  readonly connections: Installation['database']['connections']
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Fact
      icon={<IconPlugConnected size={16} stroke={1.5} />}
      name={t('settings.connections')}
      value={t('settings.connectionsUsed', {
        used: format.number(used),
        most: format.number(most),
      })}
      note={
        used >= MANY * most ? (
          <Badge tone="warning">{t('settings.connectionsMany')}</Badge>
        ) : undefined
      }
    />
  )
}

/** Says what a pooler in transaction mode takes away. */
export const Pooled = ({ sessions }: Pick<Installation['database'], 'sessions'>) => {
  const { t } = useTranslation()
  return sessions ? null : <p className={css.survives}>{t('settings.pooled')}</p>
}

/** Free space on the disk of the data directory. */
export const Disk = ({ disk }: { readonly disk: NonNullable<Installation['disk']> }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const gigabytes = (bytes: number) =>
    t('settings.gigabytes', { n: format.number(Math.round(bytes / 1e8) / 10) })
  return (
    <Fact
      icon={<IconServerBolt size={16} stroke={1.5} />}
      name={t('settings.disk')}
      value={t('settings.diskFree', { free: gigabytes(disk.freeBytes) })}
      note={
        disk.low ? (
          <Badge tone="warning">{t('settings.diskLow')}</Badge>
        ) : (
          t('settings.diskTotal', { total: gigabytes(disk.totalBytes) })
        )
      }
    />
  )
}

/** Status of the read replica. */
export const Replica = ({
  replica,
}: {
  readonly replica: NonNullable<Installation['replica']>
}) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const used = replica.state === 'used'
  const tone = () => {
    if (used) return 'success'
    if (replica.state === 'starting') return 'neutral'
    return 'warning'
  }
  return (
    <Fact
      icon={<IconDatabaseShare size={16} stroke={1.5} />}
      name={t('settings.replica')}
      value={<Badge tone={tone()}>{t(`settings.replicaState.${replica.state}`)}</Badge>}
      note={
        used
          ? t('settings.replicaServed', {
              replica: format.number(replica.byReplica),
              primary: format.number(replica.byPrimary),
            })
          : t('settings.replicaSince', { since: format.ago(replica.since) })
      }
    />
  )
}

/** Slow statements, or why they are unknown. */
export const SlowStatements = ({ slow }: { readonly slow: Installation['database']['slow'] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (!slow?.length) {
    return (
      <p className={css.survives}>{t(slow ? 'settings.slowNone' : 'settings.slowUnavailable')}</p>
    )
  }
  return (
    <>
      <h3 className={css.cardText}>{t('settings.slow')}</h3>
      <ul className={css.rows} aria-label={t('settings.slow')}>
        {slow.map(({ text, calls, meanMs }, at) => (
          // Two statements may have the same beginning, so the index is part of the key.
          <li key={at} className={`${css.row} ${css.wraps}`}>
            <span className={css.rowText}>
              <code className={css.quiet} dir="ltr">
                {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
              </code>
            </span>
            <span className={css.quiet}>
              {t('settings.slowNote', { ms: format.number(meanMs), calls: format.number(calls) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
