/** The credit notes of the refunds that succeeded. */
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import { dayIn } from '#model/zone.ts'
import { organisationDefaults } from '../organisation/organisation.ts'
import { noteNumber, noteOf, type Credited, type Uncredited } from '../rules/creditNote/issue.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { PaymentRow } from './payments.ts'
import type { Random } from './random.ts'

interface Given {
  readonly orders: readonly SeedRow[]
  readonly bookings: readonly SeedRow[]
  readonly invoices: readonly SeedRow[]
}

type Subject = SeedRow & Partial<Credited> & { readonly code?: string; readonly number?: string }

const creditedIn = ({ orders, bookings, invoices }: Given): ReadonlyMap<string, Credited> =>
  new Map(
    [...orders, ...bookings, ...invoices].map((row) => {
      const { id, code, number, vendor, customer, total, tax }: Subject = row
      const title = code ?? number ?? ''
      return [
        id,
        {
          title,
          // A note of an order is for its customer.
          vendor: customer ? null : (vendor ?? null),
          customer: customer ?? null,
          total: total ?? null,
          tax: tax ?? null,
        },
      ]
    }),
  )

type Refund = PaymentRow & PaymentTransaction

/** Returns a note per refund, numbered without gaps in the order in which they succeeded. */
export const makeCreditNotes = (
  random: Random,
  payments: readonly PaymentRow[],
  given: Given,
): SeedRow[] => {
  const credited = creditedIn(given)
  const noted = new Map<string, Uncredited>()
  const counts = new Map<string, number>()
  const sent = payments
    .filter((row): row is Refund => row.kind === 'refund' && row.state === 'succeeded')
    .map((refund) => ({ refund, at: new Date(refund.processedAt!) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  return sent.map(({ refund, at }) => {
    const subject = (refund.order ?? refund.booking ?? refund.invoice)!
    const before = noted.get(subject) ?? { total: 0, tax: 0 }
    const refunded = before.total + refund.amount.amount
    const note = noteOf(refund, credited.get(subject)!, { refunded, noted: before })
    noted.set(subject, { total: refunded, tax: before.tax + (note.tax?.amount ?? 0) })
    const issuedOn = dayIn(organisationDefaults.timeZone, at)
    const year = issuedOn.slice(0, 4)
    const count = (counts.get(year) ?? 0) + 1
    counts.set(year, count)
    return {
      ...note,
      id: random.id(at),
      createdAt: at,
      number: noteNumber(issuedOn, count),
      issuedOn,
    }
  })
}
