import { expect, test } from 'vitest'
import { checkResources } from './checks.ts'
import { describeShape } from './describe.ts'
import {
  address,
  anyRef,
  day,
  defineResource,
  flag,
  group,
  instant,
  int,
  location,
  mailsDocument,
  money,
  ref,
  refs,
  secret,
  tags,
  terms,
  text,
  ui,
  z,
  type AnyResource,
} from './index.ts'

/** Declarations the compiler would reject, on purpose: the checks also guard untyped input. */
const wrong = (over: object, shape: z.ZodRawShape = {}): AnyResource =>
  defineResource({
    name: 'books',
    permission: 'book',
    label: { one: 'Book', many: 'Books' },
    title: 'name',
    scope: 'staff',
    shape: z.object({ name: text(), ...shape }),
    ...over,
  } as never) as AnyResource
const approval = { by: 'update', quorum: 1, expires: '72h' }
const shelf = (): AnyResource =>
  defineResource({
    name: 'shelves',
    permission: 'shelf',
    label: { one: 'Shelf', many: 'Shelves' },
    title: 'name',
    scope: 'staff',
    shape: z.object({
      name: text(),
      book: ref('books').optional(),
      spare: ref('books').optional(),
    }),
  })
const found = (over: object, shape?: z.ZodRawShape, others: Record<string, AnyResource> = {}) =>
  checkResources({ book: wrong(over, shape), ...others }).map((p) => `${p.id} ${p.at}`)

test('accepts a valid declaration', () => expect(found({})).toEqual([]))

test.each<[problem: string, over: object, shape?: object]>([
  ['name.format books_', { name: 'books_' }],
  ['name.reserved auth.name', { name: 'auth' }],
  ['permission.format books.permission', { permission: 'Book' }],
  ['permission.index books.permission', { permission: 'volume' }],
  ['label.empty books.label', { label: { one: '', many: 'Books' } }],
  ['path.format books.path', { path: 'books' }],
  ['permission.reserved books.permission', { permission: 'system' }],
  ['path.reserved books.path', { path: '/dashboard' }],
  ['title.unknown books.title', { title: 'nme' }],
  ['title.unknown books.subtitle', { subtitle: 'nme' }],
  ['field.standard books.shape.version', {}, { version: int(0, 9) }],
  ['field.reserved books.shape.page', {}, { page: int(0, 9) }],
  ['field.format books.shape.Big', {}, { Big: int(0, 9) }],
  ['field.kind books.shape.odd', {}, { odd: z.string().register(ui, { kind: 'odd' as never }) }],
  [
    'field.transform books.shape.size',
    {},
    { size: z.string().transform((s) => s.length) as never },
  ],
  ['field.default books.shape.pages', {}, { pages: int(1, 9).default(0) }],
  ['hint.unknown books.shape.code.from', {}, { code: text(9, { from: 'nme' }) }],
  ['hint.unknown books.shape.from.range', {}, { from: day({ range: { until: 'to' } }) }],
  ['range.kind books.shape.from.range', {}, { from: day({ range: { until: 'name' } }) }],
  ['unique.kind books.shape.place', {}, { place: location({ unique: true }) }],
  ['unique.unknown books.unique[0]', { unique: [['nme']] }],
  [
    'person.unknown books.person.email',
    {
      person: {
        name: 'name',
        email: 'mail',
        roles: 'name',
        tenant: 'name',
        active: 'a',
        requested: 'a',
      },
    },
  ],
  [
    'person.unknown books.person.lastSeen',
    {
      person: {
        name: 'name',
        email: 'name',
        roles: 'name',
        tenant: 'name',
        active: 'a',
        requested: 'a',
        lastSeen: 'seen',
      },
    },
  ],
  [
    'person.unknown books.person.twoFactor',
    {
      person: {
        name: 'name',
        email: 'name',
        roles: 'name',
        tenant: 'name',
        active: 'a',
        requested: 'a',
        twoFactor: 'two',
      },
    },
  ],
  [
    'person.kind books.person.lastSeen',
    {
      person: {
        name: 'name',
        email: 'name',
        roles: 'name',
        tenant: 'name',
        active: 'a',
        requested: 'a',
        lastSeen: 'name',
      },
    },
  ],
  [
    'person.kind books.person.lastSeen',
    {
      person: {
        name: 'name',
        email: 'name',
        roles: 'name',
        tenant: 'name',
        active: 'a',
        requested: 'a',
        lastSeen: 'seen',
      },
    },
    { seen: instant().optional() },
  ],
  [
    'person.kind books.person.twoFactor',
    {
      person: {
        name: 'name',
        email: 'name',
        roles: 'name',
        tenant: 'name',
        active: 'a',
        requested: 'a',
        twoFactor: 'on',
      },
    },
    { on: flag().default(false) },
  ],
  ['grants.unknown books.grants', { grants: 'rights' }],
  ['ref.missing books.shape.author', {}, { author: z.uuid().register(ui, { kind: 'ref' }) }],
  ['ref.unknown books.shape.author', {}, { author: ref('authors') }],
  ['tab.unknown books.detail.tabs[0]', { detail: { tabs: ['loans'] } }],
  ['timeline.unknown books.timeline.related[0]', { timeline: { related: ['loans'] } }],
  ['assignable.field books.assignable', { assignable: 'title' }],
  ['taggable.field books.taggable', { taggable: 'title' }],
  ['taggable.field books.taggable', { taggable: 'words' }, { words: terms() }],
  ['tags.of books.shape.words', {}, { words: tags({ tagsOf: 'authors' }) }],
  ['scope.missing books.scope', { scope: undefined }],
  ['scope.path books.scope', { scope: 'publisher' }],
  ['scope.path books.scope.usedBy[0]', { scope: { usedBy: ['loans.book'], hide: [] } }],
  ['scope.path books.scope', { scope: { usedBy: [], hide: ['nme'] } }],
  ['scope.path books.scope.paths[0]', { scope: { paths: ['publisher'] } }],
  ['scope.path books.scope.states', { scope: { states: ['open'] } }],
  ['scope.path books.scope', { scope: { paths: ['author'], only: { nme: ['x'] } } }],
  ['state.none books.states', { states: { '*': { to: {} } } }],
  ['state.format books.states.On Loan', { states: { 'On Loan': { final: true } } }],
  ['state.unknown books.states.new.to', { states: { new: { to: { sold: 'Sell' } } } }],
  [
    'state.unreachable books.states.lost',
    { states: { new: { final: true }, lost: { final: true } } },
  ],
  ['state.deadEnd books.states.new', { states: { new: {} } }],
  ['state.passing books.states.new', { states: { new: { passing: true, final: true } } }],
  [
    'state.passing books.states.new',
    { states: { new: { passing: true, entry: true, to: { old: 'Age' } }, old: { final: true } } },
  ],
  [
    'state.final books.states.new',
    { states: { new: { final: true, to: { old: 'Age' } }, old: { final: true } } },
  ],
  [
    'state.undo books.states.new',
    { states: { new: { undo: true, to: { sold: 'Sell' } }, sold: { final: true } } },
  ],
  [
    'state.prominent books.states.new',
    { states: { new: { prominent: true, to: { sold: 'Sell' } }, sold: { final: true } } },
  ],
  [
    'state.prominent books.states.sold',
    {
      states: {
        new: { to: { sold: 'Sell' } },
        sold: { final: true, tone: 'danger', prominent: true },
      },
    },
  ],
  [
    'action.prominent books.actions.sell',
    { actions: { sell: { label: 'Sell', tone: 'danger', prominent: true } } },
  ],
  [
    'action.prominent books.actions.sell',
    { actions: { sell: { label: 'Sell', hidden: true, prominent: true } } },
  ],
  [
    'action.undo books.actions.sell',
    { actions: { sell: { label: 'Sell', undo: true, stepUp: true } } },
  ],
  [
    'action.undo books.actions.sell',
    { actions: { sell: { label: 'Sell', undo: true, outside: 'mail' } } },
  ],
  [
    'action.undo books.actions.sell',
    { actions: { sell: { label: 'Sell', undo: true, outside: 'money' } } },
  ],
  [
    'action.undo books.actions.sell',
    { actions: { sell: { label: 'Sell', undo: true, input: z.object({ price: money() }) } } },
  ],
  [
    'state.undo books.states.sold',
    {
      states: {
        new: { to: { sold: 'Sell' } },
        sold: { final: true, undo: true, outside: 'mail' },
      },
    },
  ],
  [
    'action.while books.actions.sell.while',
    { actions: { sell: { label: 'Sell', while: 'pages' } } },
  ],
  [
    'action.prefill books.actions.sell.prefill',
    { actions: { sell: { label: 'Sell', prefill: true } } },
  ],
  ['action.mails books.actions.sell.mails', { actions: { sell: mailsDocument('list') } }],
  [
    'action.mails books.actions.sell',
    {
      documents: { list: 'List' },
      actions: { sell: { label: 'Sell', mails: 'list', prefill: true, input: z.object({}) } },
    },
  ],
  [
    'action.state books.actions.sell.prominent',
    { actions: { sell: { label: 'Sell', prominent: ['lost'] } } },
  ],
  [
    'state.next books.states.sold.next',
    { states: { new: { to: { sold: 'Sell' } }, sold: { final: true, next: 'pay' } } },
  ],
  ['action.format books.actions.Sell-off', { actions: { 'Sell-off': { label: 'Sell' } } }],
  ['action.taken books.actions.update', { actions: { update: { label: 'Update' } } }],
  [
    'action.taken books.actions.sold',
    { states: { sold: { final: true } }, actions: { sold: { label: 'Sell' } } },
  ],
  [
    'action.state books.actions.sell.from[0]',
    { actions: { sell: { label: 'Sell', from: ['new'] } } },
  ],
  ['approval.unknown books.approvals.sel', { approvals: { sel: approval } }],
  ['approval.unknown books.approvals.bulk.sel', { approvals: { 'bulk.sel': approval } }],
  [
    'approval.rows books.approvals.bulk.delete.when.name',
    { approvals: { 'bulk.delete': { ...approval, when: { name: { over: 1 } } } } },
  ],
  [
    'approval.adds books.approvals.name.when.name',
    { approvals: { name: { ...approval, when: { name: { adds: true } } } } },
  ],
  [
    'approval.unknown books.approvals.transition.gone',
    { approvals: { 'transition.gone': approval } },
  ],
  [
    'approval.ambiguous books.approvals.sell',
    { actions: { sell: { label: 'Sell' } }, approvals: { sell: approval } },
    { sell: text() },
  ],
  [
    'approval.taken books.actions.approve',
    { actions: { approve: { label: 'Approve' } }, approvals: { name: approval } },
  ],
  ['approval.never books.approvals.name', { readOnly: true, approvals: { name: approval } }],
  ['approval.by books.approvals.name.by', { approvals: { name: { ...approval, by: 'sell' } } }],
  [
    'approval.quorum books.approvals.name.quorum',
    { approvals: { name: { ...approval, quorum: 6 } } },
  ],
  [
    'approval.expires books.approvals.name.expires',
    { approvals: { name: { ...approval, expires: '999h' } } },
  ],
  [
    'approval.when books.approvals.name.when.nme',
    { approvals: { name: { ...approval, when: { nme: { over: 1 } } } } },
  ],
  [
    'approval.over books.approvals.name.when.name',
    { approvals: { name: { ...approval, when: { name: { over: 1 } } } } },
  ],
  ['ref.unknown books.shape.owner', {}, { owner: anyRef(['people']) }],
  ['column.unknown books.list.columns[1]', { list: { columns: ['name', 'nme'] } }],
  [
    'column.kind books.list.columns[0]',
    { list: { columns: ['pin'] } },
    { pin: secret().optional() },
  ],
  ['list.twice books.list.columns[1]', { list: { columns: ['name', 'name'] } }],
  ['sort.kind books.list.sort', { list: { sort: 'pin' } }, { pin: secret().optional() }],
  ['search.kind books.list.search[0]', { list: { search: ['pin'] } }, { pin: secret().optional() }],
  ['unique.kind books.shape.pin', {}, { pin: secret(20, { unique: true }).optional() }],
  ['unique.kind books.unique[0]', { unique: [['pin']] }, { pin: secret().optional() }],
  ['title.kind books', { title: 'pin' }, { pin: secret() }],
  ['secret.nested books.shape.box.pin', {}, { box: group({ pin: secret() }).optional() }],
  ['filter.unknown books.list.filters[0]', { list: { filters: ['nme'] } }],
  [
    'filter.kind books.list.filters[0]',
    { list: { filters: ['home'] } },
    { home: address().optional() },
  ],
  ['search.unknown books.list.search[0]', { list: { search: ['nme'] } }],
  [
    'search.kind books.list.search[0]',
    { list: { search: ['price'] } },
    { price: money().optional() },
  ],
  ['sort.unknown books.list.sort', { list: { sort: '-nme' } }],
  ['sort.kind books.list.sort', { list: { sort: 'home' } }, { home: address().optional() }],
  ['section.unknown books.form.sections.A[1]', { form: { sections: { A: ['name', 'nme'] } } }],
  [
    'section.derived books.form.sections.A[1]',
    { form: { sections: { A: ['name', 'soldAt'] } } },
    { soldAt: instant({ derived: true }).optional() },
  ],
  ['section.twice books.form.sections.B[0]', { form: { sections: { A: ['name'], B: ['name'] } } }],
  [
    'section.missing books.form.sections',
    { form: { sections: { A: ['name'] } } },
    { pages: int(1, 9) },
  ],
])('reports %s', (expected, over, shape) => {
  expect(
    found(over, shape as z.ZodRawShape).some((line) => line.startsWith(expected)),
    found(over, shape as z.ZodRawShape).join('\n'),
  ).toBe(true)
})

test('reports two entities that share a collection, a permission key and a path', () => {
  const ids = checkResources({ book: wrong({}), shelf: wrong({}) }).map((p) => p.id)
  expect(ids).toEqual(
    expect.arrayContaining(['name.duplicate', 'permission.duplicate', 'path.duplicate']),
  )
})

test('a tab must name its reference field when the other entity has several', () => {
  expect(found({ detail: { tabs: ['shelves'] } }, {}, { shelf: shelf() })).toEqual([
    'tab.ambiguous books.detail.tabs[0]',
  ])
  expect(found({ detail: { tabs: ['shelves.spare'] } }, {}, { shelf: shelf() })).toEqual([])
})

test('a related timeline entry must name its reference field when the other entity has several', () => {
  expect(found({ timeline: { related: ['shelves'] } }, {}, { shelf: shelf() })).toEqual([
    'timeline.ambiguous books.timeline.related[0]',
  ])
})

test('reports all problems together', () => {
  expect(found({ title: 'nme', scope: undefined, list: { sort: 'nme' } }).length).toBe(3)
})

test('reads limits, defaults, options and required from the Zod type', () => {
  const [a, b, c, d] = describeShape({
    n: int(1, 5).default(2),
    word: text(9).optional(),
    many: refs('books'),
    pick: z.enum(['on_loan', 'in']),
  })
  expect(a).toMatchObject({ kind: 'int', min: 1, max: 5, default: 2, required: false })
  expect(b).toMatchObject({ kind: 'text', max: 9, required: false, label: 'Word' })
  expect(c).toMatchObject({ kind: 'refs', ref: 'books', default: [], required: false })
  expect(d).toMatchObject({
    kind: 'enum',
    required: true,
    options: [
      { value: 'on_loan', label: 'On loan', tone: 'neutral' },
      { value: 'in', label: 'In', tone: 'neutral' },
    ],
  })
})
