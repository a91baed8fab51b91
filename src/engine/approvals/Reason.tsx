import { useState } from 'react'
import { Textarea } from '#ui/Textarea.tsx'
import { Button } from '#ui/Button.tsx'
import { overrideRequest, rejectRequest } from '#data/approvals.ts'
import { useTranslation } from '#ui/i18n.ts'
import dialog from '#ui/dialog.module.css'
import css from './approvals.module.css'

/** Decisions that need a reason. */
export type Reasoned = 'reject' | 'override'
/** Their words, and what sends them. */
export const REASONED = {
  reject: {
    action: 'approvals.reject',
    why: 'approvals.rejectTitle',
    done: 'approvals.rejected',
    send: rejectRequest,
  },
  override: {
    action: 'approvals.override',
    why: 'approvals.overrideTitle',
    done: 'approvals.overrideDone',
    send: overrideRequest,
  },
} as const satisfies Record<Reasoned, object>

/** Asks for the reason of a rejection, or of applying a request without approval. */
export const Reason = ({
  asking,
  busy,
  onBack,
  onSend,
}: {
  readonly asking: Reasoned
  readonly busy: boolean
  readonly onBack: () => void
  readonly onSend: (reason: string) => void
}) => {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { action, why } = REASONED[asking]
  const given = reason.trim()
  return (
    <>
      <Textarea
        className={css.why ?? ''}
        label={t(why)}
        {...(asking === 'override' ? { description: t('approvals.overrideText') } : {})}
        required
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(e) => {
          setReason(e.currentTarget.value)
          setMissing(false)
        }}
        error={missing ? t('changes.reasonNeeded') : undefined}
        autoFocus
      />
      <div className={`${dialog.foot} ${css.foot}`}>
        <Button variant="default" disabled={busy} onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button
          tone="danger"
          loading={busy}
          onClick={() => (given ? onSend(given) : setMissing(true))}
        >
          {t(action)}
        </Button>
      </div>
    </>
  )
}
