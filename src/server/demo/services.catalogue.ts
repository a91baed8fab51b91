/** An offered service: title, pricing, price in whole euros or pounds, minutes. */
export type Offer = readonly [
  title: string,
  pricing: 'fixed' | 'hourly' | 'quote',
  price: number,
  minutes: number,
]
/** A line of a proposal: label, maximum quantity, unit price in whole euros or pounds. */
export type Part = readonly [label: string, most: number, price: number]
/** A requested job: title and description. */
export type Wish = readonly [title: string, description: string]

export interface SubCategory {
  readonly name: string
  readonly offers: readonly Offer[]
  readonly wishes: readonly Wish[]
  readonly parts: readonly Part[]
}
export interface ServiceBranch {
  readonly name: string
  readonly icon: string
  readonly commission: number | null
  readonly about: string
  readonly subs: readonly SubCategory[]
}

const sub = (
  name: string,
  offers: readonly Offer[],
  wishes: readonly Wish[],
  parts: readonly Part[],
): SubCategory => ({ name, offers, wishes, parts })

/** Services for stays and houses, with typical requests and the lines of their proposals. */
export const branches: readonly ServiceBranch[] = [
  {
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
  },
  {
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
  },
  {
    name: 'Transport',
    icon: 'car',
    commission: 1000,
    about:
      'Licensed drivers who speak English, cars no older than five years, child seats free of charge.',
    subs: [
      sub(
        'Airport transfers',
        [
          ['Airport transfer, up to three guests', 'fixed', 45, 45],
          ['Airport transfer by minibus, up to eight guests', 'fixed', 85, 60],
          ['Night transfer', 'fixed', 68, 45],
        ],
        [
          [
            'Family of five from the airport',
            'Two child seats and a pram. The flight lands at 22:40; please watch for delays.',
          ],
          [
            'Wedding guests, eleven flights',
            'Between Thursday noon and Friday evening; the list of arrivals follows.',
          ],
        ],
        [
          ['Transfer', 4, 48],
          ['Child seat', 2, 0],
          ['Night surcharge', 2, 15],
        ],
      ),
      sub(
        'Car with driver',
        [
          ['Car with driver for a day', 'fixed', 340, 540],
          ['Car with driver by the hour', 'hourly', 46, 60],
        ],
        [
          [
            'A day in the wine country',
            'Four people, three cellars and lunch on the way; start and end at our hotel.',
          ],
          [
            'Driver for a trade fair',
            'Two days, between hotel, fair and dinners. Receipts made out to the company.',
          ],
        ],
        [
          ['Day with driver', 2, 330],
          ['Extra hour', 3, 44],
          ['Tolls and parking', 1, 28],
        ],
      ),
      sub(
        'Moving and parcels',
        [
          ['Luggage from door to door', 'fixed', 38, 120],
          ['Van with two helpers', 'hourly', 72, 180],
        ],
        [
          [
            'Move of a two-room flat',
            'Third floor without lift, to the second floor with lift, four kilometres away. About thirty boxes.',
          ],
          [
            'Twelve beds from the shop to the hotel',
            'Flat packages; to be carried to the first floor and put together.',
          ],
        ],
        [
          ['Van with two helpers, per hour', 6, 70],
          ['Packing material', 1, 40],
          ['Assembly', 4, 18],
        ],
      ),
    ],
  },
  {
    name: 'Food and drink',
    icon: 'chef-hat',
    commission: 1500,
    about:
      'Menus follow the market and the season. Allergies are asked for, and the kitchen is left as it was found.',
    subs: [
      sub(
        'Private chefs',
        [
          ['Dinner at home for four', 'fixed', 280, 240],
          ['Chef for a week in the villa', 'quote', 0, 2400],
          ['Brunch for up to ten guests', 'fixed', 320, 240],
        ],
        [
          [
            'Birthday dinner for nine',
            'Four courses, two guests eat no fish. There is a good oven and a terrace with a grill.',
          ],
          [
            'Cook for five evenings',
            'Family of six with small children, early dinner, simple food from the market.',
          ],
        ],
        [
          ['Menu, per guest', 9, 42],
          ['Waiter, per evening', 1, 110],
          ['Shopping', 1, 45],
        ],
      ),
      sub(
        'Catering',
        [
          ['Buffet, per guest', 'fixed', 34, 300],
          ['Coffee break for meetings', 'fixed', 12, 60],
          ['Wedding catering', 'quote', 0, 720],
        ],
        [
          [
            'Reception for sixty after a concert',
            'Standing, two hours, wine and water, half of it vegetarian. A kitchen is next door.',
          ],
          [
            'Lunch for a workshop, three days',
            'Twenty-two people, light, no pork; on the table at half past twelve.',
          ],
        ],
        [
          ['Buffet, per guest', 45, 28],
          ['Drinks, per guest', 45, 11],
          ['Staff, per hour', 12, 24],
          ['Glasses and plates', 1, 90],
        ],
      ),
      sub(
        'Wine and tastings',
        [
          ['Tasting of five wines', 'fixed', 38, 90],
          ['Sommelier for an evening', 'fixed', 260, 240],
        ],
        [
          [
            'Tasting for a company outing',
            'Eighteen people, two of them do not drink. In English and German.',
          ],
          [
            'Wines for a cellar of sixty bottles',
            'Regional, to be drunk within five years; delivery up the stairs.',
          ],
        ],
        [
          ['Tasting, per guest', 18, 36],
          ['Sommelier', 1, 220],
          ['Glasses', 1, 40],
        ],
      ),
    ],
  },
  {
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
  },
  {
    name: 'Wellness',
    icon: 'massage',
    commission: 1500,
    about:
      'Trained therapists come with table, oils and towels. Appointments between eight in the morning and nine in the evening.',
    subs: [
      sub(
        'Massage',
        [
          ['Massage in the room, an hour', 'fixed', 85, 60],
          ['Massage for two', 'fixed', 160, 75],
          ['Sports massage', 'hourly', 78, 60],
        ],
        [
          [
            'Massages after a marathon',
            'Eight runners on Sunday afternoon, thirty minutes each. A quiet room is there.',
          ],
          [
            'Anniversary: massage for two',
            'On the terrace if it is warm enough, at six in the evening.',
          ],
        ],
        [
          ['Massage, half an hour', 8, 42],
          ['Second therapist', 1, 90],
          ['Travel', 1, 18],
        ],
      ),
      sub(
        'Yoga and training',
        [
          ['Yoga lesson for a group', 'fixed', 95, 75],
          ['Personal training', 'hourly', 55, 60],
        ],
        [
          [
            'Yoga every morning of a retreat',
            'Six mornings, fourteen people of all levels, in the garden.',
          ],
          [
            'Trainer for a guest with a bad knee',
            'Three hours a week for a month; a doctor’s letter is available.',
          ],
        ],
        [
          ['Lesson', 6, 80],
          ['Mats and blocks', 1, 30],
        ],
      ),
      sub(
        'Hair and beauty',
        [
          ['Bridal hair and make-up', 'fixed', 240, 150],
          ['Haircut in the room', 'fixed', 48, 45],
        ],
        [
          [
            'Bride and four bridesmaids',
            'Ready by half past two; a trial a week earlier would be good.',
          ],
          ['Barber for a morning', 'Six men before a wedding, one beard that needs courage.'],
        ],
        [
          ['Hair and make-up', 5, 75],
          ['Trial', 1, 90],
          ['Travel', 1, 25],
        ],
      ),
    ],
  },
  {
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
  },
  {
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
          [
            'Hedge along the car park',
            'Forty metres, two metres high; guests park there until ten.',
          ],
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
  },
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
