import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['María Luisa Chapa', 'MC'],
  ['  ana  ', 'A'],
  ['الياس حداد', 'اح'],
  ['𝒶da lovelace', '𝒶L'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
