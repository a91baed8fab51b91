import type { Translate } from '#ui/i18n.ts'
import { isProblem } from '#data/problem.ts'

/** Error message for a failed sign-in or a related step. */
export const sentence = (error: unknown, t: Translate): string => {
  if (!isProblem(error)) return t('common.somethingWrong')
  switch (error.code) {
    case 'invalid_credentials':
      return t('screens.invalidCredentials')
    case 'invalid_code':
      return t('screens.invalidCode')
    case 'invalid_challenge':
      return t('screens.twoFactorLost')
    case 'account_disabled':
      return t('screens.accountDisabled')
    case 'registration_closed':
      return t('screens.registrationClosed')
    case 'too_many_requests':
      return t('screens.tooMany')
    case 'network':
    case 'timeout':
      return t('screens.network')
    default:
      return error.errors[0]?.message ?? error.detail
  }
}
