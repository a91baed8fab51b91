import { Button } from '#ui/Button.tsx'
import common from '#ui/common.module.css'
import { useTranslation } from '#ui/i18n.ts'
import texts from '#ui/text.module.css'
import classes from '../form/RecordForm.module.css'

/** Says that a form's save waits for the connection, and lets the person continue editing. */
export const WaitingNotice = ({ takeBack }: { readonly takeBack: () => void }) => {
  const { t } = useTranslation()
  return (
    <div role="alert" className={`${classes.note} ${common.info}`}>
      <strong>{t('form.waitingTitle')}</strong>
      <div className={`${texts.row} ${classes.draft}`}>
        <p className={texts.text}>{t('form.waitingText')}</p>
        <Button size="small" variant="default" onClick={takeBack}>
          {t('form.editAgain')}
        </Button>
      </div>
    </div>
  )
}
