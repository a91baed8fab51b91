/** Sign-in with the identity service, and its error messages. Loaded on demand. */
import {
  identity,
  IdentityError,
  identityCodes,
  type IdentityAccount,
  type IdentityCode,
} from '#data/identity/index.ts'
import {
  confirmWith,
  enterAfterLeaving,
  enterWith,
  enterWithCustomToken,
  enterWithPassword,
  leaveWith,
  register,
  type Entered,
} from '#data/identity/session.ts'
import {
  brokenRules,
  checkIdentity,
  identityPolicy,
  type IdentityPolicy,
} from '#data/identity/rest.ts'
import { ApiProblem } from '#data/problem.ts'
import { t } from '#ui/i18n.ts'

export { brokenRules, identityPolicy, type IdentityPolicy }

const isKnown = (code: string): code is IdentityCode =>
  (identityCodes as readonly string[]).includes(code)

/** Error message for a code; unknown codes are named. */
export const identitySentence = (code: string): string =>
  isKnown(code)
    ? t(`identity.errors.${code}`, { host: window.location.host })
    : t('identity.unknown', { code })

/** Converts an error of the service to the problem that forms show. */
export const problemFrom = (error: unknown): unknown =>
  error instanceof IdentityError
    ? new ApiProblem({
        status: 0,
        code: `identity/${error.code}`,
        detail: identitySentence(error.code),
      })
    : error

const telling = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    throw problemFrom(error)
  }
}

export const withProvider = (...given: Parameters<typeof enterWith>): Promise<Entered> =>
  telling(() => enterWith(...given))
export const afterLeaving = (how: string): Promise<Entered | undefined> =>
  telling(() => enterAfterLeaving(how))
export const withCustomToken = (token: string): Promise<Entered> =>
  telling(() => enterWithCustomToken(token))
/** Checks that the service accepts the key, and allows sign-in from this page's host. */
export const checkService = (): Promise<unknown> => telling(() => checkIdentity())
/** The account as the service now has it; undefined when nobody is signed in there any more. */
export const account = (): Promise<IdentityAccount | undefined> =>
  telling(async () => (await identity()).account())
/** Token that proves a fresh sign-in at the service. */
export const confirmed = (...given: Parameters<typeof confirmWith>): Promise<string> =>
  telling(() => confirmWith(...given))
export const leave = (how: Parameters<typeof leaveWith>[0]): Promise<void> =>
  telling(() => leaveWith(how))

const WRONG = new Set([
  'invalid-credential',
  'user-not-found',
  'invalid-email',
  'operation-not-allowed',
])

/**
 * Signs in at the service with a password that our server refused. Throws `refused`, our own
 * server's error, if the service does not accept it either.
 */
export const withPassword = async (
  email: string,
  password: string,
  refused: unknown,
): Promise<Entered> => {
  try {
    return await enterWithPassword(email, password)
  } catch (error) {
    if (error instanceof IdentityError && WRONG.has(error.code)) throw refused
    if (error instanceof IdentityError && error.code === 'network-request-failed') {
      throw new ApiProblem({
        status: 0,
        code: `identity/${error.code}`,
        detail: t('identity.passwordUnreachable'),
      })
    }
    throw problemFrom(error)
  }
}

/**
 * Creates an account at the service; undefined when the service is unreachable, so that the caller
 * creates one of ours instead.
 */
export const signUpThere = async (
  name: string,
  email: string,
  password: string,
): Promise<Entered | undefined> => {
  try {
    return await register(name, email, password)
  } catch (error) {
    if (
      error instanceof IdentityError &&
      (error.code === 'network-request-failed' || error.code === 'operation-not-allowed')
    ) {
      return undefined
    }
    throw problemFrom(error)
  }
}

/**
 * Requirements for a password of the service, as sentences; with a password, only those it does not
 * meet yet.
 */
export const policySentences = (policy: IdentityPolicy, password?: string): string[] => {
  const asked = (['minLength', 'lowercase', 'uppercase', 'digit', 'symbol'] as const).filter(
    (rule) => rule === 'minLength' || policy[rule],
  )
  const lacking = password === undefined ? asked : brokenRules(policy, password)
  return [...asked, ...(lacking.includes('maxLength') ? ['maxLength' as const] : [])]
    .filter((rule) => lacking.includes(rule))
    .map((rule) =>
      t(`identity.policy.${rule}`, {
        count: rule === 'maxLength' ? policy.maxLength : policy.minLength,
      }),
    )
}
