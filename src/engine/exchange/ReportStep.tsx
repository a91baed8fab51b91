import { Button, buttonClass } from '#ui/Button.tsx'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconDownload,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { operationQuery } from '#data/changes.ts'
import type { ResourceModel } from '#model/types.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { undo } from '../changes/undo.ts'
import { ResourceLink } from '../links.tsx'
import { saveReport, type ImportReport } from './jobs.ts'
import { reasonText } from './reasons.ts'
import type { ImportState } from './useImport.ts'
import css from './exchange.module.css'

const SHOWN = 50

/** Returns what became of the file, in one sentence. */
const useVerdict = ({ resource }: ImportState, report: ImportReport): string => {
  const { t } = useTranslation()
  const format = useFormat()
  if (report.mode === 'dry-run') {
    const key = report.refused === 0 ? 'exchange.dryGood' : 'exchange.dryMixed'
    return t(key, { count: report.refused, number: format.number(report.refused) })
  }
  if (!report.committed) return t('exchange.doneRefused')
  const written = report.created + report.updated
  if (written === 0) return t('exchange.doneNothing')
  return t('exchange.done', {
    count: written,
    number: format.number(written),
    many: inSentence(resource.label.many),
  })
}

/** How many rows were or would be read, written and refused. */
const Counts = ({ report }: { readonly report: ImportReport }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const dry = report.mode === 'dry-run'
  const rows: readonly (readonly [string, number, boolean?])[] = [
    [t('exchange.read'), report.read],
    [t(dry ? 'exchange.wouldCreate' : 'exchange.created'), report.created],
    [t(dry ? 'exchange.wouldUpdate' : 'exchange.updated'), report.updated],
    [t('exchange.unchanged'), report.unchanged],
    [t(dry ? 'exchange.wouldRefuse' : 'exchange.refused'), report.refused, report.refused > 0],
  ]
  return (
    <table className={css.counts} aria-label={t('exchange.result')}>
      <tbody>
        {rows.map(([name, n, bad]) => (
          <tr key={name} data-bad={bad || undefined}>
            <th scope="row">{name}</th>
            <td>{format.number(n)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a finished job or dry run did or would do, and the next steps. */
export const ReportStep = ({
  state,
  report,
}: {
  readonly state: ImportState
  readonly report: ImportReport
}) => {
  const { t } = useTranslation()
  const many = inSentence(state.resource.label.many)
  const dry = report.mode === 'dry-run'
  const good = dry ? report.refused === 0 : report.committed && report.refused === 0
  const title = useVerdict(state, report)
  const errors =
    report.errors.length > 0 ? <Errors report={report} resource={state.resource} /> : null
  return (
    <>
      <section className={css.card} aria-labelledby="import-report">
        <div className={css.verdict} role="status" data-good={good || undefined}>
          {good ? (
            <IconCircleCheck size={22} aria-hidden />
          ) : (
            <IconAlertTriangle size={22} aria-hidden />
          )}
          <h2 id="import-report" className={css.cardTitle}>
            {title}
          </h2>
        </div>
        <p className={css.muted}>
          {[state.draft.fileName, dry ? t('exchange.dryHint') : ''].filter(Boolean).join(' · ')}
        </p>
        <Counts report={report} />
      </section>
      {dry ? (
        <Proceed state={state} report={report}>
          {errors}
        </Proceed>
      ) : (
        errors
      )}
      {dry ? null : (
        <Foot>
          <ResourceLink
            className={buttonClass()}
            resource={state.resource}
            target={{ page: 'list' }}
          >
            {t('exchange.show', { many: many })}
          </ResourceLink>
          <Button variant="default" onClick={state.next}>
            {t('exchange.another')}
          </Button>
          {report.operationId ? <UndoImport id={report.operationId} /> : null}
          <Button variant="subtle" tone="neutral" onClick={state.edit}>
            {t('exchange.back')}
          </Button>
        </Foot>
      )}
    </>
  )
}

/** Undoes the import, while that is possible. */
const UndoImport = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { data } = useQuery(operationQuery(id))
  if (!data?.canUndo) return null
  return (
    <Button
      variant="default"
      loading={busy}
      onClick={() => {
        setBusy(true)
        void undo([id], client).finally(() => setBusy(false))
      }}
    >
      <IconArrowBackUp size={16} aria-hidden />
      {t('exchange.undo')}
    </Button>
  )
}

/** The page's one row of buttons, at the bottom. */
export const Foot = ({
  children,
  note,
}: {
  readonly children: ReactNode
  readonly note?: ReactNode
}) => (
  <div className={css.foot}>
    {children}
    {note ? <span className={css.footNote}>{note}</span> : null}
  </div>
)

/** The five commonest reasons and how often each occurs. */
const commonest = (reasons: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, 5)
}

/**
 * Errors grouped by reason first, since a file usually has few kinds of errors; then row by row.
 */
const Errors = ({
  report,
  resource,
}: {
  readonly report: ImportReport
  readonly resource: ResourceModel
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [all, setAll] = useState(false)
  const [busy, setBusy] = useState(false)
  const errors = report.errors.map((e) => ({ ...e, reason: reasonText(resource, e) }))
  const reasons = commonest(errors.map((e) => e.reason))
  const shown = all ? errors : errors.slice(0, SHOWN)
  const save = async () => {
    setBusy(true)
    try {
      await saveReport(report.report ?? '', `${resource.collection}-errors.csv`)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <section className={css.card} aria-labelledby="import-errors">
      <div className={css.cardHead}>
        <h2 id="import-errors" className={css.cardTitle}>
          {t('exchange.errors')}
        </h2>
        {report.report ? (
          <button type="button" className={css.tool} disabled={busy} onClick={() => void save()}>
            <IconDownload size={15} aria-hidden />
            {t('exchange.saveReport')}
          </button>
        ) : null}
      </div>
      <ul className={css.reasons}>
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            <span className={css.reasonCount}>{format.number(count)}</span>
            {reason}
          </li>
        ))}
      </ul>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('exchange.byRow')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col" className={css.number}>
                {t('exchange.row')}
              </th>
              <th scope="col">{t('exchange.column')}</th>
              <th scope="col">{t('exchange.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((e, i) => (
              <tr key={i}>
                <td className={css.number}>
                  {e.row === shown[i - 1]?.row ? '' : format.number(e.line ?? e.row)}
                </td>
                <td className={css.wrap}>{e.columns.join(', ')}</td>
                <td className={css.wrap}>{e.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < errors.length ? (
        <button type="button" className={css.quiet} onClick={() => setAll(true)}>
          {t('exchange.showAll', { number: format.number(errors.length) })}
        </button>
      ) : null}
    </section>
  )
}

/** After a dry run: import all rows or only valid ones, then start. */
const Proceed = ({
  state,
  report,
  children,
}: {
  readonly state: ImportState
  readonly report: ImportReport
  readonly children: ReactNode
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const good = report.created + report.updated
  // Also possible when all rows are unchanged: someone else may write meanwhile, and importing
  // twice is harmless.
  const possible = report.read > report.refused
  const [mode, setMode] = useState<'atomic' | 'partial'>(report.refused > 0 ? 'partial' : 'atomic')
  const { file } = state.draft
  let note = t('exchange.willWrite', { count: good, number: format.number(good) })
  if (good === 0) note = t('exchange.nothingToDo')
  if (!file) note = t('exchange.fileGone')
  return (
    <>
      {possible && file ? (
        <fieldset className={`${css.card} ${css.modes}`}>
          <legend className="visually-hidden">{t('exchange.mode')}</legend>
          {(['partial', 'atomic'] as const).map((m) => (
            <label key={m} className={css.mode}>
              <input
                type="radio"
                name="import-mode"
                value={m}
                checked={mode === m}
                onChange={() => setMode(m)}
              />
              <span>
                <strong>{t(m === 'partial' ? 'exchange.partial' : 'exchange.atomic')}</strong>
                <small className={css.muted}>
                  {t(m === 'partial' ? 'exchange.partialHint' : 'exchange.atomicHint')}
                </small>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {children}
      <Foot note={note}>
        {file && possible ? (
          <Button onClick={() => void state.start(mode)}>{t('exchange.import')}</Button>
        ) : null}
        <Button variant={file && possible ? 'default' : 'filled'} onClick={state.edit}>
          {t('exchange.back')}
        </Button>
      </Foot>
    </>
  )
}
