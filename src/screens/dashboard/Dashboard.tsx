import { IconButton } from '#ui/Button.tsx'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import { someViewsQuery } from '#data/views.ts'
import { useDashboardViews } from '#engine/list/onDashboard.ts'
import { useOrganisation } from '#engine/person.ts'
import { usePreference } from '#engine/preference.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/time.ts'
import { dashboardQuery, useLiveDashboard, type DashboardData } from './data.ts'
import { cardId, Filled, metricsOf, useCardNames } from './Filled.tsx'
import { inOrder, readHome } from './home.ts'
import { worklistsQuery } from './worklists.ts'
import { rangeText } from '#engine/detail/parts.ts'
import { Range } from './Range.tsx'
import { Skeletons } from './Skeletons.tsx'
import { isBare, Start } from './Start.tsx'
import { daysOf, readDashboardSearch, todayIn, type DashboardSearch } from './range.ts'
import { ViewCards } from './ViewCards.tsx'
import { useWaiting, Waiting } from './Waiting.tsx'
import css from './dashboard.module.css'

const Arrange = lazyPart(async () => (await import('./Arrange.tsx')).Arrange)

/** The saved views that the person chose for the dashboard; `pending` until they are known. */
const useOwnViews = () => {
  const [ids] = useDashboardViews()
  const { data, isPending } = useQuery(someViewsQuery(ids))
  return {
    pending: ids.length > 0 && isPending,
    views: ids.flatMap((id) => data?.data.find((view) => view.id === id) ?? []),
  }
}

/** Button that opens the arrangement of the page's cards. */
const ArrangeButton = ({ data }: { readonly data: DashboardData }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [home, setHome] = usePreference('dashboard', readHome)
  const { data: worklists = [] } = useQuery(worklistsQuery())
  const cardNames = useCardNames()
  const { views } = useOwnViews()
  const named = [
    {
      title: t('dashboard.waiting'),
      cards: worklists.map((worklist) => ({
        id: cardId.worklist(worklist.name),
        label: label(worklist.label),
      })),
    },
    {
      title: t('dashboard.views'),
      cards: views.map(({ id, name }) => ({ id: cardId.view(id), label: name })),
    },
    {
      title: t('dashboard.metrics'),
      cards: metricsOf(data).map((metric) => ({
        id: cardId.metric(metric),
        label: label(metric.label),
      })),
    },
    { title: t('dashboard.cards'), cards: cardNames(data) },
  ]
  return (
    <>
      <IconButton
        variant="default"
        size={36}
        aria-label={t('dashboard.arrange')}
        title={t('dashboard.arrange')}
        onPointerEnter={Arrange.preload}
        onClick={() => setOpen(true)}
      >
        <IconLayoutDashboard size={18} stroke={1.5} aria-hidden />
      </IconButton>
      {open ? (
        <Suspense>
          <Arrange
            groups={named.map(({ title, cards }) => ({
              title,
              cards: inOrder(cards, (card) => card.id, home),
            }))}
            home={home}
            onChange={setHome}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/**
 * `/dashboard`: what waits for the person, key metrics of a period compared with the previous one,
 * charts over time, and recent activity.
 */
export const Dashboard = () => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const search: DashboardSearch = readDashboardSearch(useSearch({ from: '/_main/dashboard' }))
  const navigate = useNavigate({ from: '/dashboard' })
  const { timeZone } = useOrganisation()
  const days = daysOf(search, todayIn(timeZone, useNow()))
  const { data, error, isPlaceholderData, refetch } = useQuery(dashboardQuery(days))
  const [home] = usePreference('dashboard', readHome)
  useLiveDashboard()
  const span = ({ from, to }: { from: string; to: string }) =>
    from === to ? format.day(from) : rangeText('day', from, to, i18n.language, 'UTC')
  const waiting = useWaiting()
  const own = useOwnViews()
  const content = () => {
    if (error && (!data || isPlaceholderData)) {
      return <ErrorState error={error} onRetry={() => void refetch()} />
    }
    if (!data) return null
    if (data.metrics.length || data.activity.length) {
      return (
        <Filled
          data={data}
          stale={isPlaceholderData}
          home={home}
          onLonger={
            search.range === 'year' ? undefined : () => void navigate({ search: { range: 'year' } })
          }
        />
      )
    }
    return (
      <EmptyState
        title={t('screens.dashboardEmpty')}
        text={t('screens.dashboardEmptyText')}
        actions={<Start />}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={t('screens.dashboard')}
        subtitle={
          data
            ? t('dashboard.compared', { period: span(data), before: span(data.previous) })
            : '\u00a0'
        }
        actions={
          <div className={css.actions}>
            <Range
              search={search}
              days={days}
              onChange={(next) => void navigate({ search: next })}
            />
            {data && !isBare(data) ? <ArrangeButton data={data} /> : null}
          </div>
        }
      />
      {(data || error) && !waiting.pending && !own.pending ? (
        <>
          <Waiting home={home} quiet={!data || isBare(data)} />
          <ViewCards views={own.views} home={home} />
          {content()}
        </>
      ) : (
        // All at once, so that nothing moves when one part comes after another.
        <Skeletons />
      )}
    </>
  )
}
