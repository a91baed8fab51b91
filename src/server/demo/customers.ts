import type { SeedRow } from '../store/fill/insert.ts'
import { internalNotes } from './catalogue.ts'
import { slugOf, type Random } from './random.ts'
import { phoneIn, streetIn } from './vendors.ts'

export const CUSTOMERS = 800

const countries: Readonly<
  Record<
    string,
    {
      weight: number
      locale: string
      timezone: string
      currency: string
      cities: readonly string[]
    }
  >
> = {
  PT: {
    weight: 20,
    locale: 'pt-PT',
    timezone: 'Europe/Lisbon',
    currency: 'EUR',
    cities: ['Lisboa', 'Porto', 'Coimbra', 'Braga', 'Faro'],
  },
  ES: {
    weight: 17,
    locale: 'es-ES',
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    cities: ['Madrid', 'Valencia', 'Bilbao', 'Málaga'],
  },
  FR: {
    weight: 15,
    locale: 'fr-FR',
    timezone: 'Europe/Paris',
    currency: 'EUR',
    cities: ['Lyon', 'Paris', 'Toulouse', 'Nantes'],
  },
  DE: {
    weight: 18,
    locale: 'de-DE',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    cities: ['Hamburg', 'Köln', 'Leipzig', 'Stuttgart'],
  },
  GB: {
    weight: 15,
    locale: 'en-GB',
    timezone: 'Europe/London',
    currency: 'GBP',
    cities: ['Bristol', 'London', 'Leeds', 'Glasgow'],
  },
  IT: {
    weight: 10,
    locale: 'it-IT',
    timezone: 'Europe/Rome',
    currency: 'EUR',
    cities: ['Milano', 'Torino', 'Bologna', 'Napoli'],
  },
  NL: {
    weight: 5,
    locale: 'nl-NL',
    timezone: 'Europe/Amsterdam',
    currency: 'EUR',
    cities: ['Utrecht', 'Rotterdam', 'Haarlem'],
  },
}
const weights = Object.fromEntries(Object.entries(countries).map(([c, { weight }]) => [c, weight]))

/** Creates guests; their addresses use domains that never receive e-mail. */
export const makeCustomers = (random: Random): (SeedRow & { state: string; createdAt: Date })[] =>
  Array.from({ length: CUSTOMERS }, (_, i) => {
    const country = random.weighted(weights)
    const { locale, timezone, currency, cities } = countries[country]!
    const local = random.in(country)
    const [first, last] = [local.person.firstName(), local.person.lastName()]
    const createdAt = random.ago(700, 1)
    const id = random.id(createdAt)
    const state = random.weighted({ active: 96, blocked: 2, anonymised: 2 })
    if (state === 'anonymised') {
      return {
        id,
        createdAt,
        state,
        name: 'Anonymised customer',
        email: `${id}@anonymised.invalid`,
      }
    }
    const given = random.chance(0.55)
    const tags = random.some(
      ['returning', 'business', 'family', 'vip', 'group', 'newsletter'],
      Number(random.weighted({ 0: 45, 1: 35, 2: 20 })),
    )
    return {
      id,
      createdAt,
      state,
      name: `${first} ${last}`,
      email: `${slugOf(first)}.${slugOf(last)}.${i + 1}@${random.one(['example.com', 'example.org', 'example.net'])}`,
      phone: random.chance(0.85) ? phoneIn(random, country) : null,
      locale,
      timezone,
      currency,
      tags,
      addresses: random.chance(0.8)
        ? [
            {
              label: 'Home',
              address: {
                line: streetIn(random, country),
                city: random.one(cities),
                postalCode: local.location.zipCode(),
                country,
              },
            },
          ]
        : [],
      marketingConsent: {
        given,
        ...(given
          ? {
              at: createdAt.toISOString(),
              source: random.one(['booking form', 'newsletter page', 'front desk']),
            }
          : {}),
      },
      internalNote: random.chance(0.12) ? random.one(internalNotes) : null,
    }
  })

type Rows = Readonly<Record<string, readonly SeedRow[]>>

/**
 * Reduces the rows of anonymised customers to the money trail, without free text, as the rules of
 * customers do.
 */
export const onlyTrail = <R extends Rows>(rows: R): R => {
  const of = (collection: string, is: (row: SeedRow) => boolean): ReadonlySet<unknown> =>
    new Set((rows[collection] ?? []).filter(is).map((row) => row.id))
  const gone = of('customers', (row) => row.state === 'anonymised')
  const theirs = (row: SeedRow): boolean => gone.has(row.customer)
  const [bookings, orders] = [of('bookings', theirs), of('orders', theirs)]
  const mute = (collection: string, is: (row: SeedRow) => boolean, empty: object) => ({
    [collection]: (rows[collection] ?? []).map((row) => (is(row) ? { ...row, ...empty } : row)),
  })
  return {
    ...rows,
    ...mute('bookings', theirs, { notes: null }),
    ...mute('payment-transactions', (row) => bookings.has(row.booking) || orders.has(row.order), {
      note: null,
    }),
    ...mute('credit-notes', theirs, { reason: null }),
  }
}
