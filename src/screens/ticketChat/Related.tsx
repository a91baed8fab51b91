import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '#data/me.ts'
import { listQuery } from '#data/queries.ts'
import type { Included, RecordData } from '#data/types.ts'
import { ResourceLink } from '#engine/links.tsx'
import { titleOf } from '#engine/recordActions.ts'
import { fieldOf } from '#model/standard.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation, type TextKey } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { useChange } from '../shared/AssigneeSelect.tsx'
import aside from '../shared/aside.module.css'
import { bookings, orders, tickets, type NamedModel, type Seen } from '../shared/resources.ts'
import css from './ticketChat.module.css'

interface Props {
  readonly record: Seen<'tickets'>
  readonly included: Included
}

/**
 * Order or booking of a ticket: a link to it, and a select for another of the customer's if
 * permitted.
 */
const About = ({
  record,
  included,
  name,
  resource,
  text,
}: Props & {
  readonly name: 'order' | 'booking'
  readonly resource: NamedModel<'orders' | 'bookings'>
  readonly text: TextKey
}) => {
  const { t } = useTranslation()
  const can = useCan()
  const change = useChange(tickets(), record)
  const id = typeof record[name] === 'string' ? record[name] : ''
  const readable = can(`${tickets().entity}.field.${name}.read`)
  const writable =
    can(`${tickets().entity}.update`) &&
    can(`${tickets().entity}.field.${name}.write`) &&
    can(`${resource.entity}.list`)
  const own = useQuery({
    ...listQuery(resource, {
      filter: { path: ['customer'], op: 'eq', value: String(record.customer) },
      sort: [{ field: 'createdAt', descending: true }],
      limit: 50,
    }),
    enabled: readable && writable,
    staleTime: 60_000,
  })
  if (!readable) return null
  const title = id
    ? (included[resource.collection]?.[id]?.title ?? t('common.noAccess'))
    : undefined
  const state = (row: RecordData | undefined) => resource.states.find((s) => s.value === row?.state)
  const chosen = own.data?.data.find((row) => row.id === id)
  const options = (own.data?.data ?? []).map((row) => ({
    value: row.id,
    label: titleOf(resource, row),
  }))
  if (!writable && !id) return null
  return (
    <div className={css.about}>
      {writable ? (
        <label className={aside.field}>
          <span className={aside.fieldName}>{t(text)}</span>
          <Select
            small
            value={id}
            onChange={(e) => void change({ [name]: e.currentTarget.value || null })}
            data={options}
          >
            <option value="">{t('ticket.none')}</option>
            {id && !chosen ? <option value={id}>{title}</option> : null}
          </Select>
        </label>
      ) : (
        <span className={aside.fieldName}>{t(text)}</span>
      )}
      {title ? (
        <span className={`${aside.links} ${css.aboutLink}`}>
          <ResourceLink resource={resource} target={{ page: 'detail', id }}>
            {t('ticket.open', { title })}
          </ResourceLink>
          {state(chosen) ? (
            <Badge tone={state(chosen)?.tone}>{label(state(chosen)?.label ?? '')}</Badge>
          ) : null}
        </span>
      ) : null}
    </div>
  )
}

const Row = ({
  ticket,
  text,
}: {
  readonly ticket: { readonly id: string; readonly title: string }
  readonly text: string
}) => (
  <li className={css.relatedRow}>
    <span className={aside.fieldName}>{text}</span>
    <span className={aside.links}>
      <Link to="/ticket_chat/$id" params={{ id: ticket.id }} dir="auto">
        {ticket.title}
      </Link>
    </span>
  </li>
)

/** Records related to a ticket: its subject, its origin and its follow-ups. */
export const Related = ({ record, included }: Props) => {
  const { t } = useTranslation()
  const can = useCan()
  const of = (name: 'origin' | 'mergedInto') =>
    typeof record[name] === 'string' ? included.tickets?.[record[name]] : undefined
  const name = (field: string) => label(fieldOf(tickets(), field)?.label ?? '')
  const children = useQuery({
    ...listQuery(tickets(), {
      filter: {
        or: [
          { path: ['origin'], op: 'eq', value: record.id },
          { path: ['mergedInto'], op: 'eq', value: record.id },
        ],
      },
      sort: [{ field: 'createdAt', descending: true }],
      limit: 20,
    }),
    enabled:
      can(`${tickets().entity}.list`) &&
      can(`${tickets().entity}.field.origin.read`) &&
      can(`${tickets().entity}.field.mergedInto.read`),
  })
  const [from, into] = [of('origin'), of('mergedInto')]
  const rest = children.data?.data ?? []
  return (
    <section className={aside.block}>
      <h2 className={aside.blockTitle}>{t('chat.linked')}</h2>
      <About
        record={record}
        included={included}
        name="order"
        resource={orders()}
        text="chat.order"
      />
      <About
        record={record}
        included={included}
        name="booking"
        resource={bookings()}
        text="chat.booking"
      />
      {from || into || rest.length ? (
        <ul className={css.related}>
          {from ? <Row ticket={from} text={name('origin')} /> : null}
          {into ? <Row ticket={into} text={name('mergedInto')} /> : null}
          {rest.map((other) => (
            <Row
              key={other.id}
              ticket={{ id: other.id, title: `#${String(other.number)} ${String(other.subject)}` }}
              text={t(other.mergedInto === record.id ? 'ticket.mergedHere' : 'ticket.goesOn')}
            />
          ))}
        </ul>
      ) : null}
    </section>
  )
}
