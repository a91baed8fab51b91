import { IconUserCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { approvalsQuery, type Approval } from '#data/approvals.ts'
import { ApprovalDialog } from '#engine/approvals/ApprovalDialog.tsx'
import { useApprovalsLive } from '#engine/approvals/useApprovalsLive.ts'
import { titleOfApproval, tones } from '#engine/approvals/words.ts'
import { AddressLink } from '#engine/links.tsx'
import { useTimeZone } from '#engine/person.ts'
import type { ApprovalView } from '#model/approvals.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { LogCard } from './LogCard.tsx'
import css from './settings.module.css'

const views = [
  {
    key: 'review',
    label: 'approvals.review',
    none: 'approvals.noReview',
    noneText: 'approvals.noReviewText',
  },
  {
    key: 'mine',
    label: 'approvals.mine',
    none: 'approvals.noMine',
    noneText: 'approvals.noMineText',
  },
  {
    key: 'history',
    label: 'approvals.history',
    none: 'approvals.noHistory',
    noneText: 'approvals.noHistoryText',
  },
] as const satisfies readonly ({ readonly key: ApprovalView } & Record<string, string>)[]

const Entry = ({ approval, view }: { readonly approval: Approval; readonly view: string }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const { id, at, state, requester, mine } = approval
  const name = requester.name ?? t('approvals.somebody')
  const ago = format.ago(at)
  return (
    <li className={css.entry}>
      <span className={css.entryIcon} aria-hidden>
        <IconUserCheck size={16} stroke={1.5} />
      </span>
      <div className={css.entryText}>
        <div>
          <AddressLink address={`/settings?tab=approvals&view=${view}&request=${id}`}>
            {titleOfApproval(approval)}
          </AddressLink>
        </div>
        <div className={css.changeFacts}>
          <time dateTime={at} title={format.instant(at)}>
            {mine ? t('approvals.byYou', { ago }) : t('approvals.by', { name, ago })}
          </time>
          <Badge tone={tones[state]}>{t(`approvals.state_${state}`)}</Badge>
        </div>
      </div>
    </li>
  )
}

/** Requests for approval: those to review, the person's own, and those that ended. */
export const Approvals = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ from: '/_main/settings' })
  const view = views.find((each) => each.key === search.view) ?? views[0]
  useApprovalsLive()
  const query = useInfiniteQuery(approvalsQuery(view.key))
  const show = (change: { readonly view?: string; readonly request?: string | undefined }) =>
    void navigate({
      to: '/settings',
      search: { tab: 'approvals', view: view.key, ...change },
      resetScroll: false,
    })
  return (
    <>
      <LogCard
        title={t('approvals.title')}
        text={t('approvals.text')}
        label={t(view.label)}
        views={
          <div className={css.views} role="group" aria-label={t('approvals.views')}>
            {views.map(({ key, label }) => (
              <button
                key={key}
                type="button"
                aria-pressed={key === view.key}
                onClick={() => show({ view: key })}
              >
                {t(label)}
              </button>
            ))}
          </div>
        }
        query={query}
        entriesOf={(page) => page.data}
        empty={{ title: t(view.none), text: t(view.noneText) }}
      >
        {(approval) => <Entry key={approval.id} approval={approval} view={view.key} />}
      </LogCard>
      {search.request ? (
        <ApprovalDialog
          key={search.request}
          id={search.request}
          onShow={(request) => show({ request })}
        />
      ) : null}
    </>
  )
}
