import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#data/api.ts'
import { operationQuery, outcomes, outcomesQuery, type Outcome } from '#data/changes.ts'
import { Badge } from '#ui/Badge.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { sentence, useTranslation } from '#ui/i18n.ts'
import { saveFile } from '../list/exportList.ts'
import { EmptyState, ErrorState, Loading, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import dialog from '#ui/dialog.module.css'
import { openOperation, unfollow } from './followed.ts'
import { stop } from './Progress.tsx'
import { RowLink } from './RowLink.tsx'
import { undo } from './undo.ts'
import { titleOfOperation } from './words.ts'
import css from './changes.module.css'

const tones = {
  done: 'success',
  unchanged: 'neutral',
  refused: 'danger',
  changed: 'warning',
  gone: 'warning',
  not_processed: 'neutral',
} as const

const Outcomes = ({
  id,
  outcome,
}: {
  readonly id: string
  readonly outcome: Outcome | undefined
}) => {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    outcomesQuery(id, outcome),
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const rows = data?.pages.flatMap((page) => page.data)
  if (!rows) return <SkeletonRows rows={6} columns={2} />
  if (!rows.length) return <EmptyState title={t('changes.noRows')} />
  return (
    <>
      <table className={css.table} aria-label={t('changes.outcomes')}>
        <thead>
          <tr>
            <th scope="col">{t('changes.record')}</th>
            <th scope="col">{t('changes.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <RowLink row={row} />
              </td>
              <td>
                <Badge tone={tones[row.outcome]}>{t(`changes.outcome_${row.outcome}`)}</Badge>
                {row.message ? <span className={css.message}>{sentence(row.message)}</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage ? (
        <Button
          variant="default"
          size="xs"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('changes.moreRows')}
        </Button>
      ) : null}
    </>
  )
}

/** Result of an operation: counts, the outcome of each record, the same as CSV, and its undo. */
export const ResultDialog = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const format = useFormat()
  const { data: operation, error, refetch } = useQuery(operationQuery(id))
  const [outcome, setOutcome] = useState<Outcome>()
  const [failed, setFailed] = useState<Error>()
  const close = () => {
    if (operation?.state !== 'running') unfollow(id)
    openOperation(undefined)
  }
  const content = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!operation) return <Loading />
    const counts = operation.counts ?? {}
    const tried = Object.values(counts).reduce((sum, n) => sum + n, 0)
    const total = operation.count ?? tried
    const running = operation.state === 'running'
    const shown: Readonly<Partial<Record<Outcome, number>>> = {
      ...counts,
      ...(running ? {} : { not_processed: total - tried }),
    }
    return (
      <>
        <div className={css.dialog}>
          {running ? (
            <div className={css.counts}>
              <progress
                className={css.wideBar}
                max={total}
                value={tried}
                aria-label={t('changes.progress')}
              />
              <strong>
                {t('changes.running', { done: format.number(tried), total: format.number(total) })}
              </strong>
            </div>
          ) : (
            <>
              {operation.state === 'done' ? null : (
                <p className={css.text}>
                  {t(operation.state === 'failed' ? 'changes.failedText' : 'changes.cancelledText')}
                </p>
              )}
              <div className={css.filters} role="group" aria-label={t('changes.outcome')}>
                <button
                  type="button"
                  aria-pressed={outcome === undefined}
                  onClick={() => setOutcome(undefined)}
                >
                  {t('changes.all', { n: format.number(total) })}
                </button>
                {outcomes.map((each) =>
                  shown[each] ? (
                    <button
                      key={each}
                      type="button"
                      aria-pressed={outcome === each}
                      onClick={() => setOutcome(each)}
                    >
                      {t(`changes.count_${each}`, { n: format.number(shown[each]) })}
                    </button>
                  ) : null,
                )}
              </div>
              <Outcomes key={outcome} id={id} outcome={outcome} />
            </>
          )}
          {failed ? <ErrorState error={failed} /> : null}
        </div>
        <div className={`${dialog.foot} ${css.foot}`}>
          {running ? (
            <Button variant="default" onClick={() => stop(operation.jobId)}>
              {t('changes.cancel')}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() =>
                  void send(`/api/operations/${id}/rows.csv`, { accept: 'text/csv' }).then(
                    (file) => saveFile(file, 'result.csv'),
                    setFailed,
                  )
                }
              >
                {t('changes.csv')}
              </Button>
              {operation.canUndo && operation.counts?.done ? (
                <Button
                  variant="default"
                  leftSection={<IconArrowBackUp size={16} aria-hidden />}
                  onClick={() => {
                    close()
                    void undo([id], client)
                  }}
                >
                  {t('changes.undo')}
                </Button>
              ) : null}
            </>
          )}
          <Button onClick={close}>{t('common.close')}</Button>
        </div>
      </>
    )
  }
  return (
    <Dialog
      wide
      title={operation ? titleOfOperation(operation, format) : t('changes.result')}
      onClose={close}
    >
      {content()}
    </Dialog>
  )
}
