import { useQuery } from '@tanstack/react-query'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useCan, useHolds } from '#data/me.ts'
import { aggregateQuery, recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { ResourceLink } from '#engine/links.tsx'
import { titleOf } from '#engine/recordActions.ts'
import type { ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { TagList } from '#engine/tags/TagList.tsx'
import { label, useTranslation, type TextKey } from '#ui/i18n.ts'
import { initials } from '#ui/initials.ts'
import { Skeleton } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { listLink, type PageLink } from './links.ts'
import { customers, vendors, type Seen } from './resources.ts'
import css from './aside.module.css'

/**
 * Number of records of a collection that belong to a party, with a link to them; hidden from people
 * who may not list them.
 */
const Count = ({
  link,
  field,
  id,
  name,
}: {
  readonly link: PageLink
  readonly field: 'customer' | 'vendor'
  readonly id: string
  readonly name: TextKey
}) => {
  const { resource } = link
  const { t } = useTranslation()
  const { number } = useFormat()
  const holds = useHolds()
  const may = holds(`${resource.entity}.list`) && holds(`${resource.entity}.field.${field}.read`)
  const { data } = useQuery({
    ...aggregateQuery(resource, {
      measure: ['count'],
      filter: { path: [field], op: 'eq', value: id },
    }),
    enabled: may,
  })
  if (!may) return null
  return (
    <li>
      <ResourceLink {...link} className={css.count}>
        <span>{t(name)}</span>
        <strong>{data ? number(Number(data.data[0]?.values.count ?? 0)) : '…'}</strong>
      </ResourceLink>
    </li>
  )
}

interface PartyProps {
  readonly resource: ResourceModel
  readonly row: RecordData
}

const Head = ({ resource, row }: PartyProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const name = titleOf(resource, row)
  const state = resource.states.find((s) => s.value === row.state)
  return (
    <div className={css.party}>
      <span className={css.avatar} aria-hidden>
        {initials(name)}
      </span>
      <div className={css.partyText}>
        <ResourceLink
          resource={resource}
          target={{ page: 'detail', id: row.id }}
          className={css.partyName}
        >
          {name}
        </ResourceLink>
        <div className={css.muted}>
          {t('chat.since', { at: format.day(String(row.createdAt).slice(0, 10)) })}
        </div>
      </div>
      {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
    </div>
  )
}

const Contact = ({ row }: { readonly row: RecordData }) => (
  <>
    {typeof row.email === 'string' ? (
      <a className={css.reach} href={`mailto:${row.email}`}>
        <IconMail size={15} aria-hidden />
        <span>{row.email}</span>
      </a>
    ) : null}
    {typeof row.phone === 'string' ? (
      <a className={css.reach} href={`tel:${row.phone.replace(/[^+\d]/g, '')}`}>
        <IconPhone size={15} aria-hidden />
        <span>{row.phone}</span>
      </a>
    ) : null}
  </>
)

const Counts = ({ resource, row: { id } }: PartyProps) => (
  <ul className={css.counts}>
    {resource === customers() ? (
      <>
        <Count
          link={listLink('bookings', { customer: id })}
          field="customer"
          id={id}
          name="chat.toBookings"
        />
        <Count
          link={listLink('orders', { customer: id })}
          field="customer"
          id={id}
          name="chat.toOrders"
        />
        <Count
          link={listLink('tickets', { customer: id })}
          field="customer"
          id={id}
          name="chat.toTickets"
        />
      </>
    ) : (
      <Count
        link={listLink('orders', { vendor: id })}
        field="vendor"
        id={id}
        name="chat.toOrders"
      />
    )}
  </ul>
)

/** The customer or vendor of a conversation, with contact details and their records. */
export const PartyPanel = ({
  customer,
  vendor,
}: {
  readonly customer: unknown
  readonly vendor?: unknown
}) => {
  const { t } = useTranslation()
  const can = useCan()
  const partyId = () => {
    if (typeof customer === 'string') return customer
    if (typeof vendor === 'string') return vendor
    return undefined
  }
  const id = partyId()
  const resource = typeof customer === 'string' ? customers() : vendors()
  const may = can(`${resource.entity}.read`)
  const { data, error } = useQuery({
    ...recordQuery<Seen<'customers'> | Seen<'vendors'>>(resource, id ?? ''),
    enabled: id !== undefined && may,
    retry: false,
  })
  const heading = t(resource === customers() ? 'chat.aboutCustomer' : 'chat.aboutVendor')
  if (id === undefined) {
    return (
      <section className={css.block}>
        <p className={css.muted}>{t('chat.noParty')}</p>
      </section>
    )
  }
  if (!may || error) return null
  if (!data) {
    return (
      <section className={css.block} aria-busy="true">
        <h2 className={css.blockTitle}>{heading}</h2>
        <Skeleton width="70%" />
        <Skeleton width="50%" />
      </section>
    )
  }
  const row = data.data
  return (
    <section className={css.block}>
      <h2 className={css.blockTitle}>{heading}</h2>
      <Head resource={resource} row={row} />
      <Contact row={row} />
      {Array.isArray(row.tags) && row.tags.length ? (
        <div className={css.tags}>
          <TagList collection={resource.collection} tags={row.tags.map(String)} />
        </div>
      ) : null}
      <Counts resource={resource} row={row} />
    </section>
  )
}
