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
  test('without stored menus is as the schemas say', () => {
    expect(shape([])).toEqual([
      ': dashboard',
      'Stays: hotel booking',
      'Commerce: order',
      'Settings: menu',
    ])
  })
  test('takes label and icon of a stored menu; the place stays', () => {
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
  test('moves an entry by position, to another heading, to a heading of its own', () => {
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
  test('a heading is renamed and moved by its key', () => {
    expect(shape([override('commerce', { label: 'Sales', position: 5 })])).toEqual([
      ': dashboard',
      'Sales: order',
      'Stays: hotel booking',
      'Settings: menu',
    ])
  })
  test('what is hidden goes, and what stands under a hidden heading', () => {
    expect(
      shape([override('hotel', { hidden: true }), override('settings', { hidden: true })]),
    ).toEqual([': dashboard', 'Stays: booking', 'Commerce: order'])
    expect(
      shape([override('mine', { hidden: true }), override('order', { parent: 'mine' })]),
    ).toEqual([': dashboard', 'Stays: hotel booking', 'Settings: menu'])
  })
  test('a new key adds an entry; a heading with nothing under it is not shown', () => {
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
  test('what a person may not open is left out, wherever it was moved', () => {
    expect(
      shape(
        [override('order', { parent: 'stays' })],
        (route) => route !== '/order' && route !== '/menu',
      ),
    ).toEqual([': dashboard', 'Stays: hotel booking'])
  })
  test('menus that lie inside each other end', () => {
    expect(
      shape([
        override('a', { parent: 'b', route: '/a' }),
        override('b', { parent: 'a', route: '/b' }),
      ]),
    ).toHaveLength(4)
  })
})
