import { beforeAll, expect, test } from 'vitest'
import { inSentence, label, startI18n, t } from './i18n.ts'

beforeAll(() => startI18n('en'))

test('a text has its values put in, and a value that is missing leaves no braces', () => {
  expect(t('form.editTitle', { title: 'Casa {{x}}' })).toBe('Edit Casa {{x}}')
  expect(t('form.editTitle')).toBe('Edit ')
})
test('a count chooses the plural form', () => {
  expect(t('form.attention', { count: 1 })).toBe('One field needs attention')
  expect(t('form.attention', { count: 3 })).toBe('3 fields need attention')
})
test('a text that is missing shows its key', () =>
  expect(t('form.nowhere' as never)).toBe('form.nowhere'))
test('a label without a translation is itself, and lower-case inside a sentence unless it is an abbreviation', () => {
  expect(label('Hotel')).toBe('Hotel')
  expect(inSentence('Hotel')).toBe('hotel')
  expect(inSentence('VAT id')).toBe('VAT id')
})
