import { expect, test } from 'vitest'
import { counted, english, inside, membersOf, say } from './message.ts'
import { saidOf, write, type Writing } from './writeMessage.ts'

const loud: Writing = {
  text: (text) => text.replace('At most', 'NO MÁXIMO'),
  label: (label, within) => (within ? `<${label}>` : label),
  number: (value) => `#${value}`,
  day: (value) => value.split('-').reverse().join('/'),
  money: ({ amount, currency }) => `${currency} ${amount / 100}`,
  list: (items) => items.join(', '),
}

const label = { one: 'Room type', many: 'Room types' }

test('English fills in numbers, dates, amounts and labels in the API’s format', () => {
  expect(english(say('At most {{n}} characters', { n: 5000 }))).toBe('At most 5000 characters')
  expect(
    english(
      say('{{one}}, {{label}}, {{day}}, {{sum}}', {
        one: inside('Room type'),
        label: { label: 'VAT id' },
        day: { day: '2026-12-01' },
        sum: { amount: 1250, currency: 'EUR' },
      }),
    ),
  ).toBe('room type, VAT id, 2026-12-01, €12.50')
})

test('another language translates the template and labels and formats the values', () => {
  const said = say('At most {{n}} of {{one}} by {{day}}: {{sum}} {{name}}', {
    n: 3,
    one: inside('Hotel'),
    day: { day: '2026-12-01' },
    sum: { amount: 500, currency: 'EUR' },
    name: '{{n}}',
  })
  expect(write(said, loud)).toBe('NO MÁXIMO #3 of <Hotel> by 01/12/2026: EUR 5 {{n}}')
})

test('a message survives JSON; without valid template data the English text is used', () => {
  const said = say('At most {{n}}', { n: 3 })
  expect(saidOf(english(said), JSON.parse(JSON.stringify(membersOf(said))))).toEqual(said)
  expect(membersOf('Required')).toEqual({})
  for (const broken of [{}, { text: 'x' }, { text: 'x', params: null }]) {
    expect(saidOf('Required', broken)).toBe('Required')
  }
  expect(write({ text: '[{{toString}}]', params: {} }, loud)).toBe('[]')
})

test('supports lists, counted labels and nested messages as values', () => {
  const names = say('{{names}} need {{parts}}: {{what}}', {
    names: { list: ['Ann', 'Ben', 'Eve'], and: true },
    parts: { list: [counted(1, label), counted(2, label)], and: true },
    what: { list: [say('a date after {{day}}', { day: { day: '2026-12-01' } }), 'x'] },
  })
  expect(english(names)).toBe(
    'Ann, Ben and Eve need 1 room type and 2 room types: a date after 2026-12-01, x',
  )
  expect(write(names, loud)).toBe(
    'Ann, Ben, Eve need #1 <Room type>, #2 <Room types>: a date after 01/12/2026, x',
  )
  expect(write(names, { ...loud, list: (items, and) => items.join(and ? ' & ' : ';') })).toBe(
    'Ann & Ben & Eve need #1 <Room type> & #2 <Room types>: a date after 01/12/2026;x',
  )
  expect(english(say('{{a}}', { a: { list: ['Ann'], and: true } }))).toBe('Ann')
})
