import { IconButton } from '#ui/Button.tsx'
import { IconClock, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { recordRemindersQuery } from '#data/reminders.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useTimeZone } from '../person.ts'
import { useCancelReminder } from './useCancelReminder.ts'
import css from './reminders.module.css'

/** The person's own pending reminders about a record, each with a button to cancel it. */
export const RecordReminders = ({
  resource,
  record,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
}) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const cancel = useCancelReminder()
  const { data } = useQuery(recordRemindersQuery(resource, record.id))
  if (!data?.data.length) return null
  return (
    <ul className={css.list} aria-label={t('reminders.mine')}>
      {data.data.map(({ id, at, text }) => (
        <li key={id} className={css.item}>
          <IconClock size={16} stroke={1.5} aria-hidden className={css.icon} />
          <div className={css.words}>
            <time dateTime={at}>{format.instant(at)}</time>
            {text ? <p className={css.text}>{text}</p> : null}
          </div>
          <IconButton
            aria-label={t('reminders.cancelOne', { at: format.instant(at) })}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(id)}
          >
            <IconX size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
