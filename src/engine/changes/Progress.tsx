import { useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle, IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { cancelJob, operationQuery } from '#data/changes.ts'
import { isProblem } from '#data/problem.ts'
import { t as now, useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { openOperation, unfollow } from './followed.ts'
import { refreshRecords, report } from './undo.ts'
import { countsText, titleOfOperation } from './words.ts'
import css from './changes.module.css'

/** Asks a running operation to end; the failure is shown. */
export const stop = (jobId: string | null): void => {
  if (jobId === null) return
  cancelJob(jobId).catch((error: unknown) =>
    toast.error(isProblem(error) ? error.detail : now('common.somethingWrong')),
  )
}

/** How the end of an operation is shown. */
const ends = {
  done: { Icon: IconCheck, text: 'changes.result' },
  cancelled: { Icon: IconBan, text: 'changes.stateCancelled' },
  failed: { Icon: IconAlertTriangle, text: 'changes.stateFailed' },
} as const

/**
 * Progress of an operation in the header, afterwards its result until dismissed. When it ends the
 * records are fetched again and a toast offers to undo it.
 */
export const Progress = ({ id, visible }: { readonly id: string; readonly visible: boolean }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const format = useFormat()
  const { data: operation, error } = useQuery(operationQuery(id))
  const ran = useRef(false)
  const lost = isProblem(error, 404)
  const ended = operation !== undefined && operation.state !== 'running'
  useEffect(() => {
    if (lost) unfollow(id)
  }, [lost, id])
  useEffect(() => {
    if (!operation) return
    if (!ended) {
      ran.current = true
      return
    }
    if (!ran.current) return
    ran.current = false
    const can = operation.canUndo && operation.counts?.done
    void refreshRecords(client)
    const { state, counts } = operation
    const what = `${titleOfOperation(operation, format)}: ${countsText(counts, format)}`
    const early = state === 'cancelled' || state === 'failed'
    report(client, early ? `${now(ends[state].text)} · ${what}` : what, can ? id : undefined)
  }, [operation, ended, client, format, id])
  if (!operation || !visible) return null
  const { count, counts, jobId } = operation
  const tried = Object.values(counts ?? {}).reduce((sum, n) => sum + n, 0)
  const total = count ?? tried
  const title = titleOfOperation(operation, format)
  if (!ended) {
    const how = operation.waiting
      ? t('changes.waiting')
      : t('changes.running', { done: format.number(tried), total: format.number(total) })
    return (
      <div className={css.pill}>
        <button
          type="button"
          className={css.pillText}
          title={title}
          onClick={() => openOperation({ id })}
        >
          <progress className={css.bar} max={total} value={tried} aria-label={title} />
          <span>{how}</span>
        </button>
        <button
          type="button"
          className={css.pillIcon}
          aria-label={t('changes.cancel')}
          title={t('changes.cancel')}
          onClick={() => stop(jobId)}
        >
          <IconX size={16} aria-hidden />
        </button>
      </div>
    )
  }
  const { Icon, text } = ends[operation.state]
  return (
    <div className={css.pill} data-ended={operation.state}>
      <button
        type="button"
        className={css.pillText}
        title={`${title}: ${countsText(counts, format)}`}
        onClick={() => openOperation({ id })}
      >
        <Icon size={16} aria-hidden />
        <span>{t(text)}</span>
      </button>
      <button
        type="button"
        className={css.pillIcon}
        aria-label={t('changes.dismiss')}
        title={t('changes.dismiss')}
        onClick={() => unfollow(id)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}
