/** An invented entity that Firestore can store: a field of every kind that its rules support. */
import {
  address,
  anyRef,
  bps,
  choice,
  choices,
  code,
  country,
  currency,
  day,
  decimal,
  defineResource,
  defineResources,
  email,
  flag,
  instant,
  int,
  locale,
  location,
  longText,
  markdown,
  money,
  phone,
  rating,
  ref,
  refs,
  slug,
  tags,
  text,
  time,
  timeZone,
  url,
  z,
} from '#schemas/define/index.ts'
import { compileModel } from '#model/compile.ts'
import type { ResourceModel } from '#model/types.ts'

export const postcard = defineResource({
  name: 'post-cards',
  permission: 'postcard',
  label: { one: 'Postcard', many: 'Postcards' },
  title: 'title',
  subtitle: 'number',
  shape: z.object({
    title: text(80),
    number: code({ unique: true }).optional(),
    contact: email({ unique: true }).optional(),
    from: ref('towns'),
    through: refs('towns'),
    about: anyRef(['towns', 'post-cards']).optional(),
    size: choice(['small', 'large'], { immutable: true }).default('small'),
    moods: choices(['sunny', "sailor's"]),
    words: tags(),
    price: money(),
    fee: money({ currency: 'EUR' }).optional(),
    pages: int(1, 10).optional(),
    weight: decimal(0, 100).optional(),
    stars: rating().optional(),
    discount: bps().default(0),
    sent: flag().default(false),
    on: day().optional(),
    at: time().optional(),
    seenAt: instant().optional(),
    web: url().optional(),
    line: phone().optional(),
    handle: slug().optional(),
    zone: timeZone().optional(),
    land: country().optional(),
    coin: currency().optional(),
    tongue: locale().optional(),
    to: address().optional(),
    place: location().optional(),
    note: longText(500).optional(),
    text: markdown().optional(),
  }),
  unique: [['from', 'title']],
  check(row, fail) {
    if (row.sent && !row.on) fail('on', 'Say when it was sent')
  },
  list: {
    columns: ['title', 'from', 'price', 'on', 'seenAt', 'sent'],
    search: ['title', 'note'],
    filters: ['from', 'size', 'words', 'price', 'on', 'seenAt', 'sent', 'pages'],
    sort: '-seenAt',
  },
})

/** Towns stay on the server: postcards reference them. */
export const town = defineResource({
  name: 'towns',
  permission: 'town',
  label: { one: 'Town', many: 'Towns' },
  title: 'name',
  shape: z.object({ name: text(80) }),
})

export const postResources = defineResources({ postcard, town })
export const postModel = compileModel(postResources)
export const postcards: ResourceModel = postModel.resources[0]!
