import { useState, type FormEvent } from 'react'
import { InstantBox } from '#engine/fields/dates/InstantBox.tsx'
import { useTimeZone } from '#engine/person.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { chatButton, chatPrimary } from '../shared/chatButton.ts'
import own from './newConversation.module.css'

/** Dialog for the end of a snooze, in the person's time zone. */
export const SnoozeDialog = ({
  first,
  onClose,
  onChoose,
}: {
  readonly first: Date
  readonly onClose: () => void
  readonly onChoose: (at: Date) => void
}) => {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const [value, setValue] = useState(() => first.toISOString())
  const [wrong, setWrong] = useState(false)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const at = new Date(value)
    if (!(at.getTime() > Date.now())) setWrong(true)
    else onChoose(at)
  }
  return (
    <Dialog title={t('chat.snoozeUntil')} onClose={onClose}>
      <form className={own.form} onSubmit={submit}>
        <InstantBox
          label={t('chat.snoozeWhen')}
          description={zone}
          first
          value={value}
          error={wrong ? t('chat.snoozePast') : undefined}
          onChange={(at) => {
            setValue(at)
            setWrong(false)
          }}
        />
        <div className={own.actions}>
          <button type="button" className={chatButton} onClick={onClose}>
            {t('chat.cancel')}
          </button>
          <button type="submit" className={chatPrimary}>
            {t('chat.snooze')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
