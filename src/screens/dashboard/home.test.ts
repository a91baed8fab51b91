import { expect, test } from 'vitest'
import { arranged, moved, NO_CHANGES, readHome, toggled } from './home.ts'

const ids = ['a', 'b', 'c']
const shown = (home = NO_CHANGES) => arranged(ids, (id) => id, home)

test('shows the cards in their default order without changes', () => {
  expect(shown()).toEqual(ids)
})

test('a moved card keeps its place when new cards appear', () => {
  const home = moved(NO_CHANGES, ids, 'c', -1)
  expect(shown(home)).toEqual(['a', 'c', 'b'])
  expect(arranged(['new', ...ids], (id) => id, home)).toEqual(['a', 'c', 'b', 'new'])
})

test('a card at either end cannot move further', () => {
  expect(moved(NO_CHANGES, ids, 'a', -1)).toBe(NO_CHANGES)
  expect(moved(NO_CHANGES, ids, 'c', 1)).toBe(NO_CHANGES)
})

test('moving a card within one group does not change another group', () => {
  const home = moved(moved(NO_CHANGES, ['x', 'y'], 'y', -1), ids, 'a', 1)
  expect(arranged(['x', 'y'], (id) => id, home)).toEqual(['y', 'x'])
  expect(shown(home)).toEqual(['b', 'a', 'c'])
})

test('hides a card until it is shown again', () => {
  const home = toggled(NO_CHANGES, 'b')
  expect(shown(home)).toEqual(['a', 'c'])
  expect(shown(toggled(home, 'b'))).toEqual(ids)
})

test.each([undefined, null, 'x', { hidden: 'a', order: [1] }, []])(
  'reads the invalid stored arrangement %j as no changes',
  (raw) => {
    expect(readHome(raw)).toEqual(NO_CHANGES)
  },
)
