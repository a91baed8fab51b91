import { expect, test } from 'vitest'
import { checkResources } from './checks.ts'
import {
  choice,
  code,
  day,
  defineResource,
  image,
  int,
  ref,
  rows,
  text,
  timeZone,
  z,
  type AnyResource,
} from './index.ts'

const house = (): AnyResource =>
  defineResource({
    name: 'houses',
    permission: 'house',
    label: { one: 'House', many: 'Houses' },
    title: 'name',
    scope: 'staff',
    shape: z.object({
      name: text(),
      zone: timeZone(),
      kinds: rows({ code: code(), name: text(), many: int(0, 9) }),
    }),
  })
const shape = {
  up: ref('stays').optional(),
  must: ref('stays'),
  house: ref('houses'),
  from: day(),
  to: day(),
  kind: code(),
  rooms: int(1, 9),
  place: int(0, 9),
  sum: int(0, 9, { derived: true }).default(0),
  source: choice(['web', 'desk']).default('web'),
  picture: image().optional(),
}
const found = (layouts: object, list: object = { filters: ['house'] }): string[] =>
  checkResources({
    house: house(),
    stay: defineResource({
      name: 'stays',
      permission: 'stay',
      label: { one: 'Stay', many: 'Stays' },
      title: 'name',
      scope: 'staff',
      shape: z.object({ name: text(), ...shape }),
      states: { open: { to: { shut: 'Shut' } }, shut: { final: true } },
      list: { ...list, layouts },
    } as never) as AnyResource,
  }).map((p) => `${p.id} ${p.at.replace('stays.list.layouts.', '')}`)

const calendar = { from: 'from', to: 'to', by: ['house', 'kind'], zone: 'house.zone' }
const capacity = {
  of: 'house.kinds',
  key: 'code',
  match: 'kind',
  label: 'name',
  count: 'many',
  taken: 'rooms',
  states: ['open'],
}

test('accepts layouts whose fields exist and have the right kind', () => {
  expect(
    found({
      tree: 'up',
      order: 'place',
      grid: 'picture',
      calendar: { ...calendar, capacity },
      group: { by: ['state', 'house', 'source'], sum: ['sum'] },
    }),
  ).toEqual([])
})

test.each<[string, object]>([
  ['layout.unknown tree', { tree: 'nme' }],
  ['layout.kind tree', { tree: 'house' }],
  ['layout.kind tree', { tree: 'must' }],
  ['layout.unknown order', { order: 'nme' }],
  ['layout.kind order', { order: 'name' }],
  ['layout.kind order', { order: 'sum' }],
  ['layout.kind grid', { grid: 'name' }],
  ['layout.kind calendar.from', { calendar: { ...calendar, from: 'name' } }],
  ['layout.unknown calendar.to', { calendar: { ...calendar, to: 'nme' } }],
  ['layout.kind calendar.ended', { calendar: { ...calendar, ended: 'name' } }],
  ['layout.kind calendar.title', { calendar: { ...calendar, title: 'name' } }],
  ['layout.kind calendar.by[0]', { calendar: { ...calendar, by: ['name', 'kind'] } }],
  ['layout.kind calendar.by[1]', { calendar: { ...calendar, by: ['house', 'rooms'] } }],
  ['layout.path calendar.zone', { calendar: { ...calendar, zone: 'house.name' } }],
  ['layout.path calendar.zone', { calendar: { ...calendar, zone: 'up.zone' } }],
  [
    'layout.path calendar.capacity.of',
    { calendar: { ...calendar, capacity: { ...capacity, of: 'house.name' } } },
  ],
  [
    'layout.path calendar.capacity.key',
    { calendar: { ...calendar, capacity: { ...capacity, key: 'nme' } } },
  ],
  [
    'layout.path calendar.capacity.count',
    { calendar: { ...calendar, capacity: { ...capacity, count: 'name' } } },
  ],
  [
    'layout.path calendar.capacity.label',
    { calendar: { ...calendar, capacity: { ...capacity, label: 'many' } } },
  ],
  [
    'layout.match calendar.capacity.match',
    { calendar: { ...calendar, capacity: { ...capacity, match: 'name' } } },
  ],
  [
    'layout.kind calendar.capacity.taken',
    { calendar: { ...calendar, capacity: { ...capacity, taken: 'name' } } },
  ],
  [
    'layout.state calendar.capacity.states',
    { calendar: { ...calendar, capacity: { ...capacity, states: ['lost'] } } },
  ],
  ['layout.empty group.by', { group: { by: [] } }],
  ['layout.kind group.by[0]', { group: { by: ['name'] } }],
  ['layout.unknown group.by[0]', { group: { by: ['nme'] } }],
  ['layout.kind group.sum[0]', { group: { by: ['state'], sum: ['name'] } }],
])('reports %s', (expected, layouts) => expect(found(layouts)).toContain(expected))

test('reports a calendar whose first grouping field is not among the list filters', () => {
  expect(found({ calendar }, { filters: ['source'] })).toEqual(['layout.filter calendar.by[0]'])
})
