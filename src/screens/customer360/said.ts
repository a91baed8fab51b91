/**
 * Text of a timeline entry in the person's language, without what they may not read. Pure except
 * for the texts.
 */
import type { Included, RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import { modelOf } from '#engine/resource.ts'
import { label } from '#ui/i18n.ts'
import type { Format } from '#ui/format.ts'
import type { Amount } from '../shared/money.ts'
import type { Happened } from './data.ts'

export interface Said {
  readonly title: string
  readonly facts: readonly string[]
  readonly amount: string
}

const word = (collection: string, field: string, record: RecordData): string | undefined => {
  const value = record[field]
  const resource = modelOf(collection)
  if (typeof value !== 'string' || !resource) return undefined
  return label(fieldOf(resource, field)?.options?.find((o) => o.value === value)?.label ?? value)
}

/** Title, further facts, and amount of an event. */
export const saidOf = (
  { collection, id, record }: Happened,
  included: Included,
  format: Format,
): Said => {
  const fields: RecordData = record
  const text = (field: string): string | undefined => {
    const v = fields[field]
    return v === null || v === undefined || v === '' ? undefined : String(v)
  }
  const title = (field: string, of: string): string | undefined => {
    const v = text(field)
    return v && included[of]?.[v]?.title
  }
  const money = (amount: Amount | null | undefined): string => (amount ? format.money(amount) : '')
  const named = text('number') ?? text('code') ?? id.slice(-8)
  const said = (
    first: string | undefined,
    facts: readonly (string | undefined)[],
    amount = '',
  ): Said => ({
    title: first ?? named,
    facts: facts.filter((f): f is string => f !== undefined && f !== ''),
    amount,
  })
  switch (collection) {
    case 'bookings':
      return said(
        title('hotel', 'hotels'),
        [
          text('code'),
          text('checkIn') && text('checkOut')
            ? `${format.day(text('checkIn')!)} – ${format.day(text('checkOut')!)}`
            : undefined,
        ],
        money(record.total),
      )
    case 'orders':
      return said(
        named,
        [
          title('vendor', 'vendors'),
          word(collection, 'kind', record),
          word(collection, 'paymentState', record),
        ],
        money(record.total),
      )
    case 'payment-transactions':
      return said(
        named,
        [
          word(collection, 'kind', record),
          word(collection, 'method', record),
          title('order', 'orders') ?? title('booking', 'bookings'),
        ],
        record.kind === 'refund' && record.amount
          ? `−${money(record.amount)}`
          : money(record.amount),
      )
    case 'tickets':
      return said(text('subject'), [
        text('number'),
        word(collection, 'category', record),
        word(collection, 'priority', record),
      ])
    default:
      return said(text('subject'), [
        word(collection, 'kind', record),
        title('assignee', 'employees'),
      ])
  }
}
