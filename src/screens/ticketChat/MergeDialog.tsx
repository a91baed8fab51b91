import { useDeferredValue, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listQuery } from '#data/queries.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { tickets, type Seen } from '../shared/resources.ts'
import { Choices } from './Choices.tsx'
import { DialogError, DialogFoot } from './DialogFoot.tsx'
import { useThreadAction } from '../shared/useThreadAction.ts'
import css from './ticketChat.module.css'

/** The newest tickets of the same customer that are not closed, at most 50. */
const useOthers = (
  record: Seen<'tickets'>,
  search: string,
): readonly Seen<'tickets'>[] | undefined => {
  const { data } = useQuery({
    ...listQuery(tickets(), {
      filter: {
        and: [
          { path: ['customer'], op: 'eq', value: String(record.customer) },
          { path: ['state'], op: 'in', value: ['new', 'open', 'pending', 'solved'] },
        ],
      },
      ...(search ? { search } : {}),
      sort: [{ field: 'createdAt', descending: true }],
      limit: 50,
    }),
    placeholderData: keepPreviousData,
  })
  return data?.data.filter((other) => other.id !== record.id)
}

const stateOf = (ticket: Seen<'tickets'>) =>
  label(tickets().states.find((s) => s.value === ticket.state)?.label ?? String(ticket.state))

const Reason = ({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const { t } = useTranslation()
  return (
    <label className={css.label}>
      <span>
        {t('ticket.reason')}
        <span aria-hidden className={css.required}>
          {' *'}
        </span>
      </span>
      <textarea
        className={css.area}
        rows={2}
        maxLength={1000}
        required
        dir="auto"
        value={value}
        onChange={(e) => onChange(e.currentTarget.value)}
      />
    </label>
  )
}

/** Dialog that merges a ticket into another one of the same customer. */
export const MergeDialog = ({
  record,
  onClose,
}: {
  readonly record: Seen<'tickets'>
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { day } = useFormat()
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const [into, setInto] = useState<string>()
  const [reason, setReason] = useState('')
  const { busy, error, run } = useThreadAction(tickets(), record)
  const others = useOthers(record, asked)
  const target = others?.find((other) => other.id === into)
  const merge = async () => {
    if (
      !target ||
      !reason.trim() ||
      !(await run('merge', { into: target.id, reason: reason.trim() }))
    ) {
      return
    }
    toast.success(
      t('ticket.merged', { number: String(record.number), into: String(target.number) }),
    )
    onClose()
  }
  return (
    <Dialog title={t('ticket.mergeTitle', { number: String(record.number) })} onClose={onClose}>
      <form
        className={css.stack}
        onSubmit={(e) => {
          e.preventDefault()
          void merge()
        }}
      >
        <Choices
          label={t('ticket.mergeInto')}
          none={t(asked ? 'ticket.noSuchTicket' : 'ticket.noOtherTicket')}
          value={into}
          onChange={setInto}
          search={{ label: t('ticket.searchTickets'), value: search, onChange: setSearch }}
          choices={others?.map((o) => ({
            id: o.id,
            title: `#${String(o.number)} ${String(o.subject)}`,
            note: `${stateOf(o)} · ${day(String(o.createdAt).slice(0, 10))}`,
          }))}
        />
        <Reason value={reason} onChange={setReason} />
        {target ? (
          <p className={css.none} role="status">
            {t('ticket.mergePreview', {
              number: String(record.number),
              into: String(target.number),
            })}
          </p>
        ) : null}
        <DialogError text={error} />
        <DialogFoot
          action={t('ticket.merge')}
          disabled={!target || !reason.trim() || busy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
