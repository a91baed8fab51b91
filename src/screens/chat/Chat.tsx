import { useCallback, useState } from 'react'
import { IconMessages, IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCan } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { recordQuery } from '#data/queries.ts'
import { ResourceLink } from '#engine/links.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState, ErrorState, Loading } from '#ui/states.tsx'
import { AssigneeSelect, ChoiceSelect } from '../shared/AssigneeSelect.tsx'
import aside from '../shared/aside.module.css'
import { PartyPanel } from '../shared/PartyPanel.tsx'
import { RecordTimeline } from '../shared/RecordTimeline.tsx'
import { conversations } from '../shared/resources.ts'
import { useChatKeys } from './useChatKeys.ts'
import { useUnread } from '../shared/unread.ts'
import { Thread } from '../shared/thread/Thread.tsx'
import { ConversationHead } from './ConversationHead.tsx'
import { Delivery } from './Delivery.tsx'
import { ConversationList } from './ConversationList.tsx'
import type { ChatSearch } from './search.ts'
import { recordLink } from '../shared/links.ts'
import css from '../shared/chat.module.css'

/** `/chatuser`: conversations, the messages of the open one, and its customer or vendor. */
export const Chat = () => {
  const { t } = useTranslation()
  const search = useSearch({ from: '/_main/chatuser' })
  const navigate = useNavigate({ from: '/chatuser' })
  const unread = useUnread()?.unread
  useChatKeys()
  const onSearch = useCallback(
    (change: Partial<ChatSearch>) =>
      void navigate({ search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  )
  return (
    <div className={css.page} data-open={search.conversation ? '' : undefined}>
      <div className={css.title}>
        <PageHeader title={t('screens.chat')} />
      </div>
      <div className={css.frame}>
        <ConversationList search={search} unread={unread} onSearch={onSearch} />
        {search.conversation ? (
          <Conversation key={search.conversation} id={search.conversation} search={search} />
        ) : (
          <div className={css.nothing}>
            <EmptyState
              icon={<IconMessages size={32} stroke={1.25} />}
              title={t('chat.choose')}
              text={`${t('chat.chooseText')} ${t('chat.shortcuts')}`}
            />
          </div>
        )}
      </div>
    </div>
  )
}

const wide = () =>
  typeof window.matchMedia === 'function' && window.matchMedia('(width >= 1200px)').matches

const Conversation = ({ id, search }: { readonly id: string; readonly search: ChatSearch }) => {
  const { t } = useTranslation()
  const can = useCan()
  const [panel, setPanel] = useState(wide)
  const { data, error, refetch } = useQuery({ ...recordQuery(conversations(), id), retry: false })
  if (!data) {
    const missing = () => {
      if (!error) return <Loading />
      if (isProblem(error, 404)) {
        return (
          <EmptyState
            title={t('chat.missing')}
            actions={
              <Link to="/chatuser" search={{ ...search, conversation: undefined }}>
                {t('chat.back')}
              </Link>
            }
          />
        )
      }
      return <ErrorState error={error} onRetry={() => void refetch()} />
    }
    return <div className={css.nothing}>{missing()}</div>
  }
  const { data: record, included } = data
  const linked = (collection: string, ref: unknown) =>
    typeof ref === 'string' ? included[collection]?.[ref]?.title : undefined
  const ticket = linked('tickets', record.ticket)
  const order = linked('orders', record.order)
  const ticketLink = () => {
    if (ticket && can('ticket.read')) {
      return (
        <Link to="/ticket_chat/$id" params={{ id: String(record.ticket) }} className={css.linked}>
          <IconTicket size={15} aria-hidden />
          {t('chat.openTicket', { title: ticket })}
        </Link>
      )
    }
    if (ticket) {
      return <ResourceLink {...recordLink('tickets', String(record.ticket))}>{ticket}</ResourceLink>
    }
    return null
  }
  return (
    <>
      <section className={css.middle} aria-label={String(record.subject ?? '')}>
        <ConversationHead
          record={record}
          included={included}
          search={search}
          panel={panel}
          onPanel={() => setPanel((was) => !was)}
        />
        <Thread conversation={id} subject={String(record.subject ?? '')} draftKey={id} />
      </section>
      {panel ? (
        <aside className={css.panel} aria-label={t('chat.panel')}>
          <PartyPanel customer={record.customer} vendor={record.vendor} />
          <section className={aside.block}>
            <h2 className={aside.blockTitle}>{t('chat.details')}</h2>
            <ChoiceSelect resource={conversations()} record={record} name="priority" />
            <AssigneeSelect resource={conversations()} record={record} />
          </section>
          <Delivery record={record} />
          <RecordTimeline resource={conversations()} record={record} />
          {ticket || order ? (
            <section className={`${aside.block} ${aside.links}`}>
              <h2 className={aside.blockTitle}>{t('chat.linked')}</h2>
              {ticketLink()}
              {order ? (
                <ResourceLink {...recordLink('orders', String(record.order))}>{order}</ResourceLink>
              ) : null}
            </section>
          ) : null}
        </aside>
      ) : null}
    </>
  )
}
