import type { SeedRow } from '../store/fill/insert.ts'
import type { SeedHistory } from './later.ts'
import type { DemoOrder } from './orders.ts'
import type { Random } from './random.ts'
import { makeJobs } from './services.jobs.ts'
import { makeBookmarks, makeBranches, makeServices } from './services.ts'
import { makeServiceVendors, type ServiceVendor } from './services.vendors.ts'

const BOOKMARKS = 900

interface Given {
  /** Vendors that run hotels; the approved ones also offer some services. */
  readonly hotelVendors: readonly SeedRow[]
  readonly customers: readonly (SeedRow & { state: string; createdAt: Date })[]
  readonly pictures: readonly { file: string; alt: string }[]
}

export interface Market {
  /** Vendors that offer services only. */
  readonly vendors: readonly SeedRow[]
  /**
   * By collection, in the order of their references; jobs refer to orders in their later steps
   * (`writeLater`).
   */
  readonly rows: Readonly<
    Record<
      | 'service-categories'
      | 'service-sub-categories'
      | 'services'
      | 'service-bookmarks'
      | 'service-jobs'
      | 'proposals',
      readonly SeedHistory[]
    >
  >
  /**
   * Orders of the awarded jobs, without numbers (`numberOrders`); to be inserted after `rows` and
   * before the later steps.
   */
  readonly orders: readonly DemoOrder[]
}

const strip = (rows: readonly SeedRow[], ...extra: string[]): SeedRow[] =>
  rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([k]) => !extra.includes(k))) as SeedRow,
  )

/** Services that hotels also offer: transport and tours, wellness and food, tours and events. */
const besides = [
  [2, 4],
  [3, 5],
  [4, 6],
] as const

/** Creates the services market: offers, bookmarks, jobs and their orders. */
export const makeMarket = (
  random: Random,
  { hotelVendors, customers, pictures }: Given,
): Market => {
  const own = makeServiceVendors(random)
  const vendors = [
    ...hotelVendors
      .filter((v) => v.state === 'approved')
      .map(
        (v, i) => ({ ...v, branches: besides[i % besides.length]! }) as unknown as ServiceVendor,
      ),
    ...own,
  ]
  const { categories, subCategories } = makeBranches(random)
  const services = makeServices(random, { vendors, subCategories, pictures })
  const bookmarks = makeBookmarks(random, { services, customers, count: BOOKMARKS })
  const { jobs, proposals, orders } = makeJobs(random, {
    customers,
    vendors,
    services,
    subCategories,
  })
  const marked = new Map<string, number>()
  for (const { service } of bookmarks) marked.set(service, (marked.get(service) ?? 0) + 1)
  return {
    vendors: strip(own, 'country', 'branches'),
    orders,
    rows: {
      'service-categories': categories,
      'service-sub-categories': strip(subCategories, 'branch', 'said'),
      services: services.map((s) => ({ ...s, bookmarks: marked.get(s.id) ?? 0 })),
      'service-bookmarks': bookmarks,
      'service-jobs': jobs,
      proposals: strip(proposals, 'decidedAt'),
    },
  }
}
