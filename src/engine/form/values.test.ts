import { expect, test } from 'vitest'
import { describeShape } from '#schemas/define/describe.ts'
import {
  address,
  anyRef,
  flag,
  instant,
  int,
  group,
  rows,
  secret,
  tags,
  text,
} from '#schemas/define/index.ts'
import { changedBody, clashes, createBody, newValues, recordValues, same } from './values.ts'

const fields = describeShape({
  name: text(),
  note: text().optional(),
  address: address().optional(),
  consent: group({ given: flag(), at: instant().optional() }).optional(),
  pin: secret().optional(),
  lines: rows({ label: text(), quantity: int(1, 9).default(1) }),
  tags: tags(),
  gift: flag().default(false),
  wrapping: text(40, { when: { field: 'gift', is: [true] } }).optional(),
})
const blank = newValues(fields, { name: 'A' })

test('an untouched form sends only fields with content', () => {
  expect(createBody(fields, blank)).toEqual({ name: 'A', lines: [], tags: [], gift: false })
})

test('does not send a hidden field, and clears it when it had a value', () => {
  expect(createBody(fields, { ...blank, wrapping: 'red' })).not.toHaveProperty('wrapping')
  expect(
    changedBody(
      fields,
      { ...blank, gift: true, wrapping: 'red' },
      { ...blank, gift: false, wrapping: 'red' },
    ),
  ).toEqual({ gift: false, wrapping: null })
})

test('sends only changed fields, compared by content', () => {
  const base = recordValues(fields, {
    name: 'A',
    note: 'x',
    address: { line: '1', city: 'Faro', country: 'PT' },
    lines: [{ label: 'a', quantity: 1 }],
    tags: ['b'],
  })
  expect(changedBody(fields, base, structuredClone(base))).toEqual({})
  expect(changedBody(fields, base, { ...base, note: '' })).toEqual({ note: null })
  expect(
    changedBody(fields, base, {
      ...base,
      address: { country: 'PT', city: 'Faro', line: '1', region: '' },
    }),
  ).toEqual({})
  expect(changedBody(fields, base, { ...base, lines: [{ label: 'a', quantity: 2 }] })).toEqual({
    lines: [{ label: 'a', quantity: 2 }],
  })
})

test('does not send a group whose parts are all empty or false', () => {
  expect(
    createBody(fields, {
      ...blank,
      address: { line: '', city: null },
      consent: { given: false, at: null },
    }),
  ).not.toHaveProperty('address')
  expect(createBody(fields, { ...blank, consent: { given: false, at: null } })).not.toHaveProperty(
    'consent',
  )
  expect(
    createBody(fields, { ...blank, address: { line: undefined, country: undefined } as never }),
  ).not.toHaveProperty('address')
  expect(createBody(fields, { ...blank, consent: { given: true, at: null } })).toMatchObject({
    consent: { given: true },
  })
})

test('sends a secret only when typed', () => {
  const base = recordValues(fields, { name: 'A', pin: '•••• 1234' })
  expect(base.pin).toBeNull()
  expect(changedBody(fields, base, base)).toEqual({})
  expect(changedBody(fields, base, { ...base, pin: '9876' })).toEqual({ pin: '9876' })
})

test('reports conflicting changes to the same field, and no conflict for others', () => {
  const base = { ...blank, note: 'x' }
  expect(clashes(fields, base, { note: 'mine' }, { ...base, name: 'B' })).toEqual([])
  expect(clashes(fields, base, { note: 'mine' }, { ...base, note: 'theirs' })).toMatchObject([
    { base: 'x', mine: 'mine', theirs: 'theirs' },
  ])
  expect(clashes(fields, base, { note: 'same' }, { ...base, note: 'same' })).toEqual([])
})

test('equality ignores key order and treats an absent key as null', () => {
  expect(same({ a: 1, b: null }, { a: 1 })).toBe(true)
  expect(same([1, 2], [2, 1])).toBe(false)
})

test('a reference to several types is sent with its record, and not while only the type is chosen', () => {
  const about = describeShape({ about: anyRef(['customers', 'vendors']).optional() })
  expect(
    [null, { type: 'vendors', id: null }, { type: 'vendors', id: 'v' }].map((value) =>
      createBody(about, { about: value }),
    ),
  ).toEqual([{}, {}, { about: { type: 'vendors', id: 'v' } }])
  expect(
    changedBody(
      about,
      { about: { type: 'vendors', id: 'v' } },
      { about: { type: 'customers', id: null } },
    ),
  ).toEqual({ about: null })
})
