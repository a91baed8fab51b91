import { describe, expect, test } from 'vitest'
import { buildNavigation, type Generated, type Override } from './navigationTree.ts'

const entry = (key: string, group: string): Generated => ({
  key,
  label: key,
  route: `/${key}`,
  icon: 'list',
  group,
})
const generated = [
  entry('dashboard', ''),
  entry('hotel', 'Stays'),
  entry('booking', 'Stays'),
  entry('order', 'Commerce'),
  entry('menu', 'Settings'),
]
const override = (key: string, more: Partial<Override> = {}): Override => ({
  key,
  label: key,
  parent: null,
  route: null,
  icon: null,
  position: 0,
  hidden: false,
  ...more,
})
const shape = (overrides: readonly Override[], open: (route: string) => boolean = () => true) =>
  buildNavigation(generated, overrides, open).map(
    (s) => `${s.label}: ${s.entries.map((e) => e.label).join(' ')}`,
  )

describe('the navigation', () => {
  test('follows the schemas when no menus are stored', () => {
    expect(shape([])).toEqual([
      ': dashboard',
      'Stays: hotel booking',
      'Commerce: order',
      'Settings: menu',
    ])
  })
  test('takes the label and icon of a stored menu but keeps the entry’s place', () => {
    const [, stays] = buildNavigation(
      generated,
      [override('hotel', { label: 'Houses', icon: 'star' })],
      () => true,
    )
    expect(stays?.entries[0]).toMatchObject({
      key: 'hotel',
      label: 'Houses',
      icon: 'star',
      route: '/hotel',
    })
  })
  test('moves an entry by position, under another heading or under a custom heading', () => {
    expect(shape([override('hotel', { position: 25 })])[1]).toBe('Stays: booking hotel')
    expect(shape([override('order', { parent: 'stays', position: 15 })])).toEqual([
      ': dashboard',
      'Stays: hotel order booking',
      'Settings: menu',
    ])
    expect(
      shape([
        override('order', { parent: 'mine' }),
        override('mine', { label: 'Mine', position: 5 }),
      ]),
    ).toEqual([': dashboard', 'Mine: order', 'Stays: hotel booking', 'Settings: menu'])
    expect(shape([override('menu', { parent: 'hotel' })])[1]).toBe('Stays: hotel booking menu')
  })
  test('renames and moves a heading by its key', () => {
    expect(shape([override('commerce', { label: 'Sales', position: 5 })])).toEqual([
      ': dashboard',
      'Sales: order',
      'Stays: hotel booking',
      'Settings: menu',
    ])
  })
  test('leaves out hidden entries and everything under a hidden heading', () => {
    expect(
      shape([override('hotel', { hidden: true }), override('settings', { hidden: true })]),
    ).toEqual([': dashboard', 'Stays: booking', 'Commerce: order'])
    expect(
      shape([override('mine', { hidden: true }), override('order', { parent: 'mine' })]),
    ).toEqual([': dashboard', 'Stays: hotel booking', 'Settings: menu'])
  })
  test('adds an entry for a new key; leaves out a heading without entries', () => {
    expect(
      shape([
        override('arrivals', {
          label: 'Arrivals',
          route: '/booking?state=confirmed',
          parent: 'stays',
        }),
        override('empty', { label: 'Empty' }),
      ])[1],
    ).toBe('Stays: hotel booking Arrivals')
    expect(shape([override('arrivals', { label: 'Arrivals', route: '/booking' })])[0]).toBe(
      ': dashboard Arrivals',
    )
  })
  test('leaves out entries the person may not open, even when moved', () => {
    expect(
      shape(
        [override('order', { parent: 'stays' })],
        (route) => route !== '/order' && route !== '/menu',
      ),
    ).toEqual([': dashboard', 'Stays: hotel booking'])
  })
  test('ends when two menus are each other’s parent', () => {
    expect(
      shape([
        override('a', { parent: 'b', route: '/a' }),
        override('b', { parent: 'a', route: '/b' }),
      ]),
    ).toHaveLength(4)
  })
})
