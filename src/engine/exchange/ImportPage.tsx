import { Button, buttonClass } from '#ui/Button.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { isProblem } from '#data/problem.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { receivedMessage } from '../serverMessage.ts'
import { ErrorState } from '#ui/states.tsx'
import { AddressLink } from '../links.tsx'
import type { PageProps } from '../routes.ts'
import { FileStep } from './FileStep.tsx'
import { isOver, reportOf } from './jobs.ts'
import { MappingStep } from './MappingStep.tsx'
import { Foot, ReportStep } from './ReportStep.tsx'
import { reasonText } from './reasons.ts'
import { RunStep } from './RunStep.tsx'
import { useImport, type ImportState } from './useImport.ts'
import css from './exchange.module.css'

/**
 * Imports records from a CSV file: the file, the mapping of its columns to fields, a dry run, then
 * the import as a job.
 *
 * Leaving the page is safe: the job continues and is shown on return.
 */
export const ImportPage = ({ resource }: PageProps) => {
  const { t } = useTranslation()
  const state = useImport(resource)
  return (
    <div className={css.page}>
      <PageHeader
        title={t('common.import', { many: inSentence(resource.label.many) })}
        subtitle={t('exchange.subtitle')}
      />
      <Step state={state} />
    </div>
  )
}

const Step = ({ state }: { readonly state: ImportState }) => {
  const { draft, job, jobError } = state
  if (draft.sending) return <RunStep state={state} />
  if (draft.job) {
    if (!job && isProblem(jobError, 404)) return <Ended state={state} reason="gone" />
    if (!job && jobError) return <ErrorState error={jobError} onRetry={state.edit} />
    const report = job && reportOf(job)
    if (report) return <ReportStep state={state} report={report} />
    return job && isOver(job) ? (
      <Ended state={state} reason={job.state === 'cancelled' ? 'cancelled' : 'failed'} />
    ) : (
      <RunStep state={state} />
    )
  }
  return <Prepare state={state} />
}

const ENDED = {
  cancelled: 'exchange.cancelled',
  failed: 'exchange.failed',
  gone: 'exchange.gone',
} as const

/** A job without a report: cancelled, failed, or no longer known. */
const Ended = ({
  state,
  reason,
}: {
  readonly state: ImportState
  readonly reason: keyof typeof ENDED
}) => {
  const { t } = useTranslation()
  const { job, draft } = state
  const kept =
    draft.job?.mode === 'partial' && reason === 'cancelled'
      ? (job?.counts.created ?? 0) + (job?.counts.updated ?? 0)
      : 0
  const text = {
    cancelled:
      kept > 0 ? t('exchange.cancelledKept', { count: kept }) : t('exchange.cancelledText'),
    failed: receivedMessage(job?.error ?? '', job ?? {}),
    gone: t('exchange.goneText'),
  }[reason]
  const more = job?.result && !('mode' in job.result) ? (job.result.errors ?? []) : []
  return (
    <>
      <section className={css.card} role="alert">
        <div className={css.verdict}>
          <IconAlertTriangle size={22} aria-hidden />
          <h2 className={css.cardTitle}>{t(ENDED[reason])}</h2>
        </div>
        <p className={css.plain}>{text}</p>
        {more.length > 0 ? (
          <ul className={css.reasons}>
            {more.map((e) => (
              <li key={e.path}>{receivedMessage(e.message, e)}</li>
            ))}
          </ul>
        ) : null}
      </section>
      <Foot>
        <Button onClick={state.edit}>{t('exchange.back')}</Button>
        {kept > 0 ? (
          <AddressLink
            address="/settings?tab=changes"
            className={buttonClass({ variant: 'default' })}
          >
            {t('exchange.undoIn')}
          </AddressLink>
        ) : null}
      </Foot>
    </>
  )
}

const Prepare = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const { draft, place, problems } = state
  const wrong = Object.keys(problems).length
  const mapped = Object.keys(draft.mapping.fields).length
  let note = t('exchange.mapped', { mapped, all: place.fields.length })
  if (mapped === 0) note = t('exchange.mapOne')
  if (wrong > 0) note = t('exchange.wrongFields', { count: wrong })
  return (
    <>
      {draft.failure ? <Failure state={state} failure={draft.failure} /> : null}
      <FileStep state={state} />
      {draft.file ? <MappingStep state={state} /> : null}
      {draft.file ? (
        <Foot note={note}>
          <Button disabled={wrong > 0 || mapped === 0} onClick={() => void state.start('dry-run')}>
            {t('exchange.dryRun')}
          </Button>
        </Foot>
      ) : null}
    </>
  )
}

const Failure = ({
  state,
  failure,
}: {
  readonly state: ImportState
  readonly failure: unknown
}) => {
  const { t } = useTranslation()
  const problem = isProblem(failure) ? failure : undefined
  const lines = problem?.errors.filter((e) => e.message !== problem.detail) ?? []
  return (
    <div role="alert" className={css.failure}>
      <strong>{t('exchange.notStarted')}</strong>{' '}
      {problem?.detail ?? (failure instanceof Error ? failure.message : t('common.somethingWrong'))}
      {lines.length > 0 ? (
        <ul className={css.reasons}>
          {lines.map((e) => (
            <li key={e.path}>
              {reasonText(state.resource, {
                ...e,
                path: e.path.replace(/^mapping\.fields\./, ''),
                columns: [],
              })}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
