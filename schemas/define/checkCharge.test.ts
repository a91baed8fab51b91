import { expect, test } from 'vitest'
import { checkResources } from './checks.ts'
import {
  day,
  defineResource,
  int,
  money,
  rows,
  takenLines,
  takenRow,
  text,
  z,
  type AnyResource,
} from './index.ts'

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

test('a base charge must name a money field, a quantity field and two day fields', () => {
  expect(found({})).toEqual([])
  expect(found({ unit: 'rooms', to: 'gone' })).toEqual([
    'charge.base loans.lines.charge.base.unit',
    'charge.base loans.lines.charge.base.to',
  ])
})

const taking = (taken: string | undefined, takes: { of: string; sum: string }): string[] =>
  checkResources({
    crate: defineResource({
      name: 'crates',
      permission: 'crate',
      label: { one: 'Crate', many: 'Crates' },
      title: 'name',
      scope: 'staff',
      shape: z.object({
        name: text(),
        parts: rows(
          { unit: money(), quantity: int(1, 9) },
          { charge: { unit: 'unit', quantity: 'quantity', ...(taken ? { taken } : {}) } },
        ),
        back: rows(takenRow, { derived: true }),
      }),
      actions: {
        take: {
          label: 'Take',
          input: z.object({ lines: takenLines(takes), amount: money().optional(), why: text() }),
        },
      },
    }) as AnyResource,
  }).map((p) => `${p.id} ${p.at}`)

test('an action’s taken lines must refer to charged rows with a taken field, and to an amount input', () => {
  expect(taking('back', { of: 'parts', sum: 'amount' })).toEqual([])
  expect(taking('name', { of: 'parts', sum: 'amount' })).toEqual([
    'charge.taken crates.parts.charge.taken',
  ])
  expect(taking(undefined, { of: 'parts', sum: 'why' })).toEqual([
    'takes.of crates.actions.take.input.lines',
    'takes.sum crates.actions.take.input.lines',
  ])
})
