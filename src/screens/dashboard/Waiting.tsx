import { IconUserCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { own } from '#schemas/define/own.ts'
import { approvalsQuery } from '#data/approvals.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { titleOfApproval } from '#engine/approvals/words.ts'
import { dayFromNow } from '#engine/detail/parts.ts'
import { partTexts } from '#engine/detail/partText.ts'
import { todayIn } from '#engine/list/layouts/days.ts'
import { AddressLink, ResourceLink } from '#engine/links.tsx'
import { useTimeZone } from '#engine/person.ts'
import { modelOf } from '#engine/resource.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { cardId } from './Filled.tsx'
import { arranged, type Home } from './home.ts'
import { worklistsQuery, type Worklist } from './worklists.ts'
import { useMetricText } from './useMetricText.ts'
import dashboard from './dashboard.module.css'
import css from './waiting.module.css'

/** Worklists shown at first: two rows on a wide screen. */
const FIRST = 6

/** When a row is due, in words; late ones stand out. */
const Due = ({ resource, name, value }: DueProps) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const format = useFormat(zone)
  const isDay = resource.fields.find((f) => f.name === name)?.kind === 'day'
  const today = todayIn(zone)
  const late = isDay ? value < today : Date.parse(value) < Date.now()
  return (
    <time
      className={css.due}
      data-late={late || undefined}
      dateTime={value}
      title={isDay ? format.day(value) : format.instant(value)}
    >
      {isDay ? dayFromNow(value, today, i18n.language) : format.ago(value)}
    </time>
  )
}
interface DueProps {
  readonly resource: ResourceModel
  readonly name: string
  readonly value: string
}

const WorklistRow = ({
  worklist,
  resource,
  record,
}: {
  readonly worklist: Worklist
  readonly resource: ResourceModel
  readonly record: RecordData
}) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const texts = (parts: Worklist['show']) =>
    partTexts(resource, record, worklist.included, parts, { language: i18n.language, zone })
  const due = worklist.due === null ? null : own(record, worklist.due)
  const title = String(own(record, resource.title) ?? record.id.slice(-8))
  const [named] = worklist.title === null ? [] : texts([worklist.title])
  const facts = [...(named ? [title] : []), ...texts(worklist.show)]
  return (
    <li>
      <ResourceLink
        resource={resource}
        target={{ page: 'detail', id: record.id }}
        className={css.row}
      >
        <span className={css.title}>{named ?? title}</span>
        {due ? <Due resource={resource} name={worklist.due!} value={String(due)} /> : null}
        {facts.length ? (
          <span className={css.facts}>
            {facts.map((fact, i) => (
              <Fragment key={i}>
                {i ? ' · ' : null}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </span>
        ) : null}
      </ResourceLink>
    </li>
  )
}

const Count = ({ total, exact = true }: { readonly total: number; readonly exact?: boolean }) => {
  const text = useMetricText()
  return (
    <span className={css.count}>
      {text.count(total)}
      {exact ? '' : '+'}
    </span>
  )
}

const WorklistCard = ({
  worklist,
  resource,
}: {
  readonly worklist: Worklist
  readonly resource: ResourceModel
}) => {
  const Icon = iconOf(resource.nav.icon)
  return (
    <section className={css.card} aria-label={label(worklist.label)}>
      <h3 className={css.head}>
        <ResourceLink
          resource={resource}
          target={{ page: 'list', search: { where: worklist.filter, sort: worklist.sort } }}
          className={css.headLink}
        >
          <Icon size={16} stroke={1.5} aria-hidden />
          <span className={css.name}>{label(worklist.label)}</span>
          <Count total={worklist.total} exact={worklist.totalIsExact} />
        </ResourceLink>
      </h3>
      <ol className={css.rows}>
        {worklist.rows.map((record) => (
          <WorklistRow key={record.id} worklist={worklist} resource={resource} record={record} />
        ))}
      </ol>
    </section>
  )
}

/** Requests the person may approve. */
const ApprovalsCard = () => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const { data } = useInfiniteQuery(approvalsQuery('review'))
  const requests = data?.pages.flatMap((page) => page.data) ?? []
  if (!requests.length) return null
  return (
    <section className={css.card} aria-label={t('approvals.title')}>
      <h3 className={css.head}>
        <AddressLink address="/settings?tab=approvals" className={css.headLink}>
          <IconUserCheck size={16} stroke={1.5} aria-hidden />
          <span className={css.name}>{t('approvals.title')}</span>
          <Count total={requests.length} exact={!data?.pages.at(-1)?.page.next} />
        </AddressLink>
      </h3>
      <ol className={css.rows}>
        {requests.slice(0, 3).map((request) => (
          <li key={request.id}>
            <AddressLink address="/settings?tab=approvals" className={css.row}>
              <span className={css.title}>{titleOfApproval(request)}</span>
              <time className={css.due} dateTime={request.expiresAt}>
                {format.ago(request.expiresAt)}
              </time>
              <span className={css.facts}>{request.requester.name ?? ''}</span>
            </AddressLink>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What waits for the person; `pending` until it is known, with or without an error. */
export const useWaiting = () => {
  const worklists = useQuery(worklistsQuery())
  const approvals = useInfiniteQuery(approvalsQuery('review'))
  return {
    pending: worklists.isPending || approvals.isPending,
    worklists: worklists.data ?? [],
    asked: approvals.data?.pages.some((page) => page.data.length > 0) ?? false,
  }
}

/**
 * What waits for the person: the worklists of the entities and their approvals. Empty ones are left
 * out; who has no worklist at all gets nothing. `quiet` also leaves out that nothing waits.
 */
export const Waiting = ({ home, quiet }: { readonly home: Home; readonly quiet: boolean }) => {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const { worklists, asked } = useWaiting()
  const filled = arranged(worklists, (worklist) => cardId.worklist(worklist.name), home).filter(
    (worklist) => worklist.rows.length > 0,
  )
  const nothing = !filled.length && !asked
  if (nothing && (quiet || !worklists.length)) return null
  return (
    <section className={css.waiting} aria-label={t('dashboard.waiting')}>
      <h2 className={css.heading}>{t('dashboard.waiting')}</h2>
      {nothing ? (
        <p className={css.nothing}>{t('dashboard.nothingWaits')}</p>
      ) : (
        <div className={css.cards} data-whole={whole || undefined}>
          {asked ? <ApprovalsCard /> : null}
          {(whole ? filled : filled.slice(0, FIRST)).map((worklist) => {
            const resource = modelOf(worklist.collection)
            return resource ? (
              <WorklistCard key={worklist.name} worklist={worklist} resource={resource} />
            ) : null
          })}
        </div>
      )}
      {filled.length > FIRST ? (
        <button
          type="button"
          className={`${dashboard.quiet} ${css.more}`}
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('dashboard.fewer') : t('dashboard.all', { count: filled.length })}
        </button>
      ) : null}
    </section>
  )
}
