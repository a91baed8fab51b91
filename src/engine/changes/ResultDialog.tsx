import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#data/api.ts'
import { operationQuery, outcomes, type Operation, type Outcome } from '#data/changes.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { saveFile } from '#ui/saveFile.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import dialog from '#ui/dialog.module.css'
import { openOperation, unfollow } from './followed.ts'
import { Outcomes } from './Outcomes.tsx'
import { stop } from './Progress.tsx'
import { undo } from './undo.ts'
import { titleOfOperation } from './words.ts'
import css from './changes.module.css'

/** How far a running operation is. */
const Running = ({
  tried,
  total,
  waiting,
}: {
  readonly tried: number
  readonly total: number
  readonly waiting: boolean
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
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
      {waiting ? <span>{t('changes.waiting')}</span> : null}
    </div>
  )
}

/** What became of the records of a finished operation, all of them or by outcome. */
const Finished = ({
  operation,
  shown,
  total,
}: {
  readonly operation: Operation
  readonly shown: Readonly<Partial<Record<Outcome, number>>>
  readonly total: number
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [outcome, setOutcome] = useState<Outcome>()
  return (
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
      <Outcomes key={outcome} id={operation.id} outcome={outcome} />
    </>
  )
}

/** Stops a running operation; saves the result of a finished one, or undoes it. */
const Foot = ({
  operation,
  onFailure,
  onClose,
}: {
  readonly operation: Operation
  readonly onFailure: (error: Error) => void
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { id } = operation
  return (
    <div className={`${dialog.foot} ${css.foot}`}>
      {operation.state === 'running' ? (
        <Button variant="default" onClick={() => stop(operation.jobId)}>
          {t('changes.cancel')}
        </Button>
      ) : (
        <>
          <Button
            variant="default"
            onClick={() =>
              void send(`/api/operations/${id}/rows.csv`, { accept: 'text/csv' }).then(
                (file) => saveFile(file, 'result.csv'),
                onFailure,
              )
            }
          >
            <IconDownload size={16} aria-hidden />
            {t('changes.csv')}
          </Button>
          {operation.canUndo && operation.counts?.done ? (
            <Button
              variant="default"
              onClick={() => {
                onClose()
                void undo([id], client)
              }}
            >
              <IconArrowBackUp size={16} aria-hidden />
              {t('changes.undo')}
            </Button>
          ) : null}
        </>
      )}
      <Button onClick={onClose}>{t('common.close')}</Button>
    </div>
  )
}

/** The counts of an operation and what can be done with it. */
const Result = ({
  operation,
  onClose,
}: {
  readonly operation: Operation
  readonly onClose: () => void
}) => {
  const [failed, setFailed] = useState<Error>()
  const counts = operation.counts ?? {}
  const tried = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const total = operation.count ?? tried
  return (
    <>
      <div className={css.dialog}>
        {operation.state === 'running' ? (
          <Running tried={tried} total={total} waiting={operation.waiting} />
        ) : (
          <Finished
            operation={operation}
            shown={{ ...counts, not_processed: total - tried }}
            total={total}
          />
        )}
        {failed ? <ErrorState error={failed} /> : null}
      </div>
      <Foot operation={operation} onFailure={setFailed} onClose={onClose} />
    </>
  )
}

/** Result of an operation: counts, the outcome of each record, the same as CSV, and its undo. */
export const ResultDialog = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: operation, error, refetch } = useQuery(operationQuery(id))
  const close = () => {
    if (operation?.state !== 'running') unfollow(id)
    openOperation(undefined)
  }
  const content = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    return operation ? <Result operation={operation} onClose={close} /> : <Loading />
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
