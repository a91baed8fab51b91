import type { Translate } from './i18n.ts'

/** True for a label such as “Cancel booking”, beside which a button “Cancel” would say both. */
export const saysCancel = (t: Translate, action: string): boolean =>
  action.toLowerCase().includes(t('common.cancel').toLowerCase())

/** The label of the button that leaves a dialog. */
export const dismissal = (t: Translate, action: string): string =>
  saysCancel(t, action) ? t('common.back') : t('common.cancel')
