import { expect, test } from 'vitest'
import { received, stillHere, type Known } from './presence.ts'
import type { SignalKind } from './signals.ts'

const signal = (kind: SignalKind, id = 'a') => ({
  collection: 'hotels',
  id: '1',
  kind,
  by: { id, name: id.toUpperCase() },
  at: '2000-01-01T00:00:00Z',
})
const shown = (known: Known) =>
  [...known.values()].map(({ id, editing, typing }) =>
    [id, editing ? 'editing' : 'here', ...(typing ? ['typing'] : [])].join(' '),
  )
const nobody: Known = new Map()

test('tracks people who arrive, edit, type and leave', () => {
  let known = received(nobody, signal('here'), 0)
  known = received(known, signal('editing', 'b'), 10)
  expect(shown(known)).toEqual(['a here', 'b editing'])
  known = received(known, signal('typing', 'b'), 20)
  known = received(known, signal('here', 'b'), 30)
  expect(shown(known)).toEqual(['a here', 'b here typing'])
  expect(shown(received(known, signal('gone'), 40))).toEqual(['b here typing'])
})

test('a person times out after 45 s and typing after 6 s, independent of the sender’s time', () => {
  const known = received(received(nobody, signal('typing'), 1000), signal('here', 'b'), 20_000)
  expect(stillHere(known, 6999)).toBe(known)
  expect(shown(stillHere(known, 7000))).toEqual(['a here', 'b here'])
  expect(shown(stillHere(known, 45_999))).toEqual(['a here', 'b here'])
  expect(shown(stillHere(known, 46_000))).toEqual(['b here'])
  expect(shown(stillHere(known, 65_000))).toEqual([])
})
