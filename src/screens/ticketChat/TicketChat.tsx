import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys, listQuery, recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { createRecord } from '#data/writes.ts'
import { ResourceLink, useRecordId } from '#engine/links.tsx'
import { RecordFailure } from '#engine/RecordFailure.tsx'
import type { Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState, ErrorState, Loading, SkeletonRows } from '#ui/states.tsx'
import { conversations, tickets } from '../shared/resources.ts'
import { Thread } from '../shared/thread/Thread.tsx'
import { Properties } from './Properties.tsx'
import css from './ticketChat.module.css'

/** `/ticket_chat/{id}`: the conversation of a ticket with its properties beside. */
export const TicketChat = () => {
  const { t } = useTranslation()
  const id = useRecordId()
  const { data, error, refetch } = useQuery({ ...recordQuery(tickets(), id), retry: false })
  if (!data) return error ? <RecordFailure resource={tickets()} error={error} onRetry={() => void refetch()} /> : <SkeletonRows columns={4} rows={10} />
  const { data: record, included } = data
  return (
    <div className={css.page}>
      <PageHeader title={t('chat.title', { number: String(record.number ?? ''), subject: String(record.subject ?? '') })} actions={<ResourceLink resource={tickets()} target={{ page: 'detail', id }}>{t('chat.toTicket')}</ResourceLink>} />
      <div className={css.frame}>
        <section className={css.middle} aria-label={t('chat.ticketConversation')}><TicketThread key={id} ticket={record} /></section>
        <aside className={css.panel} aria-label={t('chat.properties')}><Properties record={record} included={included} /></aside>
      </div>
    </div>
  )
}

/** The ticket's conversation: the first one made, should there be several; none yet is made with the first message. */
const TicketThread = ({ ticket }: { readonly ticket: RecordData }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const can = useCan()
  const may = can('conversation.list')
  const { data, error, refetch } = useQuery({ ...listQuery(conversations(), { filter: { path: ['ticket'], op: 'eq', value: ticket.id }, sort: [{ field: 'createdAt', descending: false }], limit: 1 }), enabled: may })
  if (!may) return <EmptyState title={t('common.permissionDenied')} text={t('chat.mayNotRead')} />
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  const known = data.data[0]?.id
  const subject = String(ticket.subject ?? '')
  const make = async (): Promise<string> => {
    const body: Record<string, Json> = { subject, kind: 'ticket', ticket: ticket.id, customer: ticket.customer ?? null, priority: ticket.priority ?? 'normal', ...(typeof ticket.assignee === 'string' ? { assignee: ticket.assignee } : {}) }
    // One key per ticket: asked twice, one conversation is made.
    const id = await createRecord(conversations(), body, { idempotencyKey: `ticket-chat-${ticket.id}` }).then(({ record }) => record.id, (error: unknown) => {
      // A colleague was faster.
      if (isProblem(error, 409) && typeof error.members.existing === 'string') return error.members.existing
      throw error
    })
    void client.invalidateQueries({ queryKey: keys.collection(conversations().collection) })
    return id
  }
  const over = ticket.state === 'closed' || ticket.state === 'merged' || Boolean(ticket.deletedAt)
  return <Thread key={known ?? 'none'} conversation={known} subject={subject} draftKey={`ticket-${ticket.id}`} {...(over ? { closed: t('chat.ended') } : {})} {...(known ? {} : can('conversation.create') ? { onFirst: make } : { closed: t('chat.mayNotWrite') })} />
}
