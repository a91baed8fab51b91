import { useState } from 'react'
import { Button, buttonClass } from '#ui/Button.tsx'
import { IconCalendarPlus, IconMessage, IconTicket } from '@tabler/icons-react'
import { useCan } from '#data/me.ts'
import { get } from '#data/api.ts'
import type { ListResponse, RecordData } from '#data/types.ts'
import { createRecord } from '#data/writes.ts'
import { ResourceLink, useGoToAddress } from '#engine/links.tsx'
import { titleOf } from '#engine/recordActions.ts'
import { useRights } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { bookings, conversations, customers, tickets } from '../shared/resources.ts'

/** Frequent actions for a customer that the person may take; none for a former customer. */
export const QuickActions = ({ record }: { readonly record: RecordData }) => {
  const { t } = useTranslation()
  const rights = {
    booking: useRights(bookings()),
    ticket: useRights(tickets()),
    conversation: useRights(conversations()),
  }
  const can = useCan()
  const gone = record.state === 'anonymised'
  const preset = `customer=${record.id}`
  return (
    <>
      {rights.booking.create && !gone ? (
        <ResourceLink
          resource={bookings()}
          target={{ page: 'create', search: { preset } }}
          className={buttonClass({ variant: 'default', size: 'small' })}
        >
          <IconCalendarPlus size={15} aria-hidden />
          {t('pages.newBooking')}
        </ResourceLink>
      ) : null}
      {rights.ticket.create && !gone ? (
        <ResourceLink
          resource={tickets()}
          target={{ page: 'create', search: { preset } }}
          className={buttonClass({ variant: 'default', size: 'small' })}
        >
          <IconTicket size={15} aria-hidden />
          {t('pages.newTicket')}
        </ResourceLink>
      ) : null}
      {can('conversation.list') ? (
        <ChatButton record={record} mayStart={rights.conversation.create && !gone} />
      ) : null}
    </>
  )
}

/** Opens the customer's most recent conversation; starts one if there is none. */
const ChatButton = ({
  record,
  mayStart,
}: {
  readonly record: RecordData
  readonly mayStart: boolean
}) => {
  const { t } = useTranslation()
  const goTo = useGoToAddress()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const found = await get<ListResponse>('/api/conversations', {
        query: {
          'filter[customer]': record.id,
          'filter[kind]': 'direct',
          sort: '-lastMessageAt',
          limit: 1,
          fields: 'id',
        },
      })
      const id =
        found.data[0]?.id ??
        (mayStart
          ? (
              await createRecord(conversations(), {
                subject: titleOf(customers(), record),
                kind: 'direct',
                customer: record.id,
              })
            ).record.id
          : undefined)
      if (id) await goTo(`/chatuser?conversation=${id}&state=any`)
      else toast.error(t('pages.noChat'))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" variant="default" loading={busy} onClick={() => void open()}>
      <IconMessage size={15} aria-hidden />
      {t('pages.openChat')}
    </Button>
  )
}
