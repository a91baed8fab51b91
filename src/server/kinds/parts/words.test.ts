import { expect, test } from 'vitest'
import { booleanOf, choiceValue, countryCode } from './words.ts'

test('country names in each language become codes; an unknown name stays unchanged', () => {
  expect(['Portugal', 'alemanha', 'GERMANY', 'pt', 'البرتغال', 'Nowhere'].map(countryCode)).toEqual(
    ['PT', 'DE', 'DE', 'PT', 'PT', 'Nowhere'],
  )
})

test('matches a choice by its value or by its label in any language', () => {
  const options = [
    { value: 'in_progress', label: 'In progress', tone: 'neutral' as const },
    { value: 'draft', label: 'Draft', tone: 'neutral' as const },
  ]
  expect(
    ['in_progress', 'IN PROGRESS', 'Rascunho', ' other '].map((w) => choiceValue(options, w)),
  ).toEqual(['in_progress', 'in_progress', 'draft', 'other'])
})

test('parses yes and no in each language', () => {
  expect(['yes', 'Sim', '0', 'لا', 'perhaps'].map(booleanOf)).toEqual([
    true,
    true,
    false,
    false,
    undefined,
  ])
})
