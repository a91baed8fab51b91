import { useMemo, type ReactNode } from 'react'
import { IconUserCheck } from '@tabler/icons-react'
import { own } from '#schemas/define/own.ts'
import type { OutcomeRow, Plan } from '#data/changes.ts'
import { fieldOf } from '#model/standard.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { receivedMessage } from '../serverMessage.ts'
import { useFormat } from '#ui/useFormat.ts'
import { FieldValue } from '../fields/FieldValue.tsx'
import { useTimeZone } from '../person.ts'
import { modelOf } from '../resource.ts'
import { Uses, type Alternative, type Fate } from '../whereUsed/Uses.tsx'
import { RowLink } from './RowLink.tsx'
import css from './changes.module.css'

/** Names of records shown per reason. */
const NAMED = 3

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={css.part} aria-label={title}>
    <h3 className={css.partTitle}>{title}</h3>
    {children}
  </section>
)

/** Who changed a record since, what and when. */
const Since = ({ row }: { readonly row: OutcomeRow }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const resource = row.collection === null ? undefined : modelOf(row.collection)
  const [last] = row.later ?? []
  if (!last) return <span className={css.quiet}>{receivedMessage(row.message ?? '', row)}</span>
  const fields = last.fields.flatMap((name) => {
    const field = resource && fieldOf(resource, name)
    return field ? [label(field.label)] : []
  })
  const by = last.by ?? t('changes.somebody')
  return (
    <span className={css.quiet} title={format.instant(last.at)}>
      {fields.length
        ? t('changes.fieldsBy', { fields: format.list(fields), by, ago: format.ago(last.at) })
        : t('changes.by', { by, ago: format.ago(last.at) })}
    </span>
  )
}

const Refused = ({ plan }: { readonly plan: Plan }) => {
  const { t } = useTranslation()
  return (
    <Part title={t('changes.refusedTitle')}>
      <ul className={css.reasons}>
        {plan.reasons.map(({ code, message, count, ...said }) => {
          const rows = plan.refusals.filter(
            (r) => r.code === code && (r.message ?? '') === (message ?? ''),
          )
          const named = rows.slice(0, NAMED)
          return (
            <li key={`${code} ${message ?? ''}`}>
              <span className={css.number}>{count}</span>
              <span>
                {message === null ? t('changes.unknownReason') : receivedMessage(message, said)}
                <span className={css.names}>
                  {named.map((row) => (
                    <RowLink key={row.id} row={row} />
                  ))}
                  {named.length && count > named.length ? (
                    <span>{t('changes.more', { count: count - named.length })}</span>
                  ) : null}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

const Changes = ({ plan }: { readonly plan: Plan }) => {
  const { t } = useTranslation()
  const rows = useMemo(
    () =>
      plan.rows.flatMap((row) => {
        const resource = row.collection === null ? undefined : modelOf(row.collection)
        const changes = Object.entries(row.changes).flatMap(([name, [before, after]]) => {
          const field = resource && fieldOf(resource, name)
          return field && field.name !== 'deletedAt' ? [{ field, before, after }] : []
        })
        return changes.length ? [{ row, changes }] : []
      }),
    [plan.rows],
  )
  if (!rows.length) return null
  return (
    <Part title={t('changes.first', { count: rows.length })}>
      <ul className={css.rows}>
        {rows.map(({ row, changes }) => (
          <li key={row.id}>
            <RowLink row={row} />
            <dl className={css.values}>
              {changes.map(({ field, before, after }) => (
                <div key={field.name}>
                  <dt>{label(field.label)}</dt>
                  <dd>
                    <span className={css.before}>
                      <FieldValue field={field} value={before} />
                    </span>
                    <span className={css.arrow} aria-hidden>
                      →
                    </span>
                    <span className="visually-hidden">{t('changes.becomes')}</span>
                    <span>
                      <FieldValue field={field} value={after} />
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const tones = {
  unchanged: 'neutral',
  refused: 'danger',
  changed: 'warning',
  gone: 'warning',
} as const

/** What the person may do about records that others refer to. */
export interface PlanUses {
  readonly fate: Fate
  readonly ids: readonly string[]
  readonly alternatives: readonly Alternative[]
}

/**
 * Result of a dry run: how many records would change, which would not and why, and the first
 * changes.
 */
export const PlanView = ({
  plan,
  uses,
}: {
  readonly plan: Plan
  readonly uses?: PlanUses | undefined
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { counts } = plan
  const since = plan.refusals.filter((r) => r.outcome === 'changed')
  return (
    <>
      {plan.approvals?.length ? (
        <p className={css.waits}>
          <IconUserCheck size={18} aria-hidden />
          {t('changes.waits', { count: plan.quorum ?? 1 })}
        </p>
      ) : null}
      <div className={css.counts} role="status">
        <strong className={css.will}>
          {plan.estimate
            ? t('changes.willOfFirst', {
                done: format.number(counts.done ?? 0),
                first: format.number(plan.examined),
              })
            : t('changes.will', { count: counts.done ?? 0 })}
        </strong>
        {(['unchanged', 'refused', 'changed', 'gone'] as const).map((outcome) => {
          const count = own(counts, outcome)
          return count ? (
            <Badge key={outcome} tone={tones[outcome]}>
              {t(`changes.count_${outcome}`, { n: format.number(count) })}
            </Badge>
          ) : null
        })}
      </div>
      {plan.estimate ? (
        <p className={css.quiet}>
          {t('changes.estimate', { rest: format.number(plan.count - plan.examined) })}
        </p>
      ) : null}
      {since.length ? (
        <Part title={t('changes.sinceTitle')}>
          <ul className={css.since}>
            {since.map((row) => (
              <li key={row.id}>
                <RowLink row={row} />
                <Since row={row} />
              </li>
            ))}
            {(counts.changed ?? 0) > since.length ? (
              <li>{t('changes.more', { count: (counts.changed ?? 0) - since.length })}</li>
            ) : null}
          </ul>
        </Part>
      ) : null}
      {plan.used && uses ? <Uses used={plan.used} several={plan.count > 1} {...uses} /> : null}
      {plan.reasons.length ? <Refused plan={plan} /> : null}
      <Changes plan={plan} />
    </>
  )
}
