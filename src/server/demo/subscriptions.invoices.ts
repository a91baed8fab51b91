import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import { totalsOf } from '../rules/order/money.ts'
import { settlementOf } from '../rules/paymentTransaction/ledger.ts'
import { addDays, midnight, writtenDay } from '../rules/subscription/calendar.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { DemoLedger } from './payments.ts'
import type { Random } from './random.ts'
import { eur, TAX } from './subscriptions.plans.ts'

/** Days until an invoice is due. */
export const DUE_DAYS = 14

/** What becomes of a subscription. */
export type Fate = 'steady' | 'trialing' | 'past_due' | 'unpaid' | 'paused' | 'cancelled'
export interface InvoiceRow extends SeedRow {
  readonly createdAt: Date
  readonly state: SubscriptionInvoice['state']
}

/** A period to bill. */
export interface Billed {
  readonly subscription: string
  readonly vendor: string
  readonly plan: string
  readonly agreed: { readonly price: { amount: number; currency: string } }
  readonly start: string
  readonly end: string
  readonly today: string
  readonly last: boolean
  readonly fate: Fate
  /** What becomes of the last invoice of a cancelled subscription. */
  readonly writtenOff: 'void' | 'uncollectible'
}

/** Creates the invoice of a period and its payment. */
export const invoice = (
  random: Random,
  ledger: DemoLedger,
  { subscription, vendor, plan, agreed, start, end, today, last, fate, writtenOff }: Billed,
): InvoiceRow => {
  const createdAt = new Date(`${start}T00:01:00Z`)
  const lines = [
    {
      title: `${plan}, ${writtenDay(start)} to ${writtenDay(end)}`,
      quantity: 1,
      unit: agreed.price,
      tax: TAX,
    },
  ]
  const { subtotal, tax, total } = totalsOf(lines, 'EUR')
  const id = random.id(createdAt)
  const dueOn = addDays(start, DUE_DAYS)
  const owed = last && (fate === 'past_due' || fate === 'unpaid')
  const fresh = fate === 'steady' && last && dueOn >= today
  const stateNow = (): InvoiceRow['state'] => {
    if (owed || (fresh && random.chance(0.6))) return 'open'
    if (last && fate === 'cancelled') return writtenOff
    return random.chance(0.02) && !fresh ? 'uncollectible' : 'paid'
  }
  const state = stateNow()
  const unpaid = owed ? 'declined' : 'none'
  ledger.pay({
    field: 'invoice',
    id,
    total,
    since: new Date(createdAt.getTime() + 3_600_000),
    until: new Date(`${dueOn}T12:00:00Z`),
    course: state === 'paid' ? 'paid' : unpaid,
  })
  const overdue = state === 'open' && dueOn < today
  return {
    id,
    createdAt,
    subscription,
    vendor,
    periodStart: start,
    periodEnd: end,
    currency: 'EUR',
    lines,
    subtotal,
    tax,
    total,
    ...settlementOf({ total, kept: 0, open: state !== 'paid' && state !== 'void' }, ledger.of(id)),
    issuedOn: start,
    dueOn,
    overdue,
    overdueAt: state === 'open' && !overdue ? midnight(addDays(dueOn, 1)) : null,
    state,
  }
}

/** Creates an invoice that was not issued yet. */
export const draftInvoice = (
  random: Random,
  ledger: DemoLedger,
  subscription: SeedRow,
): InvoiceRow => {
  const createdAt = new Date(random.now.getTime() - random.int(60, 2000) * 60_000)
  const lines = [
    {
      title: 'Setting up and training',
      quantity: random.int(1, 3),
      unit: eur(15_000),
      tax: TAX,
    },
  ]
  const { subtotal, tax, total } = totalsOf(lines, 'EUR')
  return {
    id: random.id(createdAt),
    createdAt,
    subscription: subscription.id,
    vendor: subscription.vendor,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    currency: 'EUR',
    lines,
    subtotal,
    tax,
    total,
    ...settlementOf({ total, kept: 0, open: true }, ledger.of('')),
    overdue: false,
    state: 'draft',
  }
}

/**
 * Numbers invoices in the order of issue, counted per year, as the product does. Drafts have no
 * number.
 */
export const numberInvoices = (invoices: readonly InvoiceRow[]): InvoiceRow[] => {
  const last: Record<string, number> = {}
  return [...invoices]
    .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
    .map((row) => {
      if (row.state === 'draft') return row
      const year = String(row.issuedOn).slice(0, 4)
      last[year] = (last[year] ?? 0) + 1
      return { ...row, number: `INV-${year}-${String(last[year]).padStart(6, '0')}` }
    })
}
