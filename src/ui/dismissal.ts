import type { Translate } from './i18n.ts'

/** The label of the button that leaves a dialog: beside “Cancel booking”, “Cancel” would say both. */
export const dismissal = (t: Translate, action: string): string => {
  const cancel = t('common.cancel')
  return action.toLowerCase().includes(cancel.toLowerCase()) ? t('common.back') : cancel
}
