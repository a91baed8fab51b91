import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grants, type Grants } from '#schemas/define/permissions.ts'
import { editGrants, grantsDiff, heldOf } from './grantsEdit.ts'

const entities = ['hotel', 'hotelRoom', 'order', 'userRole']
const actions = [
  'list',
  'read',
  'update',
  'purge',
  'import.history',
  'reveal',
  'field.name.read',
  'field.name.write',
  'field.note.read',
  'transition.published',
]
const universe = [
  ...entities.flatMap((entity) => actions.map((action) => `${entity}.${action}`)),
  'system.audit',
]

const pattern = fc.oneof(
  fc.constantFrom(...universe),
  fc.constantFrom(
    '*',
    '*.read',
    '*.list',
    'hotel.*',
    'order.*',
    '*.field.note.*',
    '*.purge',
    '*.import.history',
    '*.reveal',
    '*.history',
    'hotel*',
    'unknown.*',
    'gone.read',
    '*.transition.*',
    'hotel.field.*',
  ),
)
const given: fc.Arbitrary<Grants> = fc.record({
  allow: fc.array(pattern, { maxLength: 6 }),
  deny: fc.array(pattern, { maxLength: 4 }),
})
const wanted = fc.subarray(universe).map((keys) => new Set(keys))

describe('editGrants', () => {
  test('gives exactly the wanted permissions, starting from any grants', () => {
    fc.assert(
      fc.property(given, wanted, (before, want) => {
        expect([...heldOf(editGrants(before, universe, want), universe)].sort()).toEqual(
          [...want].sort(),
        )
      }),
      { numRuns: 2000 },
    )
  })
  test('changes only the switched permission, and switching it back restores the same rights', () => {
    fc.assert(
      fc.property(given, fc.constantFrom(...universe), (before, key) => {
        const held = heldOf(before, universe)
        const flipped = new Set(held)
        if (!flipped.delete(key)) flipped.add(key)
        const after = editGrants(before, universe, flipped)
        const { gained, lost } = grantsDiff(before, after, universe)
        expect([...gained, ...lost]).toEqual([key])
        expect(heldOf(editGrants(after, universe, held), universe)).toEqual(held)
      }),
      { numRuns: 1000 },
    )
  })
  test('returns the same grants when nothing changes', () => {
    fc.assert(
      fc.property(given, (before) => {
        expect(editGrants(before, universe, heldOf(before, universe))).toBe(before)
      }),
    )
  })
  test('keeps row rules and patterns that match no existing permission', () => {
    const rows = { hotel: { stars: 5 } }
    const after = editGrants(
      { allow: ['*.read', 'later.*'], deny: ['later.purge'], rows },
      universe,
      new Set(['order.list']),
    )
    expect(after).toMatchObject({
      allow: expect.arrayContaining(['later.*']),
      deny: expect.arrayContaining(['later.purge']),
      rows,
    })
  })

  const without = (before: Grants, ...keys: string[]) => {
    const held = heldOf(before, universe)
    keys.forEach((key) => held.delete(key))
    return editGrants(before, universe, held)
  }
  test('removing one permission keeps a pattern that covers fields added later', () => {
    const after = without({ allow: ['*'], deny: ['userRole.*'] }, 'hotel.purge')
    expect(after).toEqual({ allow: ['*'], deny: ['userRole.*', 'hotel.purge'] })
    expect(grants(after, 'hotel.field.new.read')).toBe(true)
  })
  test('removing a whole entity also removes fields added to it later', () => {
    const after = without(
      { allow: ['*'], deny: [] },
      ...universe.filter((key) => key.startsWith('order.')),
    )
    // A denial takes revealing from `*`: it stays by name.
    const kept = ['hotel.reveal', 'hotelRoom.reveal', 'userRole.reveal']
    expect(after).toEqual({ allow: ['*', ...kept], deny: ['order.*'] })
  })
  test('granting a permission under a denied pattern keeps the pattern’s other denials', () => {
    const before: Grants = { allow: ['*'], deny: ['*.field.note.*'] }
    const held = heldOf(before, universe).add('hotel.field.note.read')
    const after = editGrants(before, universe, held)
    expect(after.deny).not.toContain('*.field.note.*')
    expect(grants(after, 'hotel.field.note.read')).toBe(true)
    expect(grants(after, 'order.field.note.read')).toBe(false)
  })
})
