import { describe, expect, test } from 'vitest'
import { entryFor, NOTHING_TYPED, withKey } from './typeAhead.ts'

const labels = ['Remind me…', 'Duplicate', 'Édition', 'Print', 'Refund €100.00', 'Delete']

/** Where typing leads, key by key without a pause. */
const after = (keys: string, at = 0): number =>
  [...keys].reduce(
    (state, key, i) => {
      const typed = withKey(state.typed, key, 1000 + i * 100)
      const found = entryFor(typed.text, labels, state.at)
      return { typed, at: found < 0 ? state.at : found }
    },
    { typed: NOTHING_TYPED, at },
  ).at

describe('typing in a list', () => {
  test('finds the entry that begins with several letters, past others with the same first letter', () => {
    expect(after('ref')).toBe(4)
    expect(after('rem', 4)).toBe(0)
  })
  test('one letter goes to the next entry with it, and around', () => {
    expect(after('d')).toBe(1)
    expect(after('dd')).toBe(5)
    expect(after('ddd')).toBe(1)
  })
  test('ignores case and accents, and stays where nothing begins with it', () => {
    expect(after('ED')).toBe(2)
    expect(after('x', 3)).toBe(3)
    expect(entryFor(' ', labels, 2)).toBe(-1)
    expect(entryFor('a', [], -1)).toBe(-1)
  })
  test('starts over after a pause', () => {
    expect(withKey({ text: 're', atMs: 1000 }, 'd', 1600).text).toBe('red')
    expect(withKey({ text: 're', atMs: 1000 }, 'd', 1800).text).toBe('d')
  })
})
