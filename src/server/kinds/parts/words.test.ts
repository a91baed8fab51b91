import { expect, test } from 'vitest'
import { booleanOf, choiceValue, countryCode } from './words.ts'

test('names of countries in each language are codes; replaced codes are none', () => {
  expect(['Portugal', 'alemanha', 'GERMANY', 'pt', 'البرتغال', 'Nowhere'].map(countryCode)).toEqual(
    ['PT', 'DE', 'DE', 'PT', 'PT', 'Nowhere'],
  )
})

test('choices are found by value and by label', () => {
  const options = [
    { value: 'in_progress', label: 'In progress', tone: 'neutral' as const },
    { value: 'draft', label: 'Draft', tone: 'neutral' as const },
  ]
  expect(
    ['in_progress', 'IN PROGRESS', 'Rascunho', ' other '].map((w) => choiceValue(options, w)),
  ).toEqual(['in_progress', 'in_progress', 'draft', 'other'])
})

test('yes and no are understood in each language', () => {
  expect(['yes', 'Sim', '0', 'لا', 'perhaps'].map(booleanOf)).toEqual([
    true,
    true,
    false,
    false,
    undefined,
  ])
})
