import type { Hotel } from '#schemas/hotel.ts'
import { describe } from './descriptions.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { places, type Place } from './places.ts'
import { slugOf, type Random } from './random.ts'
import { phoneIn, streetIn } from './vendors.ts'

export const HOTELS = 60

const names: Readonly<Record<string, readonly string[]>> = {
  PT: [
    'Casa do Rio',
    'Hotel Miradouro',
    'Palácio das Flores',
    'Pousada do Mar',
    'Hotel Azulejo',
    'Quinta da Oliveira',
    'Hotel da Sé',
    'Solar dos Ventos',
  ],
  ES: [
    'Hotel Alameda',
    'Casa de la Luna',
    'Posada del Puerto',
    'Hotel Jardín',
    'Palacio Real',
    'Hotel Brisa',
    'Casa Naranjo',
    'Hotel Mirasol',
  ],
  FR: [
    'Hôtel des Tilleuls',
    'La Maison Bleue',
    'Hôtel du Quai',
    'Le Grand Jardin',
    'Hôtel Saint-Clair',
    'Le Relais des Vignes',
    'Hôtel de la Gare',
    'Villa Mimosa',
  ],
  IT: [
    'Albergo del Ponte',
    'Palazzo Verdi',
    'Locanda San Marco',
    'Hotel Aurora',
    'Villa dei Cipressi',
    'Albergo Rosa Alpina',
    'Hotel Bellavista',
    'Casa degli Artisti',
  ],
  DE: [
    'Hotel Lindenhof',
    'Gasthof zur Post',
    'Hotel am Park',
    'Haus Bergblick',
    'Hotel Goldener Stern',
    'Das Ufer',
    'Hotel Kastanie',
    'Alter Speicher',
  ],
  GB: [
    'The Heron',
    'Queen’s Gate Hotel',
    'The Old Lighthouse',
    'Bramble House',
    'The Fox and Lantern',
    'Station Hotel',
    'Seafield House',
    'The Writers’ Rooms',
  ],
  NL: ['Hotel de Gracht', 'Het Pakhuis', 'Hotel Tulp', 'De Molen', 'Huis aan de Brug'],
  AT: [
    'Hotel Kaiserhof',
    'Pension Rosengarten',
    'Hotel am Belvedere',
    'Das Caféhaus',
    'Hotel Donaublick',
  ],
}

type Type = Hotel['roomTypes'][number]
const kinds: readonly (readonly [
  string,
  string,
  number,
  number,
  number,
  readonly [number, number],
])[] = [
  ['SGL', 'Single room', 1, 0, 0.75, [1, 2]],
  ['DBL', 'Double room', 2, 1, 1, [3, 5]],
  ['FAM', 'Family room', 2, 3, 1.45, [1, 2]],
  ['STE', 'Suite', 2, 2, 2.1, [1, 1]],
]

const roomTypes = (random: Random, stars: number, currency: string): Type[] => {
  const base = [0, 0, 5500, 8000, 12_500, 21_000][stars]! * (0.85 + random.int(0, 40) / 100)
  return random
    .some(
      kinds.filter(([code]) => code !== 'DBL'),
      random.int(1, 2),
    )
    .concat([kinds[1]!])
    .sort((a, b) => a[4] - b[4])
    .map(([code, name, adults, children, factor, [few, many]]) => ({
      code,
      name,
      adults,
      children,
      rooms: random.int(few, many),
      nightlyRate: { amount: Math.round((base * factor) / 500) * 500, currency },
    })) as Type[]
}

const refundRules = (random: Random, currency: string): unknown[] =>
  random.one([
    [
      { daysBefore: 7, fee: { kind: 'percent', bps: 5000 } },
      { daysBefore: 2, fee: { kind: 'percent', bps: 10_000 } },
    ],
    [
      { daysBefore: 14, fee: { kind: 'percent', bps: 2500 } },
      { daysBefore: 3, fee: { kind: 'percent', bps: 8000 } },
    ],
    [{ daysBefore: 1, fee: { kind: 'fixed', amount: { amount: 5000, currency } } }],
    [],
  ])

const stateOf = (i: number, vendorState: string): Hotel['state'] => {
  if (vendorState !== 'approved') return vendorState === 'suspended' ? 'suspended' : 'draft'
  if (i % 20 === 7) return 'archived'
  if (i % 23 === 11) return 'rejected'
  if (i % 15 === 4) return 'in_review'
  return i % 17 === 9 ? 'draft' : 'published'
}

export interface HotelRow extends SeedRow {
  readonly name: string
  readonly place: Place
  readonly state: Hotel['state']
  readonly timezone: string
  readonly roomTypes: Type[]
  readonly refundRules: Hotel['refundRules']
  readonly vendor: string
  readonly createdAt: Date
}

interface Given {
  readonly vendors: readonly { id: string; country: string; state: string; createdAt?: Date }[]
  readonly categories: readonly SeedRow[]
  readonly facilities: readonly SeedRow[]
  readonly pictures: readonly { file: string; alt: string }[]
}

const categoryFor = (place: Place, stars: number): string => {
  if (place.kind === 'mountain') return 'mountain-lodges'
  if (place.kind === 'coast') return stars > 4 ? 'spa-resorts' : 'beach-resorts'
  if (place.kind === 'country') return 'wine-estates'
  if (stars > 4) return 'boutique-hotels'
  return stars < 3 ? 'guest-houses' : 'city-hotels'
}

/** Creates the vendors' hotels, each in its vendor's country or a neighbouring one. */
export const makeHotels = (
  random: Random,
  { vendors, categories, facilities, pictures }: Given,
): HotelRow[] => {
  const taken = new Set<string>()
  return Array.from({ length: HOTELS }, (_, i) => {
    const vendor = vendors[i % vendors.length]!
    const home = places.filter((p) => p.country === vendor.country)
    const place = random.one(home)
    const free = names[place.country]!.filter((n) => !taken.has(`${n} ${place.city}`))
    const house = random.one(free.length ? free : names[place.country]!)
    taken.add(`${house} ${place.city}`)
    const name = free.length ? `${house} ${place.city}` : `${house} ${place.city} ${i}`
    const stars = Number(random.weighted({ 2: 10, 3: 35, 4: 40, 5: 15 }))
    const currency = place.currency ?? 'EUR'
    const types = roomTypes(random, stars, currency)
    const createdAt = new Date(
      (vendor.createdAt ?? random.now).getTime() +
        random.int(1, 25) *
          86_400_000 *
          (vendor.state === 'approved' || vendor.state === 'suspended' ? 1 : 0.05),
    )
    const slug = slugOf(name)
    const state = stateOf(i, vendor.state)
    const images = random.some(pictures, random.int(2, 5))
    return {
      id: random.id(createdAt),
      createdAt,
      place,
      name,
      slug,
      vendor: vendor.id,
      category: categories.find((c) => c.slug === categoryFor(place, stars))?.id ?? null,
      stars,
      description: describe(
        random,
        name,
        place,
        types.reduce((sum, t) => sum + t.rooms, 0),
      ),
      address: {
        line: streetIn(random, place.country),
        city: place.city,
        region: place.region,
        postalCode: random.in(place.country).location.zipCode(),
        country: place.country,
      },
      location: {
        lat: Number((place.lat + random.int(-90, 90) / 10_000).toFixed(5)),
        lng: Number((place.lng + random.int(-90, 90) / 10_000).toFixed(5)),
      },
      phone: phoneIn(random, place.country),
      email: `stay@${slug}.example`,
      website: `https://www.${slug}.example`,
      timezone: place.timezone,
      checkInTime: random.one(['14:00', '15:00', '15:00', '16:00']),
      checkOutTime: random.one(['10:00', '11:00', '11:00', '12:00']),
      facilities: random.some(facilities, random.int(5, 13)).map((f) => f.id),
      images,
      roomTypes: types,
      refundRules: refundRules(random, currency) as Hotel['refundRules'],
      state,
    }
  })
}
