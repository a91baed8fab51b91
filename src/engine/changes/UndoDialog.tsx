import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { applyUndo, type Plan } from '#data/changes.ts'
import { isProblem } from '#data/problem.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import dialog from '#ui/dialog.module.css'
import { openOperation } from './followed.ts'
import { PlanView } from './PlanView.tsx'
import { undone } from './undo.ts'
import css from './changes.module.css'

/** Shows what an undo would restore and what stays as it is, and executes it. */
export const UndoDialog = ({ id, plan }: { readonly id: string; readonly plan: Plan }) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const count = plan.counts.done ?? 0
  const close = () => openOperation(undefined)
  const apply = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const operation = await applyUndo(id)
      close()
      await undone([operation])
    } catch (failed) {
      setError(isProblem(failed) ? failed.detail : t('common.somethingWrong'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      overPages
      wide
      title={t(count ? 'changes.undoTitle' : 'changes.nothingTitle')}
      onClose={() => {
        if (!busy) close()
      }}
    >
      <div className={css.dialog}>
        <p className={css.text}>{t(count ? 'changes.undoText' : 'changes.nothingText')}</p>
        <PlanView plan={plan} />
        {error ? (
          <p role="alert" className={dialog.error}>
            {error}
          </p>
        ) : null}
      </div>
      <div className={`${dialog.foot} ${css.foot}`}>
        <Button variant="default" disabled={busy} onClick={close}>
          {t(count ? 'common.cancel' : 'common.close')}
        </Button>
        {count ? (
          <Button loading={busy} onClick={() => void apply()}>
            {t('changes.undoAction', { count })}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}
