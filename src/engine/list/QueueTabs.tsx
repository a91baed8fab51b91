import { queuesOf } from '#model/queues.ts'
import { label } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { AnyListSearch } from '../listSearch.ts'
import { ListLink } from './ListLink.tsx'
import type { ListSetup } from './useList.ts'
import { useQueueCounts } from './useQueueCounts.ts'
import css from './list.module.css'

/** The queues of a list as tabs with their row counts, before those of the states. */
export const QueueTabs = ({
  list,
  search,
}: {
  readonly list: ListSetup
  /** The requested search, which may be ahead of the rows. */
  readonly search: AnyListSearch
}) => {
  const { compact } = useFormat()
  const { resource, stateless, now } = list
  const queues = queuesOf(resource, list.allowed)
  const counts = useQueueCounts(resource, queues, {
    now,
    filter: stateless,
    search: list.search.search,
    enabled: !list.trashed,
  })
  return queues.map(({ name, label: text }, i) => {
    const on = !search.trashed && search.queue === name
    const count = counts[i]
    return (
      <ListLink
        key={name}
        list={list}
        search={{
          ...search,
          page: undefined,
          after: undefined,
          trashed: undefined,
          state: undefined,
          sort: undefined,
          queue: name,
        }}
        className={`${css.tab} ${on ? css.tabOn : ''}`}
        aria-current={on ? 'page' : undefined}
      >
        {label(text)}
        <span
          className={css.tabCount}
          hidden={list.trashed}
          data-waiting={count === undefined || undefined}
        >
          {count === undefined ? null : compact(count)}
        </span>
      </ListLink>
    )
  })
}
