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
const found = (metric: object): string[] =>
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
      metrics: { f: { label: 'F', ...metric } },
    } as never) as AnyResource,
  }).map((p) => `${p.id} ${p.at.replace('stays.metrics.f.', '')}`)

test('accepts metrics whose fields exist and have the right kind', () => {
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
  ['metric.unknown at', { at: 'when' }],
  ['metric.kind at', { at: 'name' }],
  ['metric.kind sum', { at: 'on', sum: 'count' }],
  ['metric.kind top.by', { at: 'on', top: { by: 'name', sum: 'price' } }],
  ['metric.unknown where.hows', { at: 'on', where: { hows: 'x' } }],
  ['metric.unknown where.house.nme', { at: 'on', where: { 'house.nme': 'x' } }],
  ['metric.value where.every', { at: 'on', where: { every: 'week' } }],
  ['metric.value where.house.state', { at: 'on', where: { 'house.state': 'lost' } }],
  ['metric.value less.every', { at: 'on', less: { every: ['month', 'week'] } }],
  ['metric.kind since', { since: 'on', until: 'ended' }],
  ['metric.unknown until', { since: 'begun', until: 'gone' }],
  ['metric.kind monthly', { since: 'begun', until: 'ended', monthly: ['every', 'name'] }],
  ['metric.calendar share', { share: 'calendar' }],
])('reports %s', (problem, metric) => {
  expect(found(metric)).toEqual([problem])
})
