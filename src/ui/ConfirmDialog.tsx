import { useState, type FormEvent } from 'react'
import { Textarea } from './Textarea.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { dismissal } from './dismissal.ts'
import { useTranslation } from './i18n.ts'
import type { ConfirmOptions } from './confirm.ts'
import css from './dialog.module.css'

const messageOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined
  if ('detail' in error && typeof error.detail === 'string') return error.detail
  return error instanceof Error ? error.message : undefined
}

interface FootProps extends Pick<ConfirmOptions, 'action' | 'cancel' | 'danger'> {
  readonly busy: boolean
  /** The action cannot run. */
  readonly prevented: boolean
  /** The dialog opens with the focus on the cancel button. */
  readonly focused: boolean
  readonly onCancel: () => void
}

const Foot = ({ action, cancel, danger, busy, prevented, focused, onCancel }: FootProps) => {
  const { t } = useTranslation()
  return (
    <div className={css.foot}>
      <Button
        variant="default"
        disabled={busy}
        {...(focused ? { 'data-autofocus': true } : {})}
        onClick={onCancel}
      >
        {cancel ?? dismissal(t, action)}
      </Button>
      <Button
        type="submit"
        loading={busy}
        disabled={prevented}
        tone={danger ? 'danger' : undefined}
      >
        {action}
      </Button>
    </div>
  )
}

/** Confirms an action. It stays open while the action runs and shows its error. */
export const ConfirmDialog = ({
  title,
  text,
  details,
  action,
  cancel,
  danger = false,
  reason,
  run,
  onDone,
}: ConfirmOptions & { readonly onDone: (done: boolean) => void }) => {
  const { t } = useTranslation()
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [error, setError] = useState<string>()
  const [prevented, setPrevented] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (prevented) return
    if (reason === 'required' && !value.trim()) return setMissing(true)
    setBusy(true)
    setError(undefined)
    try {
      await run?.(value.trim() || undefined)
      onDone(true)
    } catch (failed) {
      setError(messageOf(failed) ?? t('common.somethingWrong'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      overPages
      title={title}
      onClose={() => {
        if (!busy) onDone(false)
      }}
    >
      <form onSubmit={(e) => void submit(e)} noValidate>
        {text ? <p className={css.text}>{text}</p> : null}
        {details?.(setPrevented)}
        {reason ? (
          <Textarea
            label={t('changes.reason')}
            description={t('changes.reasonHint')}
            required={reason === 'required'}
            rows={3}
            maxLength={2000}
            data-autofocus
            value={value}
            onChange={(e) => {
              setValue(e.currentTarget.value)
              setMissing(false)
            }}
            error={missing ? t('changes.reasonNeeded') : undefined}
          />
        ) : null}
        {error ? (
          <p role="alert" className={css.error}>
            {error}
          </p>
        ) : null}
        <Foot
          {...{ action, cancel, danger, busy, prevented }}
          focused={!reason}
          onCancel={() => onDone(false)}
        />
      </form>
    </Dialog>
  )
}
