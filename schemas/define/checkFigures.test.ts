import { expect, test } from 'vitest'
import { checkResources } from './checks.ts'
import {
  choice,
  day,
  defineResource,
  instant,
  int,
  money,
  ref,
  text,
  z,
  type AnyResource,
} from './index.ts'

const shape = {
  name: text(),
  house: ref('houses'),
  on: day(),
  begun: instant().optional(),
  ended: instant().optional(),
  price: money(),
  every: choice(['month', 'year']).default('month'),
  count: int(1, 9),
}
const found = (figure: object): string[] =>
  checkResources({
    house: defineResource({
      name: 'houses',
      permission: 'house',
      label: { one: 'House', many: 'Houses' },
      title: 'name',
      scope: 'staff',
      shape: z.object({ name: text() }),
      states: { open: { to: { shut: 'Shut' } }, shut: { final: true } },
    }),
    stay: defineResource({
      name: 'stays',
      permission: 'stay',
      label: { one: 'Stay', many: 'Stays' },
      title: 'name',
      scope: 'staff',
      shape: z.object(shape),
      figures: { f: { label: 'F', ...figure } },
    } as never) as AnyResource,
  }).map((p) => `${p.id} ${p.at.replace('stays.figures.f.', '')}`)

test('figures that name fitting fields have no problem', () => {
  expect(
    found({
      at: 'on',
      where: { every: ['month', 'year'], 'house.state': 'open' },
      sum: 'price',
      less: { every: 'year' },
      top: { by: 'house', sum: 'price' },
    }),
  ).toEqual([])
  expect(found({ at: 'createdAt' })).toEqual([])
  expect(
    found({ since: 'begun', until: 'ended', sum: 'price', monthly: ['every', 'count'] }),
  ).toEqual([])
})

test.each<[string, object]>([
  ['figure.unknown at', { at: 'when' }],
  ['figure.kind at', { at: 'name' }],
  ['figure.kind sum', { at: 'on', sum: 'count' }],
  ['figure.kind top.by', { at: 'on', top: { by: 'name', sum: 'price' } }],
  ['figure.unknown where.hows', { at: 'on', where: { hows: 'x' } }],
  ['figure.unknown where.house.nme', { at: 'on', where: { 'house.nme': 'x' } }],
  ['figure.value where.every', { at: 'on', where: { every: 'week' } }],
  ['figure.value where.house.state', { at: 'on', where: { 'house.state': 'lost' } }],
  ['figure.value less.every', { at: 'on', less: { every: ['month', 'week'] } }],
  ['figure.kind since', { since: 'on', until: 'ended' }],
  ['figure.unknown until', { since: 'begun', until: 'gone' }],
  ['figure.kind monthly', { since: 'begun', until: 'ended', monthly: ['every', 'name'] }],
  ['figure.calendar share', { share: 'calendar' }],
])('%s is a problem', (problem, figure) => {
  expect(found(figure)).toEqual([problem])
})
