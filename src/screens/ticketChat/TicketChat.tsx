import { Suspense } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useCan } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys, listQuery, recordQuery } from '#data/queries.ts'
import { createRecord } from '#data/writes.ts'
import { useRecordId } from '#engine/links.tsx'
import { RecordFailure } from '#engine/RecordFailure.tsx'
import type { Json } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { lazy } from '#ui/lazyPart.tsx'
import { EmptyState, ErrorState, Loading, SkeletonRows } from '#ui/states.tsx'
import { conversations, tickets, type Seen } from '../shared/resources.ts'
import { Thread } from '../shared/thread/Thread.tsx'
import { BreachMark } from './Clock.tsx'
import { Properties } from './Properties.tsx'
import { TicketTools } from './TicketTools.tsx'
import { useInbox } from './useInbox.ts'
import css from './ticketChat.module.css'

const OthersHere = lazy(() =>
  import('#engine/presence/OthersHere.tsx').then((m) => ({ default: m.OthersHere })),
)

const Inbox = lazy(() => import('./Inbox.tsx').then((m) => ({ default: m.Inbox })))

/** The conversation of a ticket: the oldest one, if there are several. */
const useConversation = (id: string) => {
  const can = useCan()
  return useQuery({
    ...listQuery(conversations(), {
      filter: { path: ['ticket'], op: 'eq', value: id },
      sort: [{ field: 'createdAt', descending: false }],
      limit: 1,
    }),
    enabled: can('conversation.list'),
  })
}

/** `/ticket_chat/{id}`: the conversation of a ticket between the inbox and its properties. */
export const TicketChat = () => {
  const id = useRecordId()
  const { data, error, refetch } = useQuery({ ...recordQuery(tickets(), id), retry: false })
  const can = useCan()
  const { queue } = useSearch({ from: '/_main/ticket_chat/$id' })
  const inbox = useInbox(id, queue)
  const conversation = useConversation(id)
  const { t } = useTranslation()
  if (!data) {
    return error ? (
      <RecordFailure resource={tickets()} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows columns={4} rows={10} />
    )
  }
  const { data: record, included } = data
  const state = tickets().states.find((s) => s.value === record.state)
  const into =
    typeof record.mergedInto === 'string' ? included.tickets?.[record.mergedInto] : undefined
  return (
    <div className={css.page}>
      <PageHeader
        title={t('chat.title', {
          number: String(record.number ?? ''),
          subject: String(record.subject ?? ''),
        })}
        beside={
          <>
            {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
            <BreachMark record={record} />
            <Suspense fallback={null}>
              <OthersHere resource={tickets()} id={id} />
            </Suspense>
          </>
        }
        actions={
          <TicketTools
            key={id}
            record={record}
            inbox={inbox}
            conversation={conversation.data?.data[0]?.id}
          />
        }
      />
      {into ? (
        <p className={css.banner}>
          {t('ticket.leadsTo')}{' '}
          <Link to="/ticket_chat/$id" params={{ id: into.id }}>
            {into.title}
          </Link>
        </p>
      ) : null}
      <div className={css.frame}>
        {inbox.wide && can('ticket.list') ? (
          <Suspense fallback={<div className={css.inboxPlace} aria-busy="true" />}>
            <Inbox id={id} inbox={inbox} />
          </Suspense>
        ) : null}
        <section className={css.middle} aria-label={t('chat.ticketConversation')}>
          <TicketThread
            key={id}
            ticket={record}
            known={conversation.data ? (conversation.data.data[0]?.id ?? null) : undefined}
            error={conversation.error}
            onRetry={() => void conversation.refetch()}
          />
        </section>
        <aside className={css.panel} aria-label={t('chat.properties')}>
          <Properties record={record} included={included} />
        </aside>
      </div>
    </div>
  )
}

/** The ticket's conversation; null until the first message creates it. */
const TicketThread = ({
  ticket,
  known,
  error,
  onRetry,
}: {
  readonly ticket: Seen<'tickets'>
  readonly known: string | null | undefined
  readonly error: Error | null
  readonly onRetry: () => void
}) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const can = useCan()
  if (!can('conversation.list')) {
    return <EmptyState title={t('common.permissionDenied')} text={t('chat.mayNotRead')} />
  }
  if (known === undefined) {
    return error ? <ErrorState error={error} onRetry={onRetry} /> : <Loading />
  }
  const subject = String(ticket.subject ?? '')
  const make = async (): Promise<string> => {
    const body: Record<string, Json> = {
      subject,
      kind: 'ticket',
      ticket: ticket.id,
      customer: ticket.customer ?? null,
      priority: ticket.priority ?? 'normal',
      ...(typeof ticket.assignee === 'string' ? { assignee: ticket.assignee } : {}),
    }
    // One key per ticket: a repeated request creates one conversation.
    const id = await createRecord(conversations(), body, {
      idempotencyKey: `ticket-chat-${ticket.id}`,
    }).then(
      ({ record }) => record.id,
      (error: unknown) => {
        // A colleague created it first.
        if (isProblem(error, 409) && typeof error.members.existing === 'string') {
          return error.members.existing
        }
        throw error
      },
    )
    void client.invalidateQueries({ queryKey: keys.collection(conversations().collection) })
    return id
  }
  const over = ticket.state === 'closed' || ticket.state === 'merged' || Boolean(ticket.deletedAt)
  if (ticket.state === 'merged' && known === null) return <EmptyState title={t('chat.ended')} />
  const composing = () => {
    if (known) return {}
    if (can('conversation.create')) return { onFirst: make }
    return { closed: t('chat.mayNotWrite') }
  }
  return (
    <Thread
      key={known ?? 'none'}
      conversation={known ?? undefined}
      subject={subject}
      draftKey={`ticket-${ticket.id}`}
      {...(over ? { closed: t('chat.ended') } : {})}
      {...composing()}
    />
  )
}
