import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { currentLanguage, inSentence, label, startI18n, t, textLanguage } from './i18n.ts'

beforeAll(() => startI18n('en'))
afterEach(async () => {
  vi.unstubAllGlobals()
  await startI18n('en')
})

test('interpolates values into a text; a missing value becomes empty', () => {
  expect(t('form.editTitle', { title: 'Casa {{x}}' })).toBe('Edit Casa {{x}}')
  expect(t('form.editTitle')).toBe('Edit ')
})
test('a count chooses the plural form', () => {
  expect(t('form.attention', { count: 1 })).toBe('One field needs attention')
  expect(t('form.attention', { count: 3 })).toBe('3 fields need attention')
})
test('a missing text shows its key', () => expect(t('form.nowhere' as never)).toBe('form.nowhere'))
test('a label without a translation is shown as it is, and mid-sentence in lower case unless an abbreviation', () => {
  expect(label('Hotel')).toBe('Hotel')
  expect(inSentence('Hotel')).toBe('hotel')
  expect(inSentence('VAT id')).toBe('VAT id')
})
test.each([
  ['pt', ['en-GB', 'pt-BR'], 'pt-BR'],
  ['pt', ['en-GB'], 'pt-PT'],
  ['ar', ['ar-AE'], 'ar-AE'],
  // Other digits.
  ['ar', ['ar-EG'], 'ar'],
  ['ar', ['ar-SA'], 'ar'],
] as const)(
  'with the language %s and the device languages %j, values are formatted for %s',
  async (language, languages, locale) => {
    vi.stubGlobal('navigator', { languages })
    await startI18n(language)
    expect(currentLanguage()).toBe(locale)
    expect(textLanguage()).toBe(language)
  },
)
