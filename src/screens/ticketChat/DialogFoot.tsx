import { dismissal } from '#ui/dismissal.ts'
import dialog from '#ui/dialog.module.css'
import { useTranslation } from '#ui/i18n.ts'
import { chatButton, chatPrimary } from '../shared/chatButton.ts'
import css from './ticketChat.module.css'

/** Why the server refused, if it did. */
export const DialogError = ({ text }: { readonly text: string | undefined }) =>
  text ? (
    <p role="alert" className={dialog.error}>
      {text}
    </p>
  ) : null

/** Last line of a dialog's form: cancel, and the button that sends it. */
export const DialogFoot = ({
  action,
  disabled,
  onClose,
}: {
  readonly action: string
  readonly disabled: boolean
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={`${dialog.foot} ${css.foot}`}>
      <button type="button" className={chatButton} onClick={onClose}>
        {dismissal(t, action)}
      </button>
      <button type="submit" className={chatPrimary} disabled={disabled}>
        {action}
      </button>
    </div>
  )
}
