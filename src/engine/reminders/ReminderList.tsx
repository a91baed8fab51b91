import { IconButton } from '#ui/Button.tsx'
import { IconClock, IconX } from '@tabler/icons-react'
import type { Reminder } from '#data/reminders.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useTimeZone } from '../person.ts'
import { useCancelReminder } from './useCancelReminder.ts'
import css from './reminders.module.css'

/** Pending reminders about one record, each with a button to cancel it. */
export const ReminderList = ({ reminders }: { readonly reminders: readonly Reminder[] }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const cancel = useCancelReminder()
  return (
    <ul className={css.list} aria-label={t('reminders.mine')}>
      {reminders.map(({ id, at, text }) => (
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
