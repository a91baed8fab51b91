import { describe, expect, test } from 'vitest'
import type { ResourceModel } from '#model/types.ts'
import { buildNavigation, type Generated } from './navigationTree.ts'
import { unusedEntries, usedSections, type Chosen } from './usedSections.ts'

const entry = (key: string, group: string, entity?: string): Generated => ({
  key,
  label: key,
  route: `/${key}`,
  icon: 'list',
  group,
  entity,
  resource: { entity: key, collection: `${key}s` } as ResourceModel,
})
const generated = [
  entry('dashboard', ''),
  entry('hotel', 'Stays', 'hotel'),
  entry('facility', 'Stays', 'facility'),
  entry('order', 'Commerce', 'order'),
  entry('board', 'Commerce', 'order'),
  entry('ledger', 'Money'),
]
const reading = ['hotel', 'facility', 'order'].flatMap((entity) => [
  `${entity}.list`,
  `${entity}.read`,
  `${entity}.export`,
  `${entity}.field.state.read`,
  `${entity}.field.name.write`,
])
const shape = (
  permissions: readonly string[],
  { chosen = {}, menus = [] as Parameters<typeof buildNavigation>[1] } = {},
) => {
  const sections = buildNavigation(generated, menus, () => true)
  const { used, more } = usedSections(sections, unusedEntries(sections, permissions), {
    opened: [],
    pinned: [],
    ...(chosen as Partial<Chosen>),
  })
  return [
    used.map((s) => `${s.label}: ${s.entries.map((e) => e.key).join(' ')}`).join(', '),
    more.map((e) => e.key).join(' '),
  ]
}
const everything = ': dashboard, Stays: hotel facility, Commerce: order board, Money: ledger'

describe('entries that a person only reads', () => {
  test('are folded, in their order, and a heading without others goes', () => {
    expect(shape([...reading, 'hotel.update'])).toEqual([
      ': dashboard, Stays: hotel, Money: ledger',
      'facility order board',
    ])
  })
  test.each([
    'order.create',
    'order.transition.read',
    'order.refund',
    'order.note',
    'order.delete',
  ])('are those without a permission such as %s', (key) => {
    expect(shape([...reading, 'hotel.update', 'facility.update', key])[1]).toBe('')
    expect(shape([...reading, 'hotel.update', 'facility.update'])[1]).toBe('order board')
  })
  test('stay if the person changes nothing at all, or everything', () => {
    expect(shape(reading)).toEqual([everything, ''])
    expect(
      shape([...reading, 'hotel.update', 'facility.update', 'order.update', 'system.status']),
    ).toEqual([everything, ''])
  })
  test('stay if only one would be folded', () => {
    expect(shape([...reading, 'hotel.update', 'order.update'])).toEqual([everything, ''])
  })
  test('stay if opened recently or with a pinned view', () => {
    const permissions = [...reading, 'hotel.update']
    expect(shape(permissions, { chosen: { opened: ['board'] } })[1]).toBe('facility order')
    expect(shape(permissions, { chosen: { pinned: ['facilitys'] } })[1]).toBe('order board')
  })
  test('stay where a stored menu puts them', () => {
    const menus = [
      { key: 'facility', label: 'Amenities', parent: 'money', position: 5, hidden: false },
    ]
    expect(shape([...reading, 'hotel.update'], { menus })).toEqual([
      ': dashboard, Stays: hotel, Money: facility ledger',
      'order board',
    ])
  })
})
