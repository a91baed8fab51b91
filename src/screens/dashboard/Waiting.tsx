import { IconUserCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { approvalsQuery } from '#data/approvals.ts'
import { titleOfApproval } from '#engine/approvals/words.ts'
import { AddressLink } from '#engine/links.tsx'
import { useTimeZone } from '#engine/person.ts'
import { modelOf } from '#engine/resource.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { cardId } from './Filled.tsx'
import { arranged, type Home } from './home.ts'
import { Count, RecordsCard } from './RecordsCard.tsx'
import { worklistsQuery } from './worklists.ts'
import dashboard from './dashboard.module.css'
import css from './waiting.module.css'

/** Worklists shown at first: two rows on a wide screen. */
const FIRST = 6

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
              <RecordsCard
                key={worklist.name}
                {...worklist}
                resource={resource}
                name={label(worklist.label)}
                search={{ where: worklist.filter, sort: worklist.sort }}
              />
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
