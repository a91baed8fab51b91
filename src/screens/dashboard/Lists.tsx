import { own } from '#schemas/define/own.ts'
import { useOrganisation } from '#engine/person.ts'
import { ResourceLink } from '#engine/links.tsx'
import { modelOf } from '#engine/resource.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { Skeleton } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import type { DashboardData, ActivityEntry, Top } from './data.ts'
import { useMetricText } from './useMetricText.ts'
import { roundMoney } from '../shared/money.ts'
import css from './dashboard.module.css'

/** Ranking for a metric: amounts with links to the records. */
export const TopList = ({ top, data }: { readonly top: Top; readonly data: DashboardData }) => {
  const { t, i18n } = useTranslation()
  const text = useMetricText()
  const { currency } = useOrganisation()
  const [records, targets] = [modelOf(top.collection), modelOf(top.target)]
  const metric = data.metrics.find((f) => f.name === top.metric)
  if (!records || !targets || !metric) return null
  const own = (sums: Top['rows'][number]['sums']) =>
    sums.find((a) => a.currency === currency)?.amount ?? 0
  const most = Math.max(1, ...top.rows.map((r) => own(r.sums)))
  return (
    <section
      className={css.card}
      aria-label={t('dashboard.top', { what: inSentence(targets.label.many) })}
    >
      <div className={css.cardHead}>
        <h2 className={css.cardTitle}>
          {t('dashboard.top', { what: inSentence(targets.label.many) })}
        </h2>
        <span className={css.cardNote}>
          {t('dashboard.byAmount', { what: inSentence(metric.label) })}
        </span>
      </div>
      {top.rows.length ? (
        <ol className={css.rows}>
          {top.rows.map((row) => (
            <li key={row.id}>
              <ResourceLink
                resource={records}
                target={{
                  page: 'list',
                  search: {
                    where: {
                      and: [
                        ...('and' in metric.filter ? metric.filter.and : [metric.filter]),
                        { path: [top.field], op: 'eq', value: row.id },
                      ],
                    },
                  },
                }}
                className={css.topRow}
              >
                <span className={css.rowName}>{row.title}</span>
                <span className={css.rowValue}>
                  {roundMoney(row.sums, i18n.language, currency)}
                </span>
                <span className={css.topBar} aria-hidden>
                  <span style={{ inlineSize: `${(own(row.sums) / most) * 100}%` }} />
                </span>
                <span className={css.rowNote}>
                  {t('dashboard.records', {
                    count: row.records,
                    number: text.count(row.records),
                    what: inSentence(row.records === 1 ? records.label.one : records.label.many),
                  })}
                </span>
              </ResourceLink>
            </li>
          ))}
        </ol>
      ) : (
        <p className={css.nothing}>{t('dashboard.nothing')}</p>
      )}
    </section>
  )
}

const actionTexts = {
  create: 'dashboard.made',
  update: 'dashboard.changed',
  restore: 'dashboard.restored',
} as const

const EntryRow = ({ entry }: { readonly entry: ActivityEntry }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const resource = modelOf(entry.collection)
  if (!resource) return null
  const state =
    entry.state === null ? undefined : resource.states.find((s) => s.value === entry.state)
  const Icon = iconOf(resource.nav.icon)
  const actionText = () => {
    if (entry.action !== 'transition') {
      return t(own(actionTexts, entry.action) ?? 'dashboard.changed')
    }
    if (state) return t('dashboard.moved', { state: label(state.label) })
    return t('dashboard.changed')
  }
  const what = actionText()
  return (
    <li>
      <ResourceLink
        resource={resource}
        target={{ page: 'detail', id: entry.id }}
        className={css.entry}
      >
        <span className={css.entryIcon} aria-hidden>
          <Icon size={16} stroke={1.5} />
        </span>
        <span className={css.rowName}>
          <span className={css.entryKind}>{label(resource.label.one)}</span>{' '}
          {entry.title || entry.id.slice(-8)}
        </span>
        <time className={css.rowNote} dateTime={entry.at} title={format.instant(entry.at)}>
          {format.ago(entry.at)}
        </time>
        <span className={css.entryWhat}>
          {what}
          {entry.actor ? ` · ${entry.actor}` : ''}
        </span>
      </ResourceLink>
    </li>
  )
}

/** Recent actions of people, newest first. */
export const Activity = ({ entries: list }: { readonly entries: readonly ActivityEntry[] }) => {
  const { t } = useTranslation()
  return (
    <section className={css.card} aria-label={t('dashboard.activity')}>
      <div className={css.cardHead}>
        <h2 className={css.cardTitle}>{t('dashboard.activity')}</h2>
      </div>
      {list.length ? (
        <ol className={css.rows}>
          {list.slice(0, 8).map((entry) => (
            <EntryRow key={`${entry.at} ${entry.id} ${entry.action}`} entry={entry} />
          ))}
        </ol>
      ) : (
        <p className={css.nothing}>{t('dashboard.quiet')}</p>
      )}
    </section>
  )
}

/** Skeleton with the height of a list or a chart. */
export const CardBones = () => (
  <section className={css.card} aria-hidden>
    <div className={css.cardHead}>
      <Skeleton width="30%" />
    </div>
    <div className={css.boneRows}>
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} width={`${80 - i * 6}%`} />
      ))}
    </div>
  </section>
)
