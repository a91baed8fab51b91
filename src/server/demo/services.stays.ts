/** Services during a stay. */
import { sub, type ServiceBranch } from './services.branch.ts'

export const transport: ServiceBranch = {
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
}

export const food: ServiceBranch = {
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
}

export const wellness: ServiceBranch = {
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
}
