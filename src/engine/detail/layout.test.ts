import { expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import {
  day,
  defineResource,
  instant,
  longText,
  money,
  ref,
  rows,
  text,
  z,
  type AnyResource,
} from '#schemas/define/index.ts'
import { isEmpty, layoutOf, type Layout } from './layout.ts'
import { dayFromNow, rangeText, restOf, shareOf } from './parts.ts'

const shape = z.object({
  code: text(),
  reader: ref('readers').optional(),
  from: day().optional(),
  memo: longText().optional(),
  lines: rows({ label: text() }),
  total: money({ derived: true }).optional(),
  paid: money({ derived: true }).optional(),
  closedAt: instant({ derived: true }).optional(),
  secretAt: instant({ derived: true, hidden: true }).optional(),
})
const modelOf = (over: object = {}): ResourceModel =>
  compileModel({
    loan: defineResource({
      name: 'loans',
      permission: 'loan',
      label: { one: 'Loan', many: 'Loans' },
      title: 'code',
      scope: 'staff',
      shape,
      form: { sections: { Loan: ['code', 'reader', 'from'], Notes: ['memo', 'lines'] } },
      ...over,
    } as never) as AnyResource,
  }).resources[0]!
const whole = {
  id: 'x',
  version: 1,
  code: 'L-1',
  reader: 'r',
  from: '2026-12-01',
  memo: null,
  lines: [],
  total: { amount: 36000, currency: 'EUR' },
  paid: { amount: 9000, currency: 'EUR' },
  closedAt: '2026-12-04T10:00:00Z',
  secretAt: '2026-12-04T10:00:00Z',
} as unknown as RecordData
const names = ({ facts, aside, empty }: Layout) => ({
  facts: facts.map((c) => [c.title, ...c.fields.map((f) => f.name)]),
  aside: aside.map((c) => [c.title, ...c.fields.map((f) => f.name)]),
  empty: empty.map((f) => f.name),
})

test('an undeclared layout shows form sections, computed amounts and, in the aside, derived dates', () => {
  const layout = layoutOf(modelOf(), whole)
  expect(layout.summary).toEqual(['reader', 'from', 'total', 'paid'])
  expect(layout.strip).toEqual(['total', 'paid'])
  expect(names(layout)).toEqual({
    facts: [['Loan', 'reader', 'from']],
    aside: [[undefined, 'closedAt']],
    empty: ['memo', 'lines'],
  })
})

test('a declared layout shows each field once; undeclared fields join the card of their section', () => {
  const layout = layoutOf(
    modelOf({
      detail: {
        summary: ['from'],
        strip: ['total'],
        facts: { Notes: ['lines'], Stay: ['from'] },
        aside: { People: ['reader'] },
        hide: ['paid'],
      },
    }),
    { ...whole, memo: 'Hello', lines: [{ label: 'a' }] } as unknown as RecordData,
  )
  expect(layout.summary).toEqual(['from'])
  expect(names(layout)).toEqual({
    facts: [
      ['Notes', 'lines', 'memo', 'closedAt'],
      ['Stay', 'from'],
    ],
    aside: [['People', 'reader']],
    empty: [],
  })
})

test('leaves out fields the person may not read, even from the empty fields', () => {
  const { reader: _r, memo: _m, closedAt: _c, ...rest } = whole
  expect(names(layoutOf(modelOf(), rest as unknown as RecordData))).toEqual({
    facts: [['Loan', 'from']],
    aside: [],
    empty: ['lines'],
  })
})

test('a metric without a value is listed among the empty fields', () => {
  expect(
    layoutOf(modelOf(), { ...whole, paid: null } as unknown as RecordData).empty.map((f) => f.name),
  ).toEqual(['paid', 'memo', 'lines'])
})

test('zero and false are values; null, empty text, empty lists and empty groups are not', () => {
  expect([0, false, { amount: 0 }].map(isEmpty)).toEqual([false, false, false])
  expect([undefined, null, ''].map(isEmpty)).toEqual([true, true, true])
  expect([isEmpty([]), isEmpty({}), isEmpty({ at: null })]).toEqual([true, true, true])
})

test('a remaining amount is at least zero and needs both amounts in the same currency', () => {
  const part = { label: 'Due', of: 'total', less: 'paid' }
  const record = (total: unknown, paid: unknown) =>
    ({ ...whole, total, paid }) as unknown as RecordData
  expect(restOf(part, whole)).toEqual({ amount: 27000, currency: 'EUR' })
  expect(restOf(part, record({ amount: 100, currency: 'EUR' }, null))).toEqual({
    amount: 100,
    currency: 'EUR',
  })
  expect(
    restOf(part, record({ amount: 100, currency: 'EUR' }, { amount: 300, currency: 'EUR' })),
  ).toEqual({ amount: 0, currency: 'EUR' })
  expect(
    restOf(part, record({ amount: 100, currency: 'EUR' }, { amount: 300, currency: 'USD' })),
  ).toBeUndefined()
  expect(restOf(part, record(null, null))).toBeUndefined()
  expect(restOf(part, record({ amount: 100, currency: 'EUR' }, undefined))).toBeUndefined()
})

test('a completed share is limited to 0–1, and undefined for a total of zero', () => {
  const share = (total: number, paid: number) =>
    shareOf({ done: 'paid', of: 'total' }, {
      ...whole,
      total: { amount: total, currency: 'EUR' },
      paid: { amount: paid, currency: 'EUR' },
    } as unknown as RecordData)
  expect([share(400, 100), share(400, 900), share(400, -5), share(0, 0)]).toEqual([
    0.25,
    1,
    0,
    undefined,
  ])
})

test('formats date ranges and relative days in the person’s language', () => {
  expect(rangeText('day', '2026-12-01', '2026-12-04', 'en', 'UTC').replace(/\s/gu, ' ')).toBe(
    'Dec 1 – 4, 2026',
  )
  expect(rangeText('day', '2026-12-04', '2026-12-01', 'en', 'UTC')).toContain('Dec 4, 2026')
  expect(rangeText('day', 'never', '2026-12-01', 'en', 'UTC')).toBe('never – 2026-12-01')
  expect(
    ['2026-12-04', '2026-12-02', '2026-11-30', '2027-03-01', '2029-01-01'].map((d) =>
      dayFromNow(d, '2026-12-01', 'en'),
    ),
  ).toEqual(['in 3 days', 'tomorrow', 'yesterday', 'in 3 months', 'in 2 years'])
})

test('totals appear below their rows, or among the facts when there are no rows', () => {
  const resource = modelOf({ detail: { strip: ['paid'], footers: { lines: ['total', 'paid'] } } })
  const charged = { ...whole, lines: [{ label: 'a' }] }
  const shown = layoutOf(resource, charged)
  expect(
    [...shown.footers].map(([rows, sums]) => [rows, ...sums.map((s) => s.field.name)]),
  ).toEqual([['lines', 'total', 'paid']])
  expect(names(shown).facts.flat()).not.toContain('total')
  // Without rows there is no table, so the sums are facts again.
  const bare = layoutOf(resource, whole)
  expect(bare.footers.size).toBe(0)
  expect(names(bare).facts.flat()).toContain('total')
})
