import { Button } from '#ui/Button.tsx'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { remindersQuery, type Reminder } from '#data/reminders.ts'
import { ResourceLink } from '#engine/links.tsx'
import { useTimeZone } from '#engine/person.ts'
import { useCancelReminder } from '#engine/reminders/useCancelReminder.ts'
import { modelOf } from '#engine/resource.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import css from './settings.module.css'

const Entry = ({ reminder }: { readonly reminder: Reminder }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const cancel = useCancelReminder()
  const { id, at, text, record } = reminder
  const resource = modelOf(record.collection)
  return (
    <li className={css.entry}>
      <span className={css.entryIcon} aria-hidden>
        <IconClock size={16} stroke={1.5} />
      </span>
      <div className={css.entryText}>
        <div>
          {resource?.path ? (
            <ResourceLink resource={resource} target={{ page: 'detail', id: record.id }}>
              {record.title}
            </ResourceLink>
          ) : (
            <strong>{record.title}</strong>
          )}
        </div>
        {text ? <div>{text}</div> : null}
        <div className={css.changeFacts}>
          <time dateTime={at} title={format.ago(at)}>
            {format.instant(at)}
          </time>
          {resource ? <span>{label(resource.label.one)}</span> : null}
        </div>
      </div>
      <div className={css.changeButtons}>
        <Button
          size="compact"
          variant="default"
          loading={cancel.isPending}
          aria-label={t('reminders.cancelOf', { title: record.title })}
          onClick={() => cancel.mutate(id)}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </li>
  )
}

/** The person's own pending reminders, next first. */
export const Reminders = () => {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(remindersQuery())
  const content = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <SkeletonRows rows={4} columns={2} />
    if (!data.data.length) {
      return <EmptyState title={t('reminders.none')} text={t('reminders.noneText')} />
    }
    return (
      <ol className={`${css.log} ${css.changes}`} aria-label={t('reminders.mine')}>
        {data.data.map((reminder) => (
          <Entry key={reminder.id} reminder={reminder} />
        ))}
      </ol>
    )
  }
  return (
    <section className={css.card} aria-label={t('reminders.mine')}>
      <div className={css.cardHead}>
        <h2 className={css.cardTitle}>{t('reminders.mine')}</h2>
        <p className={css.cardText}>{t('reminders.mineText')}</p>
      </div>
      {content()}
    </section>
  )
}
