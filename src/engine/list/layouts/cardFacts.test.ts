import { expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import { possibleColumns } from '../columns.ts'
import { cardFacts } from './cardFacts.ts'
import { sumsOf } from './measures.ts'

const withSums = compileModel(resources).resources.filter(
  ({ list }) => list.layouts?.group?.sum?.length,
)

test.each(withSums)('a card of $collection shows the amount its column adds up', (resource) => {
  const columns = possibleColumns(resource, () => true).filter(({ name }) =>
    resource.list.columns.includes(name),
  )
  const sums = sumsOf(resource)
  const amount = columns.find(({ name, field }) => field.kind === 'money' && sums.includes(name))
  const shown = cardFacts(columns, 'state', sums)
  expect(shown.length).toBeLessThanOrEqual(4)
  if (amount) expect(shown).toContain(amount)
  // The person may hide it, like any other column.
  const others = columns.filter((c) => c !== amount)
  expect(cardFacts(others, 'state', []).length).toBeLessThanOrEqual(3)
  expect(cardFacts(others, 'state', sums)).not.toContain(amount)
})
