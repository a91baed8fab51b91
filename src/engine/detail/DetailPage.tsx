import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, use, useEffect, type ReactNode } from 'react'
import { appConfig } from '#data/config.ts'
import { recordQuery } from '#data/queries.ts'
import { isProblem } from '#data/problem.ts'
import type { RecordResponse, RecordData } from '#data/types.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { revealKey } from '#schemas/define/revealKey.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { lazyPart, quietPart } from '#ui/lazyPart.tsx'
import { Loading, SkeletonRows } from '#ui/states.tsx'
import { useMedia } from '#ui/useMedia.ts'
import { whenIdle } from '#ui/whenIdle.ts'
import { useHolds, useMe } from '#data/me.ts'
import { useGoTo, useRecordId } from '../links.tsx'
import { isEditable } from '../list/editable.ts'
import { useFollowed } from './useFollowed.ts'
import { titleOf } from '../recordActions.ts'
import { noteRecent } from '../recent.ts'
import { modelOf, useRights } from '../resource.ts'
import type { PageProps } from '../routes.ts'
import { offer } from '../scopes.ts'
import { DetailActions } from './DetailActions.tsx'
import { DetailTabs, type Tab } from './DetailTabs.tsx'
import { InlineEdit } from './InlineEdit.tsx'
import { Notices } from './Notices.tsx'
import { isEmpty, layoutOf } from './layout.ts'
import { withLayout } from './declared.ts'
import { detailPanels, panelsOf, type DetailPanel, type PanelProps } from './panels.ts'
import { pageWidthPx } from './pageWidth.ts'
import { useRevealed } from './useRevealed.ts'
import { RecordSections } from './RecordSections.tsx'
import { RelatedCount } from './RelatedCount.tsx'
import { StatesButton } from './StatesButton.tsx'
import { Strip } from './Strip.tsx'
import { Summary } from './Summary.tsx'
import { WhenReached } from './WhenReached.tsx'
import classes from './detail.module.css'
import reading from './reading.module.css'

const History = lazyPart(async () => (await import('./History.tsx')).History)
const Timeline = lazyPart(async () => (await import('./timeline/Timeline.tsx')).Timeline)
const RecordFailure = lazyPart(async () => (await import('../RecordFailure.tsx')).RecordFailure)
const Reveal = lazyPart(async () => (await import('./Reveal.tsx')).Reveal)
const preloadPast = () => {
  Timeline.preload()
  History.preload()
}
const PRELOAD_MS = 3000
/** Kinds of entries that the history lists. */
const OF_HISTORY = ['change', 'transition', 'file', 'job'] as const
// Nobody else is there as a rule: the record is drawn first.
const OthersHere = quietPart(async () => {
  await new Promise<void>(whenIdle)
  return (await import('../presence/OthersHere.tsx')).OthersHere
})
const RelatedList = lazyPart(async () => (await import('./RelatedList.tsx')).RelatedList)

/**
 * Detail page of a record: its sections, the transitions the person may take, the application's
 * panels, related records and its history.
 */
export const DetailPage = ({ resource }: PageProps) => {
  const id = useRecordId()
  // Their code loads while the record is requested.
  const panels = detailPanels()
  const live = useQuery({ ...recordQuery(resource, id), retry: false })
  // A trashed record is found only by requesting trashed records.
  const gone = isProblem(live.error, 404)
  const trashed = useQuery({
    ...recordQuery(resource, id, { trashed: true }),
    enabled: gone,
    retry: false,
  })
  const response = gone ? trashed.data : live.data
  if (response) {
    return (
      <Suspense fallback={<SkeletonRows columns={2} rows={10} />}>
        <Loaded key={id} resource={resource} response={response} panels={panels} />
      </Suspense>
    )
  }
  const error = gone ? trashed.error : live.error
  if (error) {
    return (
      <Suspense fallback={<SkeletonRows columns={2} rows={10} />}>
        <RecordFailure resource={resource} error={error} onRetry={() => void live.refetch()} />
      </Suspense>
    )
  }
  return <SkeletonRows columns={2} rows={10} />
}

/** What follows a value: a button that reveals or edits it. */
const useAfter = (
  resource: ResourceModel,
  record: RecordData,
  revealed: ReturnType<typeof useRevealed>,
) => {
  const can = useHolds()
  const rights = useRights(resource)
  return (field: FieldModel) => {
    if (field.sensitive) {
      return can(revealKey(resource.entity)) && !isEmpty(record[field.name]) ? (
        <Suspense fallback={<span className={reading.reveal} aria-busy="true" />}>
          <Reveal resource={resource} record={record} field={field} revealed={revealed} />
        </Suspense>
      ) : null
    }
    return !record.deletedAt && isEditable(resource, { name: field.name, field }, rights, true) ? (
      <InlineEdit resource={resource} record={record} field={field} />
    ) : null
  }
}

/** Remembers the record as opened, and offers its commands to the palette. */
const useOffered = (resource: ResourceModel, record: RecordData): void => {
  const rights = useRights(resource)
  const { collection, label: name } = resource
  const account = useMe().account.id
  useEffect(
    () => noteRecent(account, { collection, id: record.id }),
    [account, collection, record.id],
  )
  const goTo = useGoTo()
  const { id } = record
  useEffect(() =>
    offer({
      record: {
        one: name.one,
        ...(rights.update && !record.deletedAt
          ? { edit: () => void goTo(resource, { page: 'edit', id }) }
          : {}),
        ...(rights.create ? { create: () => void goTo(resource, { page: 'create' }) } : {}),
      },
    }),
  )
}

/** Tabs with the records that refer to this one. */
const useRelatedTabs = (resource: ResourceModel, record: RecordData): readonly Tab[] => {
  const can = useHolds()
  const related = resource.detail.tabs.flatMap((relation) => {
    const target = modelOf(relation.collection)
    return target && can(`${target.entity}.list`) && !record.deletedAt
      ? [{ relation, target, key: `${relation.collection}.${relation.field}` }]
      : []
  })
  return related.map(({ relation, target, key }) => ({
    key,
    label: label(relation.label ?? target.label.many),
    count: <RelatedCount record={record} relation={relation} target={target} />,
    body: () => (
      <RelatedList owner={resource} record={record} relation={relation} target={target} />
    ),
  }))
}

/** The history; without room beside the fields, the timeline is above it. */
const useHistoryTab = (resource: ResourceModel, record: RecordData, hasRoom: boolean): Tab => {
  const { t } = useTranslation()
  return {
    key: 'history',
    label: t('detail.history'),
    preload: preloadPast,
    body: () => (
      <div className={classes.past}>
        {hasRoom || record.deletedAt ? null : (
          <Timeline resource={resource} record={record} without={OF_HISTORY} />
        )}
        <History resource={resource} record={record} />
      </div>
    ),
  }
}

interface BesideProps {
  readonly resource: ResourceModel
  readonly record: RecordData
  /** The record is in a document database. */
  readonly elsewhere: boolean
  readonly children: ReactNode
}

/** Beside the title: the state, and who else looks at the record. */
const Beside = ({ resource, record, elsewhere, children }: BesideProps) => {
  const state = resource.states.find((s) => s.value === record.state)
  return (
    <span className={classes.beside}>
      {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
      {resource.transitions.length ? <StatesButton resource={resource} record={record} /> : null}
      {children}
      {record.deletedAt || elsewhere ? null : <OthersHere resource={resource} id={record.id} />}
    </span>
  )
}

/** The application's panels: those that are tabs, and those above the tabs. */
const usePanels = (panels: Promise<readonly DetailPanel[]>, shown: PanelProps) => {
  const { t } = useTranslation()
  const can = useHolds()
  const { resource, record } = shown
  const own = panelsOf(use(panels), resource, can).filter(() => !record.deletedAt)
  const draw = ({ component: Panel }: DetailPanel) => <Panel {...shown} />
  const tabsAt = (place: DetailPanel['place']): Tab[] =>
    own
      .filter((p) => p.place === place)
      .map((p) => ({ key: p.key, label: t(p.label), body: () => draw(p) }))
  const head = own
    .filter((p) => p.place === 'head')
    .map((p) => (
      <section key={p.key} aria-label={t(p.label)} className={classes.head}>
        <Suspense
          fallback={
            <div style={{ minBlockSize: p.heightPx?.(record, pageWidthPx()) }}>
              <SkeletonRows columns={4} rows={2} />
            </div>
          }
        >
          {draw(p)}
        </Suspense>
      </section>
    ))
  return { tabsAt, head }
}

/** The timeline, once it comes into view. */
const TimelineBeside = (props: { resource: ResourceModel; record: RecordData }) => (
  <WhenReached>
    <Suspense fallback={<SkeletonRows columns={1} rows={4} />}>
      <Timeline {...props} />
    </Suspense>
  </WhenReached>
)

/** After the page's content: who scrolls or opens the history then waits only for its entries. */
const usePreloadedPast = () =>
  useEffect(() => {
    const ahead = setTimeout(preloadPast, PRELOAD_MS)
    return () => clearTimeout(ahead)
  }, [])

const Loaded = ({
  resource,
  response,
  panels,
}: {
  resource: ResourceModel
  response: RecordResponse
  panels: Promise<readonly DetailPanel[]>
}) => {
  const { t } = useTranslation()
  // Below the fields it would be out of view and still be requested; the tab has it.
  const hasRoom = useMedia('(min-width: 1100px)')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const record = response.data
  // The server knows neither the history nor the viewers of these records.
  const elsewhere = appConfig().documents?.[resource.collection] !== undefined
  useFollowed(resource, record)
  const revealed = useRevealed(record)
  const after = useAfter(resource, record, revealed)
  const titleField = resource.fields.find(
    (f) => f.name === resource.title && Object.hasOwn(record, f.name),
  )
  useOffered(resource, record)
  usePreloadedPast()
  const layout = layoutOf(withLayout(resource), record)
  const shown = { resource, record, included: response.included }
  const relatedTabs = useRelatedTabs(resource, record)
  const historyTab = useHistoryTab(resource, record, hasRoom)
  const { tabsAt, head } = usePanels(panels, shown)
  const tabs: Tab[] = [
    ...tabsAt('first'),
    {
      key: 'details',
      label: t('detail.details'),
      body: () => (
        <RecordSections
          layout={layout}
          record={{ ...record, ...revealed.values }}
          included={response.included}
          after={after}
        >
          {elsewhere || record.deletedAt || !hasRoom ? null : (
            <TimelineBeside resource={resource} record={record} />
          )}
        </RecordSections>
      ),
    },
    ...tabsAt('tab'),
    ...relatedTabs,
    ...(elsewhere ? [] : [historyTab]),
  ]
  return (
    <>
      <PageHeader
        title={titleOf(resource, record)}
        beside={
          <Beside resource={resource} record={record} elsewhere={elsewhere}>
            {titleField ? after(titleField) : null}
          </Beside>
        }
        actions={<DetailActions resource={resource} record={record} />}
      />
      <Summary {...shown} parts={layout.summary} after={after} />
      <Notices resource={resource} record={record} elsewhere={elsewhere} />
      <Strip {...shown} parts={layout.strip} after={after} />
      {head}
      <Suspense fallback={<Loading />}>
        <DetailTabs tabs={tabs} active={tab} />
      </Suspense>
    </>
  )
}
