/** Services for houses. */
import { sub, type ServiceBranch } from './services.branch.ts'

export const cleaning: ServiceBranch = {
  name: 'Cleaning',
  icon: 'spray',
  commission: 1200,
  about:
    'We bring our own materials and leave a list of what was done. Keys are handled with a receipt.',
  subs: [
    sub(
      'Holiday homes',
      [
        ['Turnover cleaning between guests', 'fixed', 65, 150],
        ['Weekly cleaning of a holiday flat', 'hourly', 19, 180],
        ['Opening of the house before the season', 'fixed', 240, 420],
      ],
      [
        [
          'Cleaning between guests, two flats',
          'Check-out is at eleven and check-in at three. Linen is in the hall cupboard; please send a photo when it is done.',
        ],
        [
          'House to be opened for the summer',
          'Closed since October: dust covers off, windows, kitchen, terrace furniture out of the shed.',
        ],
      ],
      [
        ['Cleaning, per hour', 8, 19],
        ['Linen change', 3, 14],
        ['Cleaning materials', 1, 12],
      ],
    ),
    sub(
      'Windows and façades',
      [
        ['Window cleaning, house of up to twelve windows', 'fixed', 95, 180],
        ['Cleaning of glass façades', 'quote', 0, 480],
      ],
      [
        [
          'Fourteen windows and a conservatory',
          'Inside and outside; the roof of the conservatory needs a ladder of six metres.',
        ],
        [
          'Shop front, once a month',
          'Three large panes and a glass door, before nine in the morning.',
        ],
      ],
      [
        ['Windows, inside and outside', 14, 7],
        ['Conservatory roof', 1, 85],
        ['Travel', 1, 20],
      ],
    ),
    sub(
      'Carpets and upholstery',
      [
        ['Deep cleaning of carpets', 'fixed', 120, 180],
        ['Sofas and armchairs, steam cleaned', 'fixed', 85, 120],
      ],
      [
        [
          'Red wine on a light carpet',
          'About two square metres, three days old, wool. The rest of the carpet could be freshened up as well.',
        ],
        [
          'Six armchairs of a lobby',
          'Fabric covers, some with coffee stains. They have to be dry by the next morning.',
        ],
      ],
      [
        ['Carpet, per square metre', 18, 6],
        ['Upholstered piece', 6, 32],
        ['Stain treatment', 1, 45],
      ],
    ),
  ],
}

export const repairs: ServiceBranch = {
  name: 'Repairs',
  icon: 'tool',
  commission: 1500,
  about:
    'Registered craftsmen, a written quote before anything is opened, and two years of warranty on the work.',
  subs: [
    sub(
      'Plumbing',
      [
        ['Plumber, urgent call', 'hourly', 62, 60],
        ['Replacement of a mixer tap', 'fixed', 110, 90],
        ['New bathroom', 'quote', 0, 4800],
      ],
      [
        [
          'Water pressure drops on the second floor',
          'Shower and basin lose pressure when somebody opens the kitchen tap. The pipes are from the seventies.',
        ],
        [
          'Leaking shower tray',
          'The ceiling below has a wet patch the size of a plate. The flat is empty until Friday.',
        ],
        [
          'Two taps and a cistern to be replaced',
          'New parts are here already; the old ones must be taken away.',
        ],
      ],
      [
        ['Plumber, per hour', 6, 58],
        ['Parts', 1, 95],
        ['Call-out', 1, 35],
      ],
    ),
    sub(
      'Electricity',
      [
        ['Electrical check with report', 'fixed', 180, 180],
        ['Electrician by the hour', 'hourly', 55, 60],
        ['Charging point for electric cars', 'fixed', 890, 360],
      ],
      [
        [
          'Fuse trips whenever the oven is on',
          'Happens since the new hob was connected. The fuse box is in the stairwell.',
        ],
        [
          'Six lamps and two sockets',
          'Dining room and hall; cables are in place, ceilings are 3.20 m high.',
        ],
      ],
      [
        ['Electrician, per hour', 7, 54],
        ['Material', 1, 80],
        ['Measurement and report', 1, 65],
      ],
    ),
    sub(
      'Painting',
      [
        ['Painting of a room, walls and ceiling', 'fixed', 380, 900],
        ['Painting of a whole flat', 'quote', 0, 2400],
      ],
      [
        [
          'Living room and corridor to be painted',
          'About 38 square metres of floor, light colours. Furniture can be moved to the middle; some cracks to be filled.',
        ],
        [
          'Shutters of a country house',
          'Eleven pairs of wooden shutters, old paint comes off in flakes. Colour as before, a dark green.',
        ],
      ],
      [
        ['Painter, per hour', 24, 34],
        ['Paint and filler', 1, 160],
        ['Covering and cleaning', 1, 70],
      ],
    ),
    sub(
      'Air conditioning',
      [
        ['Service of an air conditioner', 'fixed', 85, 75],
        ['Installation of a split unit', 'fixed', 640, 300],
      ],
      [
        [
          'Three units drip and smell',
          'Not serviced for two years. One of them hangs over a bed, so please bring covers.',
        ],
        [
          'Bedroom needs a quiet unit',
          'North side, 16 square metres, outer unit may stand on the balcony.',
        ],
      ],
      [
        ['Service of a unit', 3, 70],
        ['Refrigerant', 1, 60],
        ['Technician, per hour', 4, 49],
      ],
    ),
  ],
}

export const garden: ServiceBranch = {
  name: 'Garden and pool',
  icon: 'plant',
  commission: null,
  about:
    'The same people come each time. Green waste is taken along, and a note says what should be looked at next.',
  subs: [
    sub(
      'Gardens',
      [
        ['Garden care, half a day', 'fixed', 130, 240],
        ['Hedge cutting', 'hourly', 32, 120],
        ['Planting plan for a terrace', 'quote', 0, 480],
      ],
      [
        [
          'Overgrown garden, 600 square metres',
          'Nobody has cut anything for two years. Two old olive trees must stay.',
        ],
        ['Hedge along the car park', 'Forty metres, two metres high; guests park there until ten.'],
      ],
      [
        ['Gardener, per hour', 14, 29],
        ['Green waste, per cubic metre', 4, 26],
        ['Machines', 1, 75],
      ],
    ),
    sub(
      'Pools',
      [
        ['Weekly pool care, a month', 'fixed', 180, 240],
        ['Opening of the pool in spring', 'fixed', 320, 360],
        ['Leak search', 'fixed', 260, 180],
      ],
      [
        [
          'Green water ten days before guests come',
          'Pool of 8 × 4 metres, sand filter, the pump makes a noise.',
        ],
        [
          'Pool care from May to September',
          'Once a week; the cover has to be opened and closed on windy days.',
        ],
      ],
      [
        ['Visit', 10, 42],
        ['Chemicals', 1, 65],
        ['Filter sand', 1, 90],
      ],
    ),
    sub(
      'Pests',
      [
        ['Wasp nest removed', 'fixed', 95, 60],
        ['Treatment against bed bugs', 'quote', 0, 240],
      ],
      [
        [
          'Ants in the breakfast room',
          'They come from behind the skirting. It must be safe for food.',
        ],
        ['Wasps under the roof', 'Above the entrance, about five metres high.'],
      ],
      [
        ['Treatment', 2, 90],
        ['Second visit', 1, 55],
        ['Report', 1, 25],
      ],
    ),
  ],
}
