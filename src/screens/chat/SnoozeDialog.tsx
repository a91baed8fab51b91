import { useState, type FormEvent } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { localText } from './wake.ts'
import { chatButton, chatPrimary } from '../shared/chatButton.ts'
import own from './newConversation.module.css'

/** Dialog for the end of a snooze, in this device's time zone. */
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
  const [value, setValue] = useState(() => localText(first))
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
        <label className={own.field}>
          {t('chat.snoozeWhen')}
          <input
            type="datetime-local"
            className={own.input}
            value={value}
            required
            data-autofocus
            aria-invalid={wrong || undefined}
            {...(wrong ? { 'aria-describedby': 'snooze-wrong' } : {})}
            onChange={(e) => {
              setValue(e.currentTarget.value)
              setWrong(false)
            }}
          />
        </label>
        {wrong ? (
          <p id="snooze-wrong" role="alert" className={own.error}>
            {t('chat.snoozePast')}
          </p>
        ) : null}
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
