/** Tours, activities and events. */
import { sub, type ServiceBranch } from './services.branch.ts'

export const tours: ServiceBranch = {
  name: 'Tours and activities',
  icon: 'map-2',
  commission: 1800,
  about:
    'Small groups and licensed guides. When the weather does not allow it, another day is found or the price returned.',
  subs: [
    sub(
      'City walks',
      [
        ['Old town on foot', 'fixed', 120, 150],
        ['Food walk with five stops', 'fixed', 78, 210],
        ['Photo walk at dusk', 'fixed', 95, 120],
      ],
      [
        [
          'School class, twenty-six pupils',
          'Two hours, not too many dates, with a task to solve. They are fourteen years old.',
        ],
        [
          'Walk for guests who walk slowly',
          'Twelve people, two with a wheelchair: flat streets, benches, a café in between.',
        ],
      ],
      [
        ['Guide, per hour', 4, 48],
        ['Tickets, per person', 14, 6],
        ['Material for the group', 1, 35],
      ],
    ),
    sub(
      'Boats and water',
      [
        ['Sailing trip, half a day', 'fixed', 290, 240],
        ['Kayak tour along the coast', 'fixed', 48, 180],
        ['Surf lesson', 'fixed', 45, 120],
      ],
      [
        [
          'Boat for a proposal',
          'Two people, an hour before sunset, flowers on board, and nobody who films.',
        ],
        ['Kayaks for nine', 'Mixed group, three beginners, with a stop for swimming.'],
      ],
      [
        ['Boat with skipper, per hour', 4, 85],
        ['Kayak with equipment', 9, 38],
        ['Guide', 1, 120],
      ],
    ),
    sub(
      'Mountains and nature',
      [
        ['Guided hike, a day', 'fixed', 190, 420],
        ['Snowshoe tour', 'fixed', 65, 240],
        ['Bicycle tour through vineyards', 'fixed', 58, 240],
      ],
      [
        [
          'Hike for a team of fifteen',
          'About five hours, not more than 600 metres up, with lunch in a hut.',
        ],
        [
          'First days on skis for two children',
          'Five and eight years old, three mornings, equipment needed.',
        ],
      ],
      [
        ['Mountain guide, per day', 2, 260],
        ['Equipment, per person', 8, 22],
        ['Lunch in the hut, per person', 15, 19],
      ],
    ),
  ],
}

export const events: ServiceBranch = {
  name: 'Events',
  icon: 'confetti',
  commission: 1200,
  about:
    'One person is responsible from the first call to the last chair. Insurance and permits are taken care of.',
  subs: [
    sub(
      'Photography and film',
      [
        ['Photographer, half a day', 'fixed', 420, 240],
        ['Wedding film', 'quote', 0, 720],
        ['Pictures of rooms for your listing', 'fixed', 190, 120],
      ],
      [
        [
          'Pictures of nine hotel rooms',
          'Daylight, wide but honest, and some of the breakfast room. To be used on our own pages and in print.',
        ],
        [
          'Family photographs on the beach',
          'Eleven people from two to eighty, an hour in the late afternoon.',
        ],
      ],
      [
        ['Photographer, per hour', 6, 85],
        ['Edited pictures', 30, 6],
        ['Rights for print', 1, 120],
      ],
    ),
    sub(
      'Music',
      [
        ['Trio for a reception', 'fixed', 540, 150],
        ['DJ for an evening', 'fixed', 480, 360],
      ],
      [
        [
          'Music for a garden party',
          'Seventy guests, three hours, quiet enough to talk. Neighbours go to bed at eleven.',
        ],
        ['Harp or guitar for a ceremony', 'Forty minutes, outdoors, with a small amplifier.'],
      ],
      [
        ['Musician, per evening', 3, 210],
        ['Sound system', 1, 150],
        ['Travel', 1, 60],
      ],
    ),
    sub(
      'Decoration',
      [
        ['Flowers for ten tables', 'fixed', 360, 240],
        ['Tents and furniture for a party', 'quote', 0, 960],
      ],
      [
        [
          'Flowers for a wedding in May',
          'Twelve tables, an arch and a bouquet, white and green, nothing that smells of lilies.',
        ],
        [
          'Christmas trees for a lobby',
          'One of four metres, two small ones, with lights, taken away in January.',
        ],
      ],
      [
        ['Table decoration', 12, 34],
        ['Arch', 1, 280],
        ['Setting up and taking down', 1, 190],
      ],
    ),
  ],
}
