import { expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import type { ResourceModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { endsIt, placesOf, sortTransitions, type Offer } from './actionBar.ts'

const offer = (key: string): Offer => ({ key, label: key })
const keys = (offers: readonly Offer[]) => offers.map((o) => o.key)
const entities = compileModel(resources).resources
const named = (entity: string) => entities.find((r) => r.entity === entity)!
const from = (resource: ResourceModel, state: string) =>
  sortTransitions(
    resource,
    resource.transitions.filter((w) => w.from === state),
  )

test.each([
  ['a desk', false, ['b', 'c'], ['d']],
  ['a phone', true, [], ['b', 'c', 'd']],
] as const)(
  '%s shows one primary button and moves what does not fit into the menu',
  (_, phone, beside, folded) => {
    const places = placesOf(
      {
        leading: ['a', 'b'].map(offer),
        others: ['c', 'd'].map(offer),
        ending: [offer('end')],
      },
      phone,
    )
    expect(places.primary?.key).toBe('a')
    expect(keys(places.secondary)).toEqual(beside)
    expect(keys(places.folded)).toEqual(folded)
    expect(keys(places.ending)).toEqual(['end'])
  },
)

test('shows no primary button without a leading transition', () => {
  const places = placesOf({ leading: [], others: [offer('a')], ending: [] }, false)
  expect(places.primary).toBeUndefined()
  expect(keys(places.secondary)).toEqual(['a'])
})

test.each([
  ['booking', 'pending', ['confirmed'], [], ['expired', 'cancelled']],
  ['booking', 'checked_in', ['checked_out'], [], []],
  ['order', 'confirmed', ['in_progress'], [], ['cancelled']],
  ['ticket', 'open', ['solved', 'pending'], [], []],
  ['hotel', 'published', [], ['suspended'], ['archived']],
  ['banner', 'live', [], ['paused', 'ended'], ['archived']],
  ['category', 'active', [], ['inactive'], []],
])('%s, %s: separates the leading, cautious and ending transitions', (...of) => {
  const [entity, state, leading, careful, ending] = of
  const sorted = from(named(entity), state)
  expect(sorted.leading.map((w) => w.name)).toEqual(leading)
  expect(sorted.careful.map((w) => w.name)).toEqual(careful)
  expect(sorted.ending.map((w) => w.name)).toEqual(ending)
})

test('treats every transition to a danger state as ending the record', () => {
  for (const resource of entities) {
    for (const transition of resource.transitions) {
      const target = resource.states.find((s) => s.value === transition.name)
      if (target?.tone === 'danger') expect(endsIt(resource, transition)).toBe(true)
    }
  }
})
