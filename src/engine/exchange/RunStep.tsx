import { Button } from '#ui/Button.tsx'
import { useState } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { ImportState } from './useImport.ts'
import css from './exchange.module.css'

/** The running job: its progress, its results so far, and a cancel button. */
export const RunStep = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [stopping, setStopping] = useState(false)
  const { job, draft } = state
  const dry = draft.job?.mode === 'dry-run'
  const share = Math.round((job?.progress ?? 0) * 100)
  const { read = 0, created = 0, updated = 0, refused = 0 } = job?.counts ?? {}
  let title = t(dry ? 'exchange.trying' : 'exchange.importing')
  if (!job || job.state === 'queued') title = t('exchange.queued')
  if (job?.waiting) title = t('exchange.waiting')
  if (draft.sending) title = t('exchange.sending')
  return (
    <section className={css.card} aria-label={title}>
      <div className={css.runHead}>
        <h2 className={css.cardTitle}>{title}</h2>
        {draft.sending ? null : <span className={css.share}>{share} %</span>}
      </div>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(draft.sending || !job ? {} : { 'aria-valuenow': share })}
      >
        <div
          className={draft.sending || !job ? css.barMoving : css.barDone}
          style={draft.sending || !job ? undefined : { inlineSize: `${share}%` }}
        />
      </div>
      <p className={css.muted}>
        {[
          draft.fileName,
          job && read > 0
            ? t('exchange.soFar', {
                read: format.number(read),
                good: format.number(created + updated),
                refused: format.number(refused),
              })
            : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={css.muted}>{draft.sending ? t('exchange.stay') : t('exchange.mayLeave')}</p>
      {draft.job ? (
        <div>
          <Button
            variant="default"
            loading={stopping}
            onClick={() => {
              setStopping(true)
              void state.cancel().finally(() => setStopping(false))
            }}
          >
            {t('common.cancel')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
