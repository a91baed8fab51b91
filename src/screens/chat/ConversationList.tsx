import { memo, type KeyboardEvent } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan, useMe } from '#data/me.ts'
import { infiniteListQuery } from '#data/queries.ts'
import type { Included } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { initials } from '#ui/initials.ts'
import { Skeleton, EmptyState, ErrorState } from '#ui/states.tsx'
import { conversations, type Seen } from '../shared/resources.ts'
import { ageText, useNow } from '#ui/time.ts'
import { mergeTitles } from '../shared/titles.ts'
import type { Unread } from '../shared/unread.ts'
import { hasDraft } from '../shared/thread/drafts.ts'
import { listFilter } from './filter.ts'
import { ListFilters } from './ListFilters.tsx'
import type { ChatSearch } from './search.ts'
import css from '../shared/chat.module.css'

const PAGE = 50

/** Name of the customer or vendor of a conversation; else its subject. */
export const partyOf = (row: Seen<'conversations'>, included: Included): string => {
  const title = (collection: string, id: unknown) =>
    typeof id === 'string' ? included[collection]?.[id]?.title : undefined
  return (
    title('customers', row.customer) ?? title('vendors', row.vendor) ?? String(row.subject ?? '')
  )
}

interface EntryProps {
  readonly row: Seen<'conversations'>
  readonly included: Included
  readonly search: ChatSearch
  readonly current: boolean
  readonly unread: number
  readonly now: number
}
const Entry = memo(function Entry({ row, included, search, current, unread, now }: EntryProps) {
  const { t, i18n } = useTranslation()
  const party = partyOf(row, included)
  const state = conversations().states.find((s) => s.value === row.state)
  const priority = fieldOf(conversations(), 'priority')?.options?.find(
    (o) => o.value === row.priority,
  )
  const begun = hasDraft(useMe().account.id, row.id) && !current
  const assignee =
    typeof row.assignee === 'string'
      ? (included.employees?.[row.assignee]?.title ?? t('chat.otherPerson'))
      : undefined
  return (
    <li>
      <Link
        to="/chatuser"
        search={{ ...search, conversation: row.id }}
        className={css.entry}
        data-chat-entry
        data-current={current || undefined}
        data-unread={unread > 0 || undefined}
        {...(current ? { 'aria-current': 'true' as const } : {})}
      >
        <span className={css.avatar} aria-hidden>
          {initials(party)}
        </span>
        <span className={css.entryTop}>
          <span className={css.party}>{party}</span>
          <span className={css.when}>
            {typeof row.lastMessageAt === 'string'
              ? ageText(now - Date.parse(row.lastMessageAt), i18n.language)
              : ''}
          </span>
        </span>
        <span className={css.entryMiddle}>
          <span className={css.subject} data-mixed>
            {begun ? <em className={css.draft}>{t('chat.draft')}: </em> : null}
            {String(row.subject ?? '')}
          </span>
          {unread ? (
            <span className={css.unread}>
              <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
              <span className="visually-hidden">{t('chat.unreadMessages', { count: unread })}</span>
            </span>
          ) : null}
        </span>
        <span className={css.entryFoot}>
          {state && state.value !== 'open' ? (
            <Badge tone={state.tone}>{label(state.label)}</Badge>
          ) : null}
          {priority?.tone === 'warning' || priority?.tone === 'danger' ? (
            <Badge tone={priority.tone}>{label(priority.label)}</Badge>
          ) : null}
          <span className={css.assignee}>{assignee ?? t('chat.unassigned')}</span>
        </span>
      </Link>
    </li>
  )
})

interface ConversationListProps {
  readonly search: ChatSearch
  readonly unread: Unread['unread'] | undefined
  readonly onSearch: (change: Partial<ChatSearch>) => void
}

/** Arrow keys move between conversations. */
const walk = (e: KeyboardEvent<HTMLUListElement>): void => {
  const links = [...e.currentTarget.querySelectorAll<HTMLAnchorElement>('a')]
  const at = links.findIndex((l) => l === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[e.key]
  if (to === undefined || at < 0 || !links[to]) return
  e.preventDefault()
  links[to].focus()
}

/**
 * Conversations, newest message first: searched, and filtered by state, kind, assignee and unread
 * messages.
 */
export const ConversationList = ({ search, unread, onSearch }: ConversationListProps) => {
  const { t } = useTranslation()
  const { person } = useMe()
  const can = useCan()
  const now = useNow()
  const filter = listFilter(search, person?.id, can, Object.keys(unread ?? {}))
  const query = useInfiniteQuery({
    ...infiniteListQuery(conversations(), {
      ...(filter ? { filter } : {}),
      sort: [{ field: 'lastMessageAt', descending: true }],
      limit: PAGE,
    }),
    placeholderData: (old) => old,
  })
  const rows = query.data?.pages.flatMap((p) => p.data) ?? []
  const included = mergeTitles(query.data?.pages ?? [])
  const content = () => {
    if (query.error && !query.data) {
      return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    }
    if (query.isPending) {
      return (
        <ul className={css.entries} aria-hidden>
          {[0, 1, 2, 3, 4, 5].map((i) => (
            <li key={i} className={css.skeleton}>
              <Skeleton width="60%" />
              <Skeleton width="85%" />
            </li>
          ))}
        </ul>
      )
    }
    if (rows.length) {
      return (
        <ul className={css.entries} aria-busy={query.isPlaceholderData} onKeyDown={walk}>
          {rows.map((row) => (
            <Entry
              key={row.id}
              row={row}
              included={included}
              search={search}
              current={row.id === search.conversation}
              unread={unread?.[row.id]?.count ?? 0}
              now={now}
            />
          ))}
          {query.hasNextPage ? (
            <li className={css.more}>
              <Button
                variant="default"
                size="small"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('chat.more')}
              </Button>
            </li>
          ) : null}
        </ul>
      )
    }
    return <EmptyState title={t('chat.none')} text={t('chat.noneText')} />
  }
  return (
    <section className={css.side} aria-label={t('chat.conversations')}>
      <ListFilters search={search} onSearch={onSearch} />
      {content()}
    </section>
  )
}
