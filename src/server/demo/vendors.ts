import type { Vendor } from '#schemas/vendor.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { slugOf, type Random } from './random.ts'

/** Display name, legal form, country, city, state. */
const companies: readonly (readonly [string, string, string, string, Vendor['state']])[] = [
  ['Casa Atlântica', 'Lda.', 'PT', 'Lisboa', 'approved'],
  ['Grupo Mirador', 'S.L.', 'ES', 'Barcelona', 'approved'],
  ['Maisons du Sud', 'SARL', 'FR', 'Nice', 'approved'],
  ['Alberghi Belvedere', 'S.r.l.', 'IT', 'Firenze', 'approved'],
  ['Alpenblick Hotels', 'GmbH', 'DE', 'München', 'approved'],
  ['Harbour & Hill', 'Ltd', 'GB', 'Edinburgh', 'approved'],
  ['Canal House Collection', 'B.V.', 'NL', 'Amsterdam', 'approved'],
  ['Ringstraße Hotels', 'GmbH', 'AT', 'Wien', 'approved'],
  ['Ilhas Hospitality', 'S.A.', 'PT', 'Funchal', 'approved'],
  ['Costa Serena', 'S.L.', 'ES', 'Palma', 'suspended'],
  ['Borgo Antico', 'S.r.l.', 'IT', 'Siena', 'under_review'],
  ['Northern Lodges', 'Ltd', 'GB', 'London', 'applied'],
]

/** Creates companies that run hotels. Their hotels' countries follow their own. */
export const makeVendors = (
  random: Random,
): (SeedRow & { id: string; displayName: string; country: string; state: string })[] =>
  companies.map(([displayName, form, country, city, state]) => {
    const local = random.in(country)
    const createdAt = random.ago(
      state === 'approved' || state === 'suspended' ? 735 : 40,
      state === 'approved' || state === 'suspended' ? 690 : 3,
    )
    const domain = `${slugOf(displayName)}.example`
    const contact = (role: string) => {
      const [first, last] = [local.person.firstName(), local.person.lastName()]
      return {
        name: `${first} ${last}`,
        role,
        email: `${slugOf(first)}.${slugOf(last)}@${domain}`,
        phone: phoneIn(random, country),
      }
    }
    return {
      id: random.id(createdAt),
      createdAt,
      country,
      displayName,
      state,
      legalName: `${displayName} ${form}`,
      kind: 'company',
      taxId: `${country}${random.int(100_000_000, 999_999_999)}`,
      contacts: [
        contact('Managing director'),
        ...(random.chance(0.7) ? [contact('Reservations')] : []),
      ],
      address: {
        line: streetIn(random, country),
        city,
        postalCode: local.location.zipCode(),
        country,
      },
      payoutAccount: local.finance.iban({ formatted: false, countryCode: country }),
      commission: random.one([1200, 1350, 1500, 1500, 1500, 1800]),
      documents: [],
    }
  })

const dial: Readonly<Record<string, readonly [string, string]>> = {
  PT: ['351', '21#######'],
  ES: ['34', '93#######'],
  FR: ['33', '1########'],
  IT: ['39', '06#######'],
  DE: ['49', '30#######'],
  GB: ['44', '20########'],
  NL: ['31', '20#######'],
  AT: ['43', '1#######'],
}

/** Returns a phone number in a country's format. */
export const phoneIn = (random: Random, country: string): string => {
  const [code, form] = dial[country] ?? dial.PT!
  return `+${code} ${form.replace(/#/g, () => String(random.int(0, 9))).replace(/(\d{2,3})(\d{3})(\d+)/, '$1 $2 $3')}`
}

const streets: Readonly<Record<string, readonly string[]>> = {
  PT: [
    'Rua das Flores',
    'Avenida da Liberdade',
    'Rua do Carmo',
    'Largo da Sé',
    'Rua da Misericórdia',
    'Travessa do Sol',
  ],
  ES: [
    'Calle Mayor',
    'Paseo del Mar',
    'Plaza Nueva',
    'Calle del Prado',
    'Avenida de la Constitución',
  ],
  FR: [
    'rue de la République',
    'avenue Victor-Hugo',
    'place du Marché',
    'quai Saint-Michel',
    'rue des Tanneurs',
  ],
  IT: ['Via Garibaldi', 'Via della Vigna', 'Piazza San Marco', 'Lungarno Corsini', 'Via dei Mille'],
  DE: ['Lindenstraße', 'Am Markt', 'Schillerstraße', 'Bergweg', 'Hauptstraße'],
  GB: ['High Street', 'Queen’s Road', 'Mill Lane', 'Castle Terrace', 'Harbour Parade'],
  NL: ['Herengracht', 'Prinsenstraat', 'Weteringschans', 'Lange Leidsedwarsstraat'],
  AT: ['Mariahilfer Straße', 'Am Graben', 'Währinger Straße'],
}
/** Returns street and number as written in a country. */
export const streetIn = (random: Random, country: string): string => {
  const street = random.one(streets[country] ?? streets.DE!)
  const number = random.int(1, 180)
  if (['GB', 'FR'].includes(country)) return `${number} ${street}`
  const between = ['PT', 'ES', 'IT'].includes(country) ? ', ' : ' '
  return street + between + number
}
