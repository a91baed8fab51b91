import type { Vendor } from '#schemas/vendor.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { slugOf, type Random } from './random.ts'
import { phoneIn, streetIn } from './vendors.ts'

/** A vendor that offers services, with its branches (indices in the catalogue). */
export interface ServiceVendor extends SeedRow {
  readonly id: string
  readonly createdAt: Date
  readonly displayName: string
  readonly country: string
  readonly state: Vendor['state']
  readonly branches: readonly number[]
}

type Company = readonly [
  name: string,
  form: string,
  country: string,
  city: string,
  branches: readonly number[],
  state?: Vendor['state'],
]

// Cleaning 0, repairs 1, transport 2, food 3, tours 4, wellness 5, events 6, garden 7.
const companies: readonly Company[] = [
  ['Limpeza Clara', 'Lda.', 'PT', 'Lisboa', [0, 7]],
  ['Mestre Silva', '', 'PT', 'Porto', [1]],
  ['Táxis da Ribeira', 'Lda.', 'PT', 'Porto', [2, 4]],
  ['Sabores da Serra', 'Lda.', 'PT', 'Évora', [3]],
  ['Onda Viva', 'Lda.', 'PT', 'Lagos', [4, 5]],
  ['Festa & Flor', 'Lda.', 'PT', 'Lisboa', [6, 3]],
  ['Casa Limpia', 'S.L.', 'ES', 'Barcelona', [0]],
  ['Manos de Oro', 'S.L.', 'ES', 'Sevilla', [1, 7]],
  ['Transfer Mediterráneo', 'S.L.', 'ES', 'Palma', [2]],
  ['La Mesa Redonda', 'S.L.', 'ES', 'San Sebastián', [3, 4]],
  ['Calma Bienestar', 'S.L.', 'ES', 'Palma', [5, 6]],
  ['Net & Clair', 'SARL', 'FR', 'Nice', [0, 1]],
  ['Chauffeurs de la Baie', 'SARL', 'FR', 'Nice', [2, 4]],
  ['À Table', 'SARL', 'FR', 'Paris', [3, 6]],
  ['Jardins de Bourgogne', 'SARL', 'FR', 'Beaune', [7, 5]],
  ['Pulito Subito', 'S.r.l.', 'IT', 'Roma', [0, 7]],
  ['Officina Casa', 'S.r.l.', 'IT', 'Firenze', [1, 2]],
  ['Cucina di Famiglia', 'S.r.l.', 'IT', 'Siena', [3, 4]],
  ['Eventi Belcanto', 'S.r.l.', 'IT', 'Roma', [6, 5]],
  ['Saubere Sache', 'GmbH', 'DE', 'München', [0, 7]],
  ['Handwerk Huber', 'GmbH', 'DE', 'München', [1]],
  ['Fahrdienst Isar', 'GmbH', 'DE', 'München', [2, 3]],
  ['Bergführer Kolb', '', 'DE', 'Garmisch-Partenkirchen', [4, 5]],
  ['Klangraum', 'GmbH', 'DE', 'Berlin', [6]],
  ['Spick & Span', 'Ltd', 'GB', 'London', [0, 7]],
  ['Fix It Brothers', 'Ltd', 'GB', 'Edinburgh', [1, 2]],
  ['The Travelling Table', 'Ltd', 'GB', 'London', [3, 6]],
  ['Cliff & Cove', 'Ltd', 'GB', 'St Ives', [4, 5]],
  ['Schoon Huis', 'B.V.', 'NL', 'Amsterdam', [0, 1]],
  ['Grachtenvaart', 'B.V.', 'NL', 'Amsterdam', [4, 2]],
  ['Feestfabriek', 'B.V.', 'NL', 'Amsterdam', [6, 3]],
  ['Blitz Putz', 'GmbH', 'DE', 'Berlin', [0], 'suspended'],
  ['Rapid Move', 'Ltd', 'GB', 'London', [2], 'rejected'],
  ['Verde Vivo', 'S.L.', 'ES', 'Barcelona', [7], 'under_review'],
  ['Studio Lumière', '', 'FR', 'Paris', [6], 'applied'],
  ['Acqua Chiara', 'S.r.l.', 'IT', 'Roma', [7], 'closed'],
]

const isSettled = (state: Vendor['state']): boolean =>
  state === 'approved' || state === 'suspended' || state === 'closed'

/** Creates companies and craftspeople who offer services in the towns of the hotels. */
export const makeServiceVendors = (random: Random): ServiceVendor[] =>
  companies.map(([displayName, form, country, city, branches, state = 'approved']) => {
    const local = random.in(country)
    const createdAt = isSettled(state) ? random.ago(733, 690) : random.ago(40, 3)
    const [first, last] = [local.person.firstName(), local.person.lastName()]
    return {
      id: random.id(createdAt),
      createdAt,
      country,
      branches,
      displayName,
      state,
      legalName: form ? `${displayName} ${form}` : `${first} ${last}`,
      kind: form ? 'company' : 'individual',
      taxId: `${country}${random.int(100_000_000, 999_999_999)}`,
      contacts: [
        {
          name: `${first} ${last}`,
          role: form ? 'Managing director' : 'Owner',
          email: `${slugOf(first)}.${slugOf(last)}@${slugOf(displayName)}.example`,
          phone: phoneIn(random, country),
        },
      ],
      address: {
        line: streetIn(random, country),
        city,
        postalCode: local.location.zipCode(),
        country,
      },
      payoutAccount: local.finance.iban({ formatted: false, countryCode: country }),
      commission: random.one([1000, 1200, 1500, 1500]),
      documents: [],
    }
  })
