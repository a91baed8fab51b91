import type { Place } from './places.ts'
import type { Random } from './random.ts'

const openings: Readonly<Record<Place['kind'], readonly string[]>> = {
  city: [
    '{name} stands in a quiet street a few steps from {near}.',
    'Behind a listed façade near {near}, {name} is a calm base for days in {city}.',
    'Between {near} and {near2}, {name} puts most of {city} within walking distance.',
  ],
  coast: [
    'From {name} it is five minutes on foot to the water, and {near} is just as close.',
    '{name} looks out over the sea, with {near} at the end of the road.',
    'Waves in the morning, {near} in the evening: {name} lies where {city} meets the sea.',
  ],
  mountain: [
    '{name} lies above {city}, with paths that start at the door and {near} close by.',
    'Wood, wool and a wide view: {name} is a warm house between {near} and the forest.',
  ],
  country: [
    '{name} is an old estate outside {city}, surrounded by fields and five minutes from {near}.',
    'Thick walls, long tables and a garden full of herbs: {name} takes its time, and so do its guests.',
  ],
}
const rooms = [
  'The {n} rooms are furnished in oak and linen; those at the back look onto the courtyard and are the quietest.',
  'All {n} rooms were renovated {year}, with new bathrooms, good mattresses and windows that open.',
  'The {n} rooms differ in size and light, and each has a desk, a kettle and fast Wi-Fi.',
  'Families like the connecting rooms, couples those under the roof; there are {n} in all.',
]
const mornings = [
  'Breakfast is served until eleven, with bread from the bakery next door and fruit from the market.',
  'In the morning there is a buffet with local cheese, eggs to order and strong coffee.',
  'The kitchen opens early: whoever has a train to catch gets a breakfast bag.',
  'Breakfast is laid in the garden from May to September.',
]
const services = [
  'Reception lends umbrellas and bicycles, and knows which places are worth the queue.',
  'The bar opens at five and is popular with neighbours, which is a good sign.',
  'There is a small spa with a sauna; evenings can be booked for private use.',
  'Cars are parked in the yard; the station is ten minutes away on foot.',
  'The restaurant cooks with what the season brings and changes its menu every week.',
]
const closings = [
  'Many guests come back, some of them every {season}.',
  'The house has been run by the same family for three generations.',
  'Groups of up to twenty may take the whole floor.',
  'Late arrivals are no trouble: the night porter knows your name.',
]

/** Writes a hotel description in Markdown. */
export const describe = (random: Random, name: string, place: Place, roomCount: number): string => {
  const near = random.some(place.near, 2)
  const fill = (text: string): string =>
    text
      .replace('{name}', name)
      .replace('{city}', place.city)
      .replace('{near}', near[0]!)
      .replace('{near2}', near[1]!)
      .replace('{n}', String(roomCount))
      .replace('{year}', `in ${random.now.getUTCFullYear() - random.int(1, 6)}`)
      .replace(
        '{season}',
        place.kind === 'mountain' ? 'winter' : random.one(['spring', 'summer', 'autumn']),
      )
  return [
    `${fill(random.one(openings[place.kind]))} ${fill(random.one(rooms))}`,
    `${random.one(mornings)} ${random.one(services)}`,
    ...(random.chance(0.7) ? [fill(random.one(closings))] : []),
  ].join('\n\n')
}
