/** Values that the business rules would have derived from other records of the demo data. */
import type { SeedRow } from '../store/fill/insert.ts'
import { commissionOf } from '../rules/order/commission.ts'
import type { DemoOrder } from './orders.ts'
import type { SeedHistory } from './later.ts'

const REFUNDED: readonly unknown[] = ['refunded', 'partially_refunded']

const byId = (rows: readonly SeedRow[]): ReadonlyMap<unknown, SeedRow> =>
  new Map(rows.map((row) => [row.id, row]))

/** Adds our commission to orders: the rate of the category of their job, else of their vendor. */
export const withCommission = <T extends DemoOrder>(
  orders: readonly T[],
  from: {
    readonly vendors: readonly SeedRow[]
    readonly jobs: readonly SeedRow[]
    readonly categories: readonly SeedRow[]
  },
): T[] => {
  const [vendors, jobs, categories] = [byId(from.vendors), byId(from.jobs), byId(from.categories)]
  return orders.map((order) => {
    const category = categories.get(jobs.get(order.job)?.category)
    const rate = category?.commission ?? vendors.get(order.vendor)?.commission
    const refunded = REFUNDED.includes(order.paymentState)
      ? order.total.amount - order.paid.amount
      : 0
    const share = commissionOf(order.state, typeof rate === 'number' ? rate : null, order, refunded)
    return { ...order, ...share }
  })
}

/** Returns the last value that a row's history gives a field. */
const lastOf = (row: SeedHistory, field: string): unknown =>
  row.later?.findLast((step) => field in step.values)?.values[field] ?? row[field]

interface Rated {
  readonly tickets: readonly SeedHistory[]
  readonly orders: readonly SeedRow[]
  readonly bookings: readonly SeedRow[]
  readonly jobs: readonly SeedRow[]
  readonly hotels: readonly SeedRow[]
}

/** Averages customers' ticket ratings, by id of the vendor, service or hotel they were about. */
export const demoRatings = ({
  tickets,
  ...others
}: Rated): ((row: SeedRow) => { readonly ratingAverage: number | null }) => {
  const [orders, bookings, jobs, hotels] = [
    byId(others.orders),
    byId(others.bookings),
    byId(others.jobs),
    byId(others.hotels),
  ]
  const given = new Map<unknown, number[]>()
  for (const ticket of tickets) {
    const points = lastOf(ticket, 'satisfaction')
    if (typeof points !== 'number' || lastOf(ticket, 'state') === 'merged') continue
    const order = orders.get(ticket.order)
    const stay = bookings.get(ticket.booking)
    const about = new Set([
      order?.vendor,
      jobs.get(order?.job)?.service,
      bookings.get(order?.booking)?.hotel,
      stay?.hotel,
      hotels.get(stay?.hotel)?.vendor,
    ])
    for (const id of about) if (id) given.set(id, [...(given.get(id) ?? []), points])
  }
  return ({ id }) => {
    const points = given.get(id)
    const sum = points?.reduce((a, b) => a + b, 0) ?? 0
    // One decimal, half up, as the database rounds.
    return { ratingAverage: points ? Math.round((sum * 10) / points.length) / 10 : null }
  }
}
