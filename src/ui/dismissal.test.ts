import { expect, test } from 'vitest'
import type { Translate } from './i18n.ts'
import { dismissal } from './dismissal.ts'

const t = ((key: string) => (key === 'common.cancel' ? 'Cancel' : 'Back')) as Translate

test('beside an action that cancels, the way out is not called so too', () => {
  expect(dismissal(t, 'Delete hotel')).toBe('Cancel')
  expect(dismissal(t, 'Cancel booking')).toBe('Back')
})
