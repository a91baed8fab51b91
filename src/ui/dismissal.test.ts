import { expect, test } from 'vitest'
import type { Translate } from './i18n.ts'
import { dismissal } from './dismissal.ts'

const t = ((key: string) => (key === 'common.cancel' ? 'Cancel' : 'Back')) as Translate

test('the dismiss button reads “Back” next to an action that itself cancels something', () => {
  expect(dismissal(t, 'Delete hotel')).toBe('Cancel')
  expect(dismissal(t, 'Cancel booking')).toBe('Back')
})
