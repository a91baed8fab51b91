import type { ReactNode } from 'react'
import { IconUserCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { approvalsQuery, type Approval } from '#data/approvals.ts'
import { useHolds } from '#data/me.ts'
import { ApprovalDialog } from '#engine/approvals/ApprovalDialog.tsx'
import { useApprovalsLive } from '#engine/approvals/useApprovalsLive.ts'
import { titleOfApproval, tones } from '#engine/approvals/words.ts'
import { AddressLink } from '#engine/links.tsx'
import { useTimeZone } from '#engine/person.ts'
import type { ApprovalView } from '#model/approvals.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation, type TextKey } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { Limits } from './Limits.tsx'
import { limitsOf, rolesResource } from './approvalLimits.ts'
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

type View = (typeof views)[number]
interface Change {
  readonly view?: string
  readonly request?: string | undefined
}

/** Requests for approval: those to review, the person's own, those that ended; and the limits. */
export const Approvals = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ from: '/_main/settings' })
  const roles = rolesResource()
  const mayLimit = useHolds()(`${roles?.resource.entity ?? ''}.list`) && limitsOf().length > 0
  const limits = mayLimit && search.view === 'limits'
  const view = views.find((each) => each.key === search.view) ?? views[0]
  const show = (change: Change) =>
    void navigate({
      to: '/settings',
      search: { tab: 'approvals', view: view.key, ...change },
      resetScroll: false,
    })
  const choice = (key: string, text: TextKey, pressed: boolean) => (
    <button key={key} type="button" aria-pressed={pressed} onClick={() => show({ view: key })}>
      {t(text)}
    </button>
  )
  const choices = (
    <div className={css.views} role="group" aria-label={t('approvals.views')}>
      {views.map((each) => choice(each.key, each.label, !limits && each === view))}
      {mayLimit ? choice('limits', 'approvals.limits', limits) : null}
    </div>
  )
  return limits && roles ? (
    <Limits roles={roles} views={choices} />
  ) : (
    <Requests view={view} views={choices} request={search.request} show={show} />
  )
}

const Requests = ({
  view,
  views: choices,
  request,
  show,
}: {
  readonly view: View
  readonly views: ReactNode
  readonly request: string | undefined
  readonly show: (change: Change) => void
}) => {
  const { t } = useTranslation()
  useApprovalsLive()
  const query = useInfiniteQuery(approvalsQuery(view.key))
  return (
    <>
      <LogCard
        title={t('approvals.title')}
        text={t('approvals.text')}
        label={t(view.label)}
        views={choices}
        query={query}
        entriesOf={(page) => page.data}
        empty={{ title: t(view.none), text: t(view.noneText) }}
      >
        {(approval) => <Entry key={approval.id} approval={approval} view={view.key} />}
      </LogCard>
      {request ? (
        <ApprovalDialog key={request} id={request} onShow={(next) => show({ request: next })} />
      ) : null}
    </>
  )
}
