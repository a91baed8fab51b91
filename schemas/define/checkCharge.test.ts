import { expect, test } from 'vitest'
import { checkResources } from './checks.ts'
import { day, defineResource, int, money, rows, text, z, type AnyResource } from './index.ts'

const BASE = { label: 'Stay', unit: 'rate', quantity: 'rooms', from: 'from', to: 'until' }
const found = (base: object): string[] =>
  checkResources({
    loan: defineResource({
      name: 'loans',
      permission: 'loan',
      label: { one: 'Loan', many: 'Loans' },
      title: 'name',
      scope: 'staff',
      shape: z.object({
        name: text(),
        from: day(),
        until: day(),
        rooms: int(1, 9),
        rate: money(),
        lines: rows(
          { unit: money(), quantity: int(1, 9) },
          { charge: { unit: 'unit', quantity: 'quantity', base: { ...BASE, ...base } } },
        ),
      }),
    }) as AnyResource,
  }).map((p) => `${p.id} ${p.at}`)

test('a price of the record itself names its amount, number and days', () => {
  expect(found({})).toEqual([])
  expect(found({ unit: 'rooms', to: 'gone' })).toEqual([
    'charge.base loans.lines.charge.base.unit',
    'charge.base loans.lines.charge.base.to',
  ])
})
