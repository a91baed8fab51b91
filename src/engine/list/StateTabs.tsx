import { memo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { aggregateQuery } from '#data/queries.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useLatestSearch } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import { isSameLink, ListLink } from './ListLink.tsx'
import type { ListSetup } from './useList.ts'
import css from './list.module.css'

const ViewTabs = quietPart(async () => (await import('./ViewTabs.tsx')).ViewTabs)
const QueueTabs = quietPart(async () => (await import('./QueueTabs.tsx')).QueueTabs)

const useCounts = (list: ListSetup): ReadonlyMap<string, number> | undefined => {
  const { resource, search } = list
  const { data } = useQuery({
    ...aggregateQuery(resource, {
      group: ['state'],
      measure: ['count'],
      ...(list.stateless ? { filter: list.stateless } : {}),
      ...(search.search ? { search: search.search } : {}),
    }),
    enabled: resource.states.length > 0 && !list.trashed && list.allowed(resource, 'state'),
    placeholderData: (old) => old,
  })
  return (
    data && new Map(data.data.map((row) => [String(row.group.state), Number(row.values.count)]))
  )
}

/** The first page of a tab: `change` replaces what another tab narrows. */
const tabSearch = (search: AnyListSearch, change: object): AnyListSearch => ({
  ...search,
  page: undefined,
  after: undefined,
  trashed: undefined,
  queue: undefined,
  ...change,
})

interface TabProps {
  readonly list: ListSetup
  readonly search: AnyListSearch
  readonly text: string
  readonly on: boolean
  /** Of its rows; undefined: not known yet. */
  readonly count?: number | undefined
  /** The list shows the trash, which is not one of the tabs. */
  readonly uncounted?: boolean
  readonly trash?: boolean
}

const Tab = memo(({ list, search, text, on, count, uncounted, trash }: TabProps) => {
  const { compact } = useFormat()
  return (
    <ListLink
      list={list}
      search={search}
      className={`${css.tab} ${trash ? `${css.trash} ` : ''}${on ? css.tabOn : ''}`}
      aria-current={on ? 'page' : undefined}
    >
      {trash ? <IconTrash size={14} aria-hidden /> : null}
      {text}
      {trash ? null : (
        <span
          className={css.tabCount}
          hidden={uncounted}
          data-waiting={count === undefined || undefined}
        >
          {count === undefined ? null : compact(count)}
        </span>
      )}
    </ListLink>
  )
}, isSameLink)

/** Queues, then the states as tabs with their row counts, and the trash at the end. */
export const StateTabs = ({ list }: { readonly list: ListSetup }) => {
  const { t } = useTranslation()
  const { resource, rights, preset } = list
  // The requested tab is marked before its rows load.
  const latest = useLatestSearch(resource, preset?.path)
  const search = latest ? list.resolve(latest) : list.search
  const trashed = search.trashed === true
  const counts = useCounts(list)
  const states =
    resource.list.filters.includes('state') && list.allowed(resource, 'state')
      ? resource.states.filter((s) => preset?.states?.includes(s.value) ?? true)
      : []
  const chosen = search.state === undefined ? [] : ([search.state].flat() as string[])
  const trash = !preset && (rights.delete || rights.purge)
  const { views } = list
  if (!states.length && !trash && !views.length) return null
  const tab = (key: string, text: string, on: boolean, change: object, count?: number) => (
    <Tab
      key={key}
      list={list}
      search={tabSearch(search, change)}
      {...{ text, on, count }}
      uncounted={trashed}
    />
  )
  const total = counts && [...counts.values()].reduce((a, b) => a + b, 0)
  return (
    <div className={css.tabs} role="group" aria-label={t('list.states')}>
      {resource.list.queues && !preset ? <QueueTabs list={list} search={search} /> : null}
      {tab(
        'all',
        t('list.all'),
        !trashed && !chosen.length && !search.queue,
        { state: undefined },
        total,
      )}
      {states.map((s) =>
        tab(
          s.value,
          label(s.label),
          !trashed && chosen.includes(s.value),
          { state: s.value },
          counts && (counts.get(s.value) ?? 0),
        ),
      )}
      {views.length ? <ViewTabs list={list} open={search.view} /> : null}
      {trash ? (
        <Tab
          list={list}
          search={tabSearch(search, { state: undefined, trashed: true })}
          text={t('list.trash')}
          on={trashed}
          trash
        />
      ) : null}
    </div>
  )
}
