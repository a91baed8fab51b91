import { expect, test } from 'vitest'
import { describeShape } from '#schemas/define/describe.ts'
import { bps, choice, day, flag, int, money, text } from '#schemas/define/index.ts'
import { cellsOf, columnsOf, readCell, rowsOf, type Reading } from './pasted.ts'
import { amountOf, numberOf } from './pastedNumbers.ts'

const fields = describeShape({
  title: text(20),
  quantity: int(1, 100).default(1),
  unit: money({ label: 'Unit price' }),
  tax: bps(10_000).default(0),
})
const reading: Reading = {
  language: 'en',
  currency: 'EUR',
  today: '2026-11-23',
  yes: 'Yes',
  no: 'No',
}
const eur = (amount: number) => ({ amount, currency: 'EUR' })

test('splits pasted cells by tabs or semicolons and respects quotes', async () => {
  expect(await cellsOf('a\t"b\nc"\t1,5\n\n d\te\t\n')).toEqual([
    ['a', 'b\nc', '1,5'],
    ['d', 'e'],
  ])
  expect(await cellsOf('a;1,5\nb;2,5')).toEqual([
    ['a', '1,5'],
    ['b', '2,5'],
  ])
})

test('keeps quotes and commas of texts that no program quoted', async () => {
  expect(await cellsOf('"Big" chair\t2\nSmall\t1')).toEqual([
    ['"Big" chair', '2'],
    ['Small', '1'],
  ])
  expect(await cellsOf('Chair, red\r\nLamp\r\n')).toEqual([['Chair, red'], ['Lamp']])
  expect(await cellsOf('a,1\nb,2')).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
})

test('maps columns by the names in the first line, otherwise by position', () => {
  expect(columnsOf([['Unit price', 'x', 'TITLE']], fields)).toEqual({
    head: true,
    fields: ['unit', undefined, 'title'],
  })
  expect(
    columnsOf(
      [
        ['Room', '2'],
        ['Bed', '1', '9'],
      ],
      fields,
    ),
  ).toEqual({
    head: false,
    fields: ['title', 'quantity', 'unit'],
  })
})

test('reads rows with defaults; a row with invalid cells reports errors and gives no value', () => {
  const lines = [
    ['title', 'unit price', 'quantity'],
    ['Room', '€1,234.50', ''],
    ['', 'ten', '1.5'],
  ]
  const rows = rowsOf(lines, columnsOf(lines, fields), fields, reading)
  expect(rows[0]?.row).toEqual({ title: 'Room', quantity: 1, unit: eur(123_450), tax: 0 })
  expect(rows[1]?.row).toBeUndefined()
  expect([...(rows[1]?.cells.values() ?? [])].map((c) => c.error)).toEqual([
    'Required',
    'Enter a whole number',
    'Enter a number',
    undefined,
  ])
})

test('reads numbers in many regional notations', () => {
  const texts = ['1.234,56', '1,234.56', '1 234,5', '(12)', '-3', '.5', '1,234,567', 'x', '1e5', '']
  expect(texts.map((n) => numberOf(n, 'en'))).toEqual([
    1234.56,
    1234.56,
    1234.5,
    -12,
    -3,
    0.5,
    1_234_567,
    undefined,
    undefined,
    undefined,
  ])
  expect([numberOf('1,234', 'en'), numberOf('1,234', 'pt-PT')]).toEqual([1234, 1.234])
  const arabic = ['١٬٢٣٤٫٥٦', '١٫٢٣٤', '۱۲۳', '١٬٢٣٤', '\u061c-٥', '١٬٢']
  const values = [1234.56, 1.234, 123, 1234, -5, undefined]
  expect(arabic.map((n) => numberOf(n, 'ar'))).toEqual(values)
  expect(arabic.map((n) => numberOf(n, 'en'))).toEqual(values)
  expect(numberOf('1,234', 'ar-EG')).toBe(1234)
})

test('reads amounts with the signs of currencies', () => {
  const read = (text: string, expected = 'EUR', language = 'en') => {
    const { amount, currency } = amountOf(text, expected, language) ?? {}
    return currency && `${amount} ${currency}`
  }
  expect(read('R$ 1.234,50', 'BRL', 'pt')).toBe('123450 BRL')
  expect(read('R$ 1.234,50')).toBe('123450 BRL')
  expect(read('10 zł', 'PLN')).toBe('1000 PLN')
  expect(read('5.00 د.إ.\u200f', 'EUR', 'ar')).toBe('500 AED')
  expect([read('$5', 'CAD'), read('$5')]).toEqual(['500 CAD', '500 USD'])
  expect([read('-12,50 €'), read('(12.50)'), read('$-3'), read('12,50-')]).toEqual([
    '-1250 EUR',
    '-1250 EUR',
    '-300 USD',
    '-1250 EUR',
  ])
  expect(read('1,500', 'JPY')).toBe('1500 JPY')
  expect(read('1.005', 'KWD')).toBe('1005 KWD')
  expect([read('12 pcs'), read('€'), read('5 kr'), read('')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(readCell('-', { ...fields[3]!, default: null }, reading).value).toBeNull()
})

test('reads each field kind in its own notation', () => {
  const [kind, done, on] = describeShape({
    kind: choice(['double_room', 'single']),
    done: flag(),
    on: day(),
  })
  const read = (text: string, field = kind) => {
    const { value, error } = readCell(text, field!, reading)
    return value ?? error
  }
  expect(read('Double room')).toBe('double_room')
  expect(read('suite')).toBe('Choose one of the options')
  expect([read('YES', done), read('0', done), read('maybe', done)]).toEqual([
    true,
    false,
    'Choose yes or no',
  ])
  expect(read('1 dec 2026', on)).toBe('2026-12-01')
  expect(read('19.5 %', fields[3])).toBe(1950)
  expect(read('¥1,500', fields[2])).toEqual({ amount: 1500, currency: 'JPY' })
  expect(read('1.005', { ...fields[2]!, currency: 'EUR' })).toBe('Enter a number')
  expect(read('$1', { ...fields[2]!, currency: 'EUR' })).toBe('Unit price is in EUR')
  expect(read('a text that is too long', fields[0])).toBe('At most 20 characters')
})
