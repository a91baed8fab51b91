import type { Notification } from '#schemas/notification.ts'
import type { PanelProps } from '#engine/detail/panels.ts'
import { useCan } from '#data/me.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { Reach } from './Reach.tsx'
import css from './compose.module.css'

const waits: readonly string[] = ['draft', 'scheduled']

/** Head of a notification's page: sending progress, or the expected recipients before that. */
export const Delivered = ({ record }: PanelProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const can = useCan()
  const { state, audience, channel, recipients, sent, delivered, failed, unreachable, read } =
    record as Notification
  if (waits.includes(state)) {
    return can('notification.create') ? (
      <Reach
        draft={{ audience, channel, recipients: recipients.map(({ recipient }) => recipient.id) }}
      />
    ) : null
  }
  const done = delivered + failed + unreachable
  const share = (n: number): string => `${sent ? (n / sent) * 100 : 0}%`
  const metrics = [
    ['sent', sent],
    ['delivered', delivered],
    ['failed', failed],
    ['unreachable', unreachable],
    ...(channel === 'in_app' ? [['read', read] as const] : []),
  ] as const
  return (
    <div className={css.card}>
      <div
        className={css.progress}
        role="progressbar"
        aria-label={t('compose.progress')}
        aria-valuemin={0}
        aria-valuemax={sent}
        aria-valuenow={done}
        aria-valuetext={t('compose.progressText', {
          done: format.number(done),
          all: format.number(sent),
        })}
      >
        <span className={css.partDelivered} style={{ inlineSize: share(delivered) }} />
        <span className={css.partFailed} style={{ inlineSize: share(failed) }} />
        <span className={css.partNone} style={{ inlineSize: share(unreachable) }} />
      </div>
      <dl className={css.metrics}>
        {metrics.map(([name, n]) => (
          <div key={name} data-tone={name === 'failed' && n ? 'danger' : undefined}>
            <dt>{t(`compose.metrics.${name}`)}</dt>
            <dd>{format.number(n)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
