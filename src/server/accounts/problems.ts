import { say } from '#model/message.ts'
import { own } from '#schemas/define/own.ts'
import { invalid, Problem } from '../base/problem.ts'
import { PASSWORD_MAX } from './library.ts'

export const invalidCredentials = (): Problem =>
  new Problem(401, 'invalid_credentials', 'The e-mail or the password is wrong.')
export const accountDisabled = (): Problem =>
  new Problem(403, 'account_disabled', 'This account is not active. Ask an administrator.')
export const emailInUse = (): Problem =>
  new Problem(409, 'email_already_in_use', 'There is already an account with this e-mail.', {
    errors: [
      {
        path: 'email',
        code: 'email_already_in_use',
        message: 'There is already an account with this e-mail.',
      },
    ],
  })

export const invalidCode = (): Problem =>
  new Problem(401, 'invalid_code', 'The code is wrong or has expired.')
const invalidChallenge = (): Problem =>
  new Problem(
    401,
    'invalid_challenge',
    'This sign-in took too long or was tried too often. Sign in again.',
  )
export const invalidLink = (): Problem =>
  new Problem(
    400,
    'invalid_token',
    'This link is not valid or was already used. Request a new one.',
  )

export const expiredLink = (): Problem =>
  new Problem(400, 'expired_token', 'This link has expired. Request a new one.')

/** Problems by library error code. `password` is the body field of a wrong current password. */
const known = (minLength: number, password: string): Readonly<Record<string, () => Problem>> => ({
  INVALID_EMAIL_OR_PASSWORD: invalidCredentials,
  INVALID_EMAIL: invalidCredentials,
  INVALID_PASSWORD: () =>
    invalid([
      { path: password, code: 'invalid_password', message: 'This is not your current password.' },
    ]),
  PASSWORD_TOO_SHORT: () =>
    invalid([
      {
        path: 'password',
        code: 'too_short',
        message: say('Use at least {{n}} characters.', { n: minLength }),
      },
    ]),
  PASSWORD_TOO_LONG: () =>
    invalid([
      {
        path: 'password',
        code: 'too_long',
        message: say('Use at most {{n}} characters.', { n: PASSWORD_MAX }),
      },
    ]),
  INVALID_TOKEN: invalidLink,
  USER_NOT_FOUND: invalidLink,
  TOKEN_EXPIRED: expiredLink,
  INVALID_CODE: invalidCode,
  INVALID_BACKUP_CODE: invalidCode,
  INVALID_TWO_FACTOR_COOKIE: invalidChallenge,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: invalidChallenge,
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new Problem(429, 'too_many_requests', 'Too many wrong codes. Try again in 15 minutes.', {
      headers: { 'Retry-After': '900' },
    }),
  TOTP_ALREADY_ENABLED: () =>
    new Problem(409, 'two_factor_enabled', 'Two-factor sign-in is already on.'),
  TOTP_NOT_ENABLED: () =>
    new Problem(409, 'two_factor_not_enabled', 'Two-factor sign-in is not on.'),
  CREDENTIAL_ACCOUNT_NOT_FOUND: () =>
    new Problem(
      409,
      'no_password',
      'This account has no password yet. Use the forgotten-password page to choose one.',
    ),
  EMAIL_ALREADY_VERIFIED: () =>
    new Problem(409, 'already_verified', 'This address is already confirmed.'),
})

const codeOf = (error: unknown): string | undefined => {
  const body = (error as { body?: { code?: unknown } } | null)?.body
  return typeof body?.code === 'string' ? body.code : undefined
}

/** Runs a library call; its error codes become problems, anything else is rethrown. */
export const translating = async <T>(
  minLength: number,
  call: () => Promise<T>,
  password = 'password',
): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    const problem = own(known(minLength, password), codeOf(error) ?? '')
    if (problem) throw problem()
    // Somebody used a code of the account at the same moment, so this challenge is over.
    if ((error as { statusCode?: number }).statusCode === 409) throw invalidChallenge()
    if ((error as { statusCode?: number }).statusCode === 401) {
      throw new Problem(401, 'unauthenticated', 'Sign in to do this.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
    }
    throw error
  }
}
