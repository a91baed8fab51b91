/** Every icon that the demo's records name is drawn, and can be chosen. */
import { expect, test } from 'vitest'
import { categories, facilities } from '#server/demo/catalogue.ts'
import { branches } from '#server/demo/services.catalogue.ts'
import { iconOf } from '#ui/icons.tsx'
import { iconNames, recordIconOf } from '#ui/recordIcons.tsx'

test('every icon of the demo data can be chosen, and each icon has its own drawing', () => {
  const named = [
    ...facilities.map(([, , , icon]) => icon),
    ...categories.map(([, icon]) => icon),
    ...branches.map(({ icon }) => icon),
  ]
  expect(named.filter((name) => !iconNames.includes(name))).toEqual([])
  expect(new Set(iconNames).size).toBe(iconNames.length)
  const unknown = recordIconOf('no such icon')
  expect(iconNames.filter((n) => n !== 'list' && recordIconOf(n) === unknown)).toEqual([])
  expect(recordIconOf('star')).toBe(iconOf('star'))
})
