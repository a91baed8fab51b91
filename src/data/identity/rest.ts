/**
 * Public settings of the identity service, available with the web key: plain requests, without the
 * SDK.
 */
import { firebaseFor, type FirebaseProject } from '../firebase/project.ts'
import { IdentityError } from './port.ts'

/** Password requirements of the service. */
export interface IdentityPolicy {
  readonly minLength: number
  readonly maxLength: number | undefined
  readonly lowercase: boolean
  readonly uppercase: boolean
  readonly digit: boolean
  readonly symbol: boolean
}
/** Minimum length if the service sets none. */
export const DEFAULT_MIN_LENGTH = 6

const timeoutMs = (): number => (/Mobi|Android/i.test(navigator.userAgent) ? 60_000 : 30_000)

const ask = async (project: FirebaseProject, path: string): Promise<unknown> => {
  if (!project.apiKey || project.apiKey.includes(':')) throw new IdentityError('invalid-api-key')
  const base = project.emulators.auth
    ? `${project.emulators.auth}/identitytoolkit.googleapis.com`
    : 'https://identitytoolkit.googleapis.com'
  let response: Response
  try {
    response = await fetch(`${base}${path}?key=${encodeURIComponent(project.apiKey)}`, {
      signal: AbortSignal.timeout(timeoutMs()),
    })
  } catch (error) {
    throw new IdentityError(
      error instanceof DOMException && error.name === 'TimeoutError'
        ? 'timeout'
        : 'network-request-failed',
    )
  }
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body
  const message = String(
    (body as { error?: { message?: unknown } } | undefined)?.error?.message ?? '',
  )
  if (/api key/i.test(message)) throw new IdentityError('invalid-api-key', message)
  const code = response.status === 429 ? 'too-many-requests' : 'internal-error'
  throw new IdentityError(code, message)
}

const configured = (): FirebaseProject => {
  const project = firebaseFor('identity')
  if (!project) throw new IdentityError('operation-not-allowed')
  return project
}

/** The password policy of the project. Throws `IdentityError`. */
export const identityPolicy = async (): Promise<IdentityPolicy> => {
  const { customStrengthOptions: rules = {} } = (await ask(configured(), '/v2/passwordPolicy')) as {
    customStrengthOptions?: Record<string, unknown>
  }
  const least = Number(rules.minPasswordLength)
  const most = Number(rules.maxPasswordLength)
  return {
    minLength: Number.isInteger(least) && least > 0 ? least : DEFAULT_MIN_LENGTH,
    maxLength: Number.isInteger(most) && most > 0 ? most : undefined,
    lowercase: rules.containsLowercaseCharacter === true,
    uppercase: rules.containsUppercaseCharacter === true,
    digit: rules.containsNumericCharacter === true,
    symbol: rules.containsNonAlphanumericCharacter === true,
  }
}

/** Returns the names of the rules a password violates. */
export const brokenRules = (policy: IdentityPolicy, password: string): (keyof IdentityPolicy)[] => {
  const kept: Readonly<Record<keyof IdentityPolicy, boolean>> = {
    minLength: password.length >= policy.minLength,
    maxLength: password.length <= (policy.maxLength ?? Infinity),
    lowercase: !policy.lowercase || /[a-z]/.test(password),
    uppercase: !policy.uppercase || /[A-Z]/.test(password),
    digit: !policy.digit || /\d/.test(password),
    symbol: !policy.symbol || /[^A-Za-z0-9]/.test(password),
  }
  return (Object.keys(kept) as (keyof IdentityPolicy)[]).filter((rule) => !kept[rule])
}

/** True for an authorised domain or a subdomain of one, compared like the service does. */
export const isAuthorised = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) =>
    /^\d{1,3}(\.\d{1,3}){3}$/.test(domain)
      ? host === domain
      : host === domain || host.endsWith(`.${domain}`),
  )

/**
 * Checks that the key is valid and that people may sign in on this page's host. Throws
 * `IdentityError` (`invalid-api-key`, `unauthorized-domain` …).
 */
export const checkIdentity = async (
  host: string = window.location.hostname,
): Promise<{ readonly domains: readonly string[] }> => {
  const project = configured()
  const { authorizedDomains: domains = [] } = (await ask(project, '/v1/projects')) as {
    authorizedDomains?: string[]
  }
  if (!isAuthorised(host, domains)) throw new IdentityError('unauthorized-domain')
  return { domains }
}
