import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import longest from '#tests/support/longestFirst.json'

test('the test files listed to start first exist', () => {
  expect(
    longest.filter((file) => !existsSync(path.resolve(import.meta.dirname, '..', file))),
  ).toEqual([])
})
