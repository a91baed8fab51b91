/**
 * The invented domain of the engine's and the server's own tests: `author` (the tenant) and `book`
 * (every field kind, a lifecycle, child rows). `library` adds what tests of people and of further
 * row scopes need. No product entity occurs here.
 */
import {
  address,
  anyRef,
  bps,
  choice,
  code,
  country,
  currency,
  day,
  decimal,
  defineResource,
  defineResources,
  email,
  file,
  flag,
  group,
  icon,
  image,
  images,
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
  rows,
  secret,
  slug,
  tags,
  text,
  time,
  timeZone,
  ui,
  url,
  z,
  type Row,
} from '#schemas/define/index.ts'
import { compileModel } from '#model/compile.ts'
import type { Model, ResourceModel } from '#model/types.ts'

/** Tenant root: staff of an author see that author's rows only. */
export const author = defineResource({
  name: 'authors',
  permission: 'author',
  label: { one: 'Author', many: 'Authors' },
  title: 'name',
  subtitle: 'email',
  shape: z.object({
    name: text(120),
    email: email({ unique: true }),
    phone: phone().optional(),
    country: country().optional(),
    locale: locale().optional(),
    tags: tags(),
    address: address().optional(),
    payoutAccount: secret(64, { label: 'Payout account' }).optional(),
    internalNote: longText(5000, { label: 'Internal note' }).optional(),
    rank: int(0, 1000).default(0),
  }),
  scope: 'id',
  states: {
    active: { to: { blocked: 'Block' }, tone: 'success' },
    blocked: { to: { active: 'Unblock' }, tone: 'warning', reason: true },
  },
  list: {
    columns: ['name', 'email', 'country', 'tags', 'state'],
    search: ['name', 'email', 'internalNote'],
    filters: ['country', 'state'],
    sort: 'name',
  },
  detail: { tabs: ['books.author'] },
  nav: { group: 'Library', icon: 'users' },
})

/** A field of every kind. */
export const book = defineResource({
  name: 'books',
  createPath: '/addbook',
  permission: 'book',
  label: { one: 'Book', many: 'Books' },
  title: 'title',
  subtitle: 'code',
  shape: z.object({
    title: text(160),
    code: code({ unique: true }),
    slug: slug({ from: 'title' }).optional(),
    author: ref('authors'),
    coAuthors: refs('authors', { label: 'Co-authors' }),
    sequel: ref('books', { onDelete: 'clear' }).optional(),
    dedicatedTo: anyRef(['authors', 'books'], { label: 'Dedicated to' }).optional(),
    genre: choice(['novel', 'poetry', 'science']).default('novel'),
    moods: z
      .array(z.enum(['dark', 'light', 'odd']))
      .max(3)
      .register(ui, { kind: 'enums' })
      .default([]),
    price: money().optional(),
    fee: money({ currency: 'EUR' }).optional(),
    pages: int(1, 10_000).optional(),
    weight: decimal(0, 100, { unit: 'kg' }).optional(),
    stars: rating(5).optional(),
    royalty: bps().default(1000),
    inPrint: flag({ label: 'In print' }).default(true),
    publishedOn: day({ label: 'Published on' }).optional(),
    opensAt: time({ label: 'Opens at' }).optional(),
    availableAt: instant({ label: 'Available at' }).optional(),
    website: url().optional(),
    hotline: phone().optional(),
    contact: email().optional(),
    timezone: timeZone({ label: 'Time zone' }).optional(),
    country: country().optional(),
    currency: currency().optional(),
    icon: icon().optional(),
    shelf: address().optional(),
    location: location().optional(),
    cover: image().optional(),
    manuscript: file().optional(),
    images: images({ max: 5 }),
    chapters: rows(
      {
        label: text(80),
        pages: int(1, 1000).default(1),
        unit: money({ label: 'Unit price' }).optional(),
        editor: ref('authors').optional(),
        source: anyRef(['books', 'authors']).optional(),
      },
      { max: 50 },
    ),
    size: group({ width: decimal(0, 1000), height: decimal(0, 1000).optional() }).optional(),
    discount: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('percent'), bps: bps() }),
        z.strictObject({ kind: z.literal('fixed'), amount: money() }),
      ])
      .optional(),
    blurb: markdown().optional(),
    notes: longText().optional(),
    internalNote: longText(5000, { label: 'Internal note' }).optional(),
    score: decimal(0, 5, { derived: true }).optional(),
  }),
  scope: 'author',
  states: {
    draft: { to: { in_review: 'Submit for review' } },
    in_review: { to: { published: 'Publish', rejected: 'Reject' }, tone: 'info' },
    published: { to: { suspended: 'Suspend' }, tone: 'success' },
    suspended: { to: { published: 'Publish again' }, tone: 'warning', reason: true },
    rejected: { to: { draft: 'Back to draft' }, tone: 'danger', reason: true },
    archived: { final: true, reason: true },
    '*': { to: { archived: 'Archive' } },
  },
  unique: [['author', 'title']],
  check(row, fail) {
    const labels = (row.chapters ?? []).map((c) => c.label)
    labels.forEach((l, i) => {
      if (labels.indexOf(l) < i) fail(`chapters.${i}.label`, 'This label is duplicated')
    })
  },
  list: {
    columns: ['title', 'code', 'author', 'genre', 'price', 'publishedOn', 'state', 'createdAt'],
    search: ['title', 'code', 'internalNote'],
    filters: ['author', 'genre', 'publishedOn', 'state'],
    sort: '-createdAt',
  },
  form: {
    sections: {
      Basics: ['title', 'code', 'slug', 'author', 'coAuthors', 'genre'],
      Money: ['price', 'fee', 'royalty'],
      Content: ['chapters', 'blurb', 'notes'],
    },
  },
  nav: { group: 'Library', icon: 'bookmark' },
})

/** Shared rows: every tenant reads, none writes. */
export const shelf = defineResource({
  name: 'shelves',
  permission: 'shelf',
  label: { one: 'Shelf', many: 'Shelves' },
  title: 'name',
  shape: z.object({ name: text(80, { unique: true }), parent: ref('shelves').optional() }),
  scope: 'shared',
})

/** A loan of a book to a reader: its tenant is two references away. */
export const loan = defineResource({
  name: 'loans',
  permission: 'loan',
  label: { one: 'Loan', many: 'Loans' },
  title: 'code',
  shape: z.object({
    code: code({ unique: true }),
    book: ref('books'),
    reader: ref('readers'),
    dueOn: day().optional(),
    fine: money().optional(),
  }),
  scope: 'book.author',
  list: { columns: ['code', 'book', 'reader', 'dueOn', 'fine'], sort: '-createdAt' },
})

/** Visible to tenants through loans of their books, without contact data. */
export const reader = defineResource({
  name: 'readers',
  permission: 'reader',
  label: { one: 'Reader', many: 'Readers' },
  title: 'name',
  subtitle: 'email',
  shape: z.object({
    name: text(120),
    email: email({ unique: true }),
    phone: phone().optional(),
    memo: longText().optional(),
  }),
  scope: { usedBy: ['loans.reader'], hide: ['email', 'phone', 'memo'] },
  list: { columns: ['name', 'email'], search: ['name', 'email'], sort: 'name' },
})

/** People who sign in. */
export const member = defineResource({
  name: 'members',
  permission: 'member',
  label: { one: 'Member', many: 'Members' },
  title: 'name',
  subtitle: 'email',
  shape: z.object({
    name: text(120),
    email: email({ unique: true }),
    roles: refs('member-roles'),
    author: ref('authors').optional(),
  }),
  scope: 'staff',
  person: {
    name: 'name',
    email: 'email',
    roles: 'roles',
    tenant: 'author',
    active: 'active',
    requested: 'requested',
  },
  states: {
    requested: { to: { active: 'Approve', rejected: 'Reject' } },
    active: { to: { suspended: 'Suspend' } },
    suspended: { to: { active: 'Reinstate' }, reason: true },
    rejected: { final: true, reason: true },
  },
})

/** Roles of members. */
export const memberRole = defineResource({
  name: 'member-roles',
  permission: 'memberRole',
  label: { one: 'Role', many: 'Roles' },
  title: 'name',
  shape: z.object({
    name: text(80, { unique: true }),
    description: longText(500).optional(),
    system: flag({ derived: true }).default(false),
    grants: z
      .strictObject({
        allow: z.array(z.string()),
        deny: z.array(z.string()),
        rows: z.record(z.string(), z.record(z.string(), z.json())).optional(),
      })
      .register(ui, { kind: 'json', hidden: true })
      .default({ allow: [], deny: [] }),
  }),
  scope: 'staff',
  grants: 'grants',
})

export type Author = Row<typeof author>
export type Book = Row<typeof book>

/** The two entities most tests need. */
export const toyResources = defineResources({ author, book })
export const toyModel: Model = compileModel(toyResources)

/** Both of them, plus people, roles and every kind of row scope. */
export const libraryResources = defineResources({
  author,
  book,
  shelf,
  loan,
  reader,
  member,
  memberRole,
})
export const libraryModel: Model = compileModel(libraryResources)

/** Resource of the library by entity name; throws for an unknown name. */
export const toy = (
  entity: keyof typeof libraryResources,
  model: Model = libraryModel,
): ResourceModel => {
  const found = model.resources.find((r) => r.entity === entity)
  if (!found) throw new Error(`The toy domain has no entity "${entity}".`)
  return found
}
