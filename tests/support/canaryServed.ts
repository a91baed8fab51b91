/** Records that only the server creates, with canaries: a request cannot fill their fields. */
import type { Json } from '#model/types.ts'
import type { Aviary } from './canary.ts'

/** Id of the first record of an entity on the same side. */
type IdOf = (entity: string) => string

/** Values of one record. */
export interface Served {
  readonly variant: string
  readonly values: Readonly<Record<string, Json>>
  /** Texts of the values that are canaries, by field. */
  readonly texts: Readonly<Record<string, string>>
}

const PARTS = ['received', 'commission', 'fees', 'advance', 'amount'] as const
type Part = (typeof PARTS)[number]

const SIGNS: Readonly<Record<Part, 1 | -1>> = {
  received: 1,
  commission: -1,
  fees: -1,
  advance: -1,
  amount: -1,
}

/** Two parts that are canaries, and a third that makes up for them, so that the entry balances. */
const entries: readonly {
  readonly variant: string
  readonly subject: 'order' | 'booking'
  readonly unique: readonly [Part, Part]
  readonly rest: Part
}[] = [
  { variant: '', subject: 'order', unique: ['fees', 'amount'], rest: 'received' },
  { variant: 'stay', subject: 'booking', unique: ['received', 'commission'], rest: 'amount' },
  { variant: 'advance', subject: 'order', unique: ['fees', 'advance'], rest: 'received' },
]

const vendorEntries = (aviary: Aviary, idOf: IdOf): Served[] =>
  entries.map(({ variant, subject, unique, rest }) => {
    const amounts = new Map<Part, number>(unique.map((part) => [part, aviary.amount()]))
    const sum = [...amounts].reduce((all, [part, amount]) => all + SIGNS[part] * amount, 0)
    amounts.set(rest, -sum * SIGNS[rest])
    const texts = {
      subject: aviary.word(),
      postedAt: aviary.day(),
      ...Object.fromEntries(unique.map((part) => [part, String(amounts.get(part))])),
    }
    return {
      variant,
      texts,
      values: {
        subject: texts.subject,
        vendor: idOf('vendor'),
        [subject]: idOf(subject),
        payout: idOf('payout'),
        rate: 1500,
        postedAt: `${texts.postedAt}T10:00:00.000Z`,
        ...Object.fromEntries(
          PARTS.map((part) => [part, { amount: amounts.get(part) ?? 0, currency: 'EUR' }]),
        ),
      },
    }
  })

/** The note of a refund; its amounts differ, so that each is a canary. */
const creditNotes = (aviary: Aviary, idOf: IdOf): Served[] => {
  const money = (amount: number) => ({ amount, currency: 'EUR' })
  const [net, tax, total] = [aviary.amount(), aviary.amount(), aviary.amount()]
  const texts = {
    number: aviary.word(),
    lines: aviary.word(),
    reason: aviary.word(),
    issuedOn: aviary.day(),
    tax: String(tax),
    total: String(total),
  }
  return [
    {
      variant: '',
      texts,
      values: {
        number: texts.number,
        refund: idOf('paymentTransaction'),
        order: idOf('order'),
        customer: idOf('customer'),
        lines: [{ title: texts.lines, amount: money(net), tax: money(0) }],
        tax: money(tax),
        total: money(total),
        reason: texts.reason,
        issuedOn: texts.issuedOn,
      },
    },
  ]
}

/** By entity; entities that are not here have no records, or the same in every database. */
export const served: Readonly<Record<string, (aviary: Aviary, idOf: IdOf) => Served[]>> = {
  vendorEntry: vendorEntries,
  creditNote: creditNotes,
}
