import { useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle, IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { cancelJob, operationQuery, type Operation } from '#data/changes.ts'
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

/** Once an operation ends: fetches the records again, and offers to undo it if it ran here. */
const useEnd = (id: string, operation: Operation | undefined): void => {
  const client = useQueryClient()
  const format = useFormat()
  const ran = useRef(false)
  useEffect(() => {
    if (!operation) return
    const { state, counts, canUndo } = operation
    if (state === 'running') {
      ran.current = true
      return
    }
    if (!ran.current) return
    ran.current = false
    void refreshRecords(client)
    const what = `${titleOfOperation(operation, format)}: ${countsText(counts, format)}`
    const undoable = canUndo && counts?.done ? id : undefined
    if (state === 'done') report(client, what, undoable)
    else report(client, `${now(ends[state].text)} · ${what}`, undoable, 'info')
  }, [operation, client, format, id])
}

/**
 * Progress of an operation in the header, afterwards its result until dismissed. When it ends the
 * records are fetched again and a toast offers to undo it.
 */
export const Progress = ({ id, visible }: { readonly id: string; readonly visible: boolean }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: operation, error } = useQuery(operationQuery(id))
  const lost = isProblem(error, 404)
  useEffect(() => {
    if (lost) unfollow(id)
  }, [lost, id])
  useEnd(id, operation)
  if (!operation || !visible) return null
  const { count, counts, jobId } = operation
  const tried = Object.values(counts ?? {}).reduce((sum, n) => sum + n, 0)
  const total = count ?? tried
  const title = titleOfOperation(operation, format)
  if (operation.state === 'running') {
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
