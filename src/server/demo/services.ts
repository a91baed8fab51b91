import type { Service } from '#schemas/service.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { places } from './places.ts'
import { slugOf, type Random } from './random.ts'
import type { ServiceBranch, SubCategory } from './services.branch.ts'
import { branches } from './services.catalogue.ts'
import type { ServiceVendor } from './services.vendors.ts'

const DAY_MS = 86_400_000

/** A sub-category with its catalogue entry. */
export interface SubRow extends SeedRow {
  readonly category: string
  readonly branch: number
  readonly said: SubCategory
}
export interface ServiceRow extends SeedRow {
  readonly vendor: string
  readonly category: string
  readonly subCategory: string
  readonly title: string
  readonly state: Service['state']
  readonly createdAt: Date
}
export interface BookmarkRow extends SeedRow {
  readonly service: string
  readonly customer: string
}

export const currencyIn = (country: string): string => (country === 'GB' ? 'GBP' : 'EUR')

/** Creates service categories and their sub-categories. */
export const makeBranches = (
  random: Random,
): { categories: SeedRow[]; subCategories: SubRow[] } => {
  const categories: SeedRow[] = []
  const subCategories: SubRow[] = []
  branches.forEach(({ name, icon, commission, subs }: ServiceBranch, branch) => {
    const createdAt = random.ago(760, 745)
    const category = random.id(createdAt)
    categories.push({
      id: category,
      createdAt,
      name,
      slug: slugOf(name),
      icon,
      commission,
      position: (branch + 1) * 10,
    })
    subs.forEach((said, i) =>
      subCategories.push({
        id: random.id(createdAt),
        createdAt,
        name: said.name,
        slug: slugOf(said.name),
        category,
        position: (i + 1) * 10,
        branch,
        said,
      }),
    )
  })
  return { categories, subCategories }
}

const stateOf = (random: Random, vendor: ServiceVendor): Service['state'] => {
  if (vendor.state === 'approved') {
    return random.weighted({
      active: 80,
      paused: 6,
      in_review: 5,
      draft: 4,
      rejected: 2,
      archived: 3,
    })
  }
  if (vendor.state === 'suspended') return 'paused'
  return vendor.state === 'closed' ? 'archived' : random.weighted({ draft: 60, in_review: 40 })
}

interface Given {
  readonly vendors: readonly ServiceVendor[]
  readonly subCategories: readonly SubRow[]
  readonly pictures: readonly { file: string; alt: string }[]
}

/** Creates the vendors' services: everything in their branches, each at its own price. */
export const makeServices = (
  random: Random,
  { vendors, subCategories, pictures }: Given,
): ServiceRow[] =>
  vendors.flatMap((vendor) => {
    const cities = places.filter((p) => p.country === vendor.country).map((p) => p.city)
    return subCategories
      .filter((s) => vendor.branches.includes(s.branch))
      .flatMap((sub) =>
        sub.said.offers
          .filter(() => random.chance(0.9))
          .map(([title, pricing, price, durationMinutes]): ServiceRow => {
            const createdAt = new Date(
              Math.min(
                vendor.createdAt.getTime() +
                  random.int(1, 30) *
                    DAY_MS *
                    (vendor.state === 'applied' || vendor.state === 'under_review' ? 0.05 : 1),
                random.now.getTime() - 60_000,
              ),
            )
            const state = stateOf(random, vendor)
            return {
              id: random.id(createdAt),
              createdAt,
              title,
              vendor: vendor.id,
              category: sub.category,
              subCategory: sub.id,
              description: `${branches[sub.branch]!.about}\n\n${random.one(promises)}`,
              pricing,
              price:
                pricing === 'quote'
                  ? null
                  : {
                      amount: Math.max(100, Math.round((price * random.int(85, 130)) / 100) * 100),
                      currency: currencyIn(vendor.country),
                    },
              durationMinutes,
              areas: random.some(cities, random.int(1, 3)),
              images: random.some(pictures, random.int(1, 3)),
              state,
            }
          }),
      )
  })

const promises: readonly string[] = [
  'Free of charge until two days before.',
  'Appointments within a week, in high season within two.',
  'Invoices with all details for companies.',
  'One contact from beginning to end.',
  'Prices hold for the whole year.',
  'Weekends at no extra charge.',
]

const words: readonly string[] = [
  'For the summer.',
  'Compare with the other one.',
  'Recommended by the hotel.',
  'Ask for Sundays.',
  'Was good last year.',
  'When mother visits.',
]

interface Marking {
  readonly services: readonly ServiceRow[]
  readonly customers: readonly { id: string; state: string; createdAt: Date }[]
  readonly count: number
}

/** Creates bookmarks, with popular services bookmarked more often; each pair is unique. */
export const makeBookmarks = (
  random: Random,
  { services, customers, count }: Marking,
): BookmarkRow[] => {
  const shown = services.filter((s) => s.state === 'active' || s.state === 'paused')
  const known = customers.filter((c) => c.state === 'active')
  const pairs = new Map<string, { service: ServiceRow; customer: string; at: Date }>()
  while (pairs.size < count) {
    // Squaring makes the first services more popular.
    const service = shown[Math.floor(shown.length * (random.int(0, 999) / 1000) ** 2)]!
    const customer = random.one(known)
    const since = Math.max(service.createdAt.getTime(), customer.createdAt.getTime())
    pairs.set(`${service.id} ${customer.id}`, {
      service,
      customer: customer.id,
      at: new Date(since + ((random.now.getTime() - since) * random.int(1, 999)) / 1000),
    })
  }
  return [...pairs.values()]
    .sort((a, b) => Number(a.at) - Number(b.at))
    .map(({ service, customer, at }, i) => ({
      id: random.id(at),
      createdAt: at,
      code: `BM-${100_001 + i}`,
      service: service.id,
      customer,
      note: random.chance(0.2) ? random.one(words) : null,
    }))
}
