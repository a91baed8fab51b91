import { memo } from 'react'
import { IconAlertTriangle, IconClock, IconDots, IconExternalLink } from '@tabler/icons-react'
import type { Included } from '#data/types.ts'
import { ResourceLink } from '#engine/links.tsx'
import type { OnGrab } from '#engine/list/layouts/useCardDrag.tsx'
import { TagList } from '#engine/tags/TagList.tsx'
import { fieldOf } from '#model/standard.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation, type TextKey } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { orders, type Seen } from '../shared/resources.ts'
import { spanText } from '#ui/time.ts'
import { ageOf, type Age } from './board.ts'
import { recordLink } from '../shared/links.ts'
import css from './orderDash.module.css'

const ages: Record<Age['kind'], TextKey> = {
  late: 'orders.late',
  soon: 'orders.due',
  due: 'orders.due',
  placed: 'orders.placedAgo',
  made: 'orders.madeAgo',
}

interface CardProps {
  readonly row: Seen<'orders'>
  readonly included: Included
  readonly now: number
  /** True for the one card that Tab reaches. */
  readonly current: boolean
  /** True while it is moved to another column. */
  readonly moving?: boolean
  readonly entriesOf: (row: Seen<'orders'>) => readonly MenuEntry[]
  /** Absent where it cannot be moved. */
  readonly onGrab?: OnGrab | undefined
  readonly onOpen: (row: Seen<'orders'>) => void
}

const Top = ({
  row,
  number,
  tabIndex,
  entriesOf,
}: Pick<CardProps, 'row' | 'entriesOf'> & {
  readonly number: string
  readonly tabIndex: number
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={css.cardTop}>
      <ResourceLink
        {...recordLink('orders', row.id)}
        className={css.number}
        draggable={false}
        tabIndex={tabIndex}
        data-card-link=""
        aria-keyshortcuts="m"
      >
        {number}
      </ResourceLink>
      <span className={css.total}>{row.total ? format.money(row.total) : ''}</span>
      <Menu label={t('orders.actionsFor', { title: number })} items={() => entriesOf(row)}>
        {(trigger) => (
          <button
            type="button"
            {...trigger}
            className={css.cardMenu}
            tabIndex={tabIndex}
            data-card-menu=""
            aria-label={t('orders.actionsFor', { title: number })}
          >
            <IconDots size={16} aria-hidden />
          </button>
        )}
      </Menu>
    </div>
  )
}

/** How old or late the order is, and whether it is paid. */
const Foot = ({ row, age }: { readonly row: Seen<'orders'>; readonly age: Age }) => {
  const { t, i18n } = useTranslation()
  const payment = fieldOf(orders(), 'paymentState')?.options?.find(
    (o) => o.value === row.paymentState,
  )
  const AgeIcon = age.kind === 'late' ? IconAlertTriangle : IconClock
  return (
    <div className={css.cardFoot}>
      <span className={css.age}>
        <AgeIcon size={13} aria-hidden />
        <span className={css.span}>
          {t(ages[age.kind], { span: spanText(age.ms, i18n.language) })}
        </span>
      </span>
      {payment && payment.value !== 'paid' && payment.value !== 'none' ? (
        <span className={css.payment}>
          <Badge tone={payment.tone ?? 'neutral'}>{label(payment.label)}</Badge>
        </span>
      ) : null}
    </div>
  )
}

/** An order on the board. */
export const Card = memo(function Card({ row, included, now, current, ...props }: CardProps) {
  const number = String(row.number ?? row.id.slice(-8))
  const age = ageOf(row, now)
  const titleOf = (collection: string, id: unknown) =>
    typeof id === 'string' ? included[collection]?.[id]?.title : undefined
  const customer = titleOf('customers', row.customer)
  const vendor = titleOf('vendors', row.vendor)
  return (
    <li
      data-card={row.id}
      className={css.card}
      data-moving={props.moving || undefined}
      data-age={age.kind}
      data-movable={props.onGrab !== undefined || undefined}
      onPointerDown={(e) => props.onGrab?.(row, included, e)}
      onClick={(e) => {
        if (!(e.target as HTMLElement).closest('a, button, [role=menu]')) props.onOpen(row)
      }}
    >
      <Top row={row} number={number} tabIndex={current ? 0 : -1} entriesOf={props.entriesOf} />
      {customer ? <div className={css.customer}>{customer}</div> : null}
      {vendor ? <div className={css.vendor}>{vendor}</div> : null}
      {Array.isArray(row.tags) && row.tags.length ? (
        <div className={css.cardTags}>
          <TagList collection="orders" tags={row.tags.map(String)} />
        </div>
      ) : null}
      <Foot row={row} age={age} />
    </li>
  )
})

/** Icon of the menu item that opens the order. */
export const openIcon = <IconExternalLink size={16} aria-hidden />
