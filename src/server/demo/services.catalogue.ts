import type { ServiceBranch } from './services.branch.ts'
import { cleaning, garden, repairs } from './services.houses.ts'
import { events, tours } from './services.occasions.ts'
import { food, transport, wellness } from './services.stays.ts'

/** Services for stays and houses, with typical requests and the lines of their proposals. */
export const branches: readonly ServiceBranch[] = [
  cleaning,
  repairs,
  transport,
  food,
  tours,
  wellness,
  events,
  garden,
]

/** Messages of vendors with their proposals. */
export const pitches: readonly string[] = [
  'We have done this several times in your street and could start the same week.',
  'The price includes everything; if it takes longer, it is our risk.',
  'Could we have a short look beforehand? The price stays the same either way.',
  'Two of us would come, so that it is done in a day.',
  'We are insured up to two million and can send references from hotels nearby.',
  'If the date moves by a day or two because of the weather, there is no extra charge.',
  'We work on Saturdays too, at the same price.',
  'The material is in our van; you need not buy anything.',
]
