import { outsideFetch } from '../base/outsideFetch.ts'
import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose'
import type { FederatedIdentity, IdentityService } from '../accounts/types.ts'
import { Problem } from '../base/problem.ts'
import { accessTokens } from './accessToken.ts'
import { responseOf, type CallResponse } from './call.ts'
import type { FirebaseConfig } from './config.ts'

const KEYS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const API = 'https://identitytoolkit.googleapis.com'
const ADMIN_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
/** Allowed clock skew between Google and this machine. */
const TOLERANCE_S = 30
const TIMEOUT_MS = 10_000

const refused = (): Problem =>
  new Problem(
    401,
    'invalid_identity_token',
    'The sign-in of the identity service is not valid here. Sign in again.',
  )
const expired = (): Problem =>
  new Problem(
    401,
    'expired_identity_token',
    'The sign-in of the identity service is too old. Sign in again.',
  )
const ended = (): Problem =>
  new Problem(
    401,
    'identity_revoked',
    'The identity service has ended this sign-in. Sign in again.',
  )
const disabled = (): Problem =>
  new Problem(403, 'account_disabled', 'This account is not active. Ask an administrator.')
const unreachable = (): Problem =>
  new Problem(
    503,
    'identity_unreachable',
    'The identity service cannot be reached. Sign in with your password, or try again later.',
    { headers: { 'Retry-After': '30' } },
  )

const issuerOf = (projectId: string): string => `firebase/${projectId}`

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.trim() : undefined

/** True for a claim in seconds since 1970 that is not in the future. */
const past = (value: unknown, nowS: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value <= nowS + TOLERANCE_S

const identityOf = (projectId: string, claims: JWTPayload, nowS: number): FederatedIdentity => {
  // A subject has at most 128 characters; these checks besides the signature are specified by
  // Firebase.
  const { sub, iat, auth_time: authTime } = claims
  if (
    typeof sub !== 'string' ||
    !sub ||
    sub.length > 128 ||
    !past(iat, nowS) ||
    !past(authTime, nowS)
  ) {
    throw refused()
  }
  const provider = (claims.firebase as { sign_in_provider?: unknown } | undefined)?.sign_in_provider
  return {
    issuer: issuerOf(projectId),
    subject: sub,
    email: text(claims.email)?.toLowerCase(),
    emailVerified: claims.email_verified === true,
    name: text(claims.name),
    provider: text(provider) ?? 'unknown',
    authenticatedAt: new Date(authTime * 1000),
  }
}

interface LookedUp {
  readonly disabled?: boolean
  readonly validSince?: string
}

type Project = Pick<FirebaseConfig, 'projectId' | 'apiKey' | 'emulators' | 'endpoints'> &
  Partial<Pick<FirebaseConfig, 'serviceAccount'>>

interface IdentityOptions {
  /** True if others can reach the server. */
  readonly exposed: boolean
  /** Base URL of our pages: an API key may be restricted to it. */
  readonly pages: string
  readonly warn: (message: string) => void
  readonly now?: () => number
}

type Clock = () => number

const baseOf = ({ emulators, endpoints }: Project): string =>
  emulators.auth ? `${emulators.auth}/identitytoolkit.googleapis.com` : (endpoints.identity ?? API)

/** The problem with a token that could not be verified. */
const rejectionOf = (error: unknown, warn: IdentityOptions['warn']): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof errors.JWTExpired) return expired()
  const fault = error instanceof errors.JOSEError ? error.code : ''
  // Fetching the keys failed; says nothing about the token's validity.
  if (
    fault === 'ERR_JWKS_TIMEOUT' ||
    fault === 'ERR_JOSE_GENERIC' ||
    fault === 'ERR_JWKS_INVALID' ||
    (error instanceof TypeError && error.message.includes('fetch'))
  ) {
    warn(`The keys of the identity service could not be read: ${String(error)}`)
    return unreachable()
  }
  return refused()
}

/** Reads the claims of a token, once its signature and its validity are verified. */
const claimsReader = (
  { projectId, emulators, endpoints }: Project,
  now: Clock,
  warn: IdentityOptions['warn'],
): ((token: string) => Promise<JWTPayload>) => {
  const keys = createRemoteJWKSet(new URL(endpoints.keys ?? KEYS), { timeoutDuration: TIMEOUT_MS })
  return async (token) => {
    const rules = {
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      clockTolerance: TOLERANCE_S,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
      currentDate: new Date(now()),
    }
    try {
      if (emulators.auth) {
        if (decodeProtectedHeader(token).alg !== 'none') throw refused()
        return UnsecuredJWT.decode(token, rules).payload
      }
      return (await jwtVerify(token, keys, { ...rules, algorithms: ['RS256'] })).payload
    } catch (error) {
      throw rejectionOf(error, warn)
    }
  }
}

/** Asks the project for the account that a token belongs to. */
const lookUp = async (
  project: Project,
  { pages, warn }: IdentityOptions,
  token: string,
): Promise<LookedUp | undefined> => {
  let response: Response
  let result: { users?: LookedUp[]; error?: { message?: string } }
  try {
    response = await outsideFetch(
      `${baseOf(project)}/v1/accounts:lookup?key=${encodeURIComponent(project.apiKey)}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', referer: pages },
        body: JSON.stringify({ idToken: token }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    )
    result = (await response.json()) as typeof result
  } catch (error) {
    warn(`The identity service could not be asked about an account: ${String(error)}`)
    throw unreachable()
  }
  if (response.ok) return result.users?.[0]
  const message = result.error?.message ?? ''
  if (message.startsWith('USER_DISABLED')) throw disabled()
  if (/^(USER_NOT_FOUND|TOKEN_EXPIRED|INVALID_ID_TOKEN)/.test(message)) throw ended()
  warn(
    `The identity service returned ${response.status} when asked about an account: ${message || 'nothing'}`,
  )
  throw unreachable()
}

type Administration = Pick<IdentityService, 'revoke' | 'remove'>

/** Ends and deletes sign-ins; empty without credentials that allow it. */
const administrationOf = (project: Project, now: Clock): Administration => {
  const { projectId, emulators, serviceAccount } = project
  const tokens = serviceAccount && accessTokens(serviceAccount, ADMIN_SCOPE, outsideFetch, now)
  /** The emulator accepts this word as an owner's token. */
  const owner = emulators.auth ? async () => 'owner' : tokens && (() => tokens.get())
  if (!owner) return {}
  const ask = async (
    call: 'update' | 'delete',
    body: { readonly localId: string; readonly validSince?: string },
  ): Promise<CallResponse> => {
    const token = await owner()
    const result = await responseOf(
      outsideFetch,
      'The identity service',
      `${baseOf(project)}/v1/projects/${encodeURIComponent(projectId)}/accounts:${call}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      },
    )
    if (result.status === 401) tokens?.drop(token)
    return result
  }
  return {
    async revoke(subject) {
      // Invalidates refresh tokens issued before this moment.
      const validSince = String(Math.floor(now() / 1000))
      const { ok, status, failed } = await ask('update', { localId: subject, validSince })
      if (!ok) throw failed(`The identity service did not end a person's sign-ins: ${status}`)
    },
    async remove(subject) {
      const { ok, status, body, failed } = await ask('delete', { localId: subject })
      if (ok || JSON.stringify(body ?? '').includes('USER_NOT_FOUND')) return
      throw failed(`The identity service did not delete a person: ${status}`)
    },
  }
}

/**
 * Verifies ID tokens of a Firebase project: signed by Google with RS256, issued for this project,
 * not expired, sign-in time in the past. Then asks the project whether the account still exists, is
 * enabled and has not been signed out everywhere. Throws problems: 401 `invalid_identity_token`,
 * `expired_identity_token`, `identity_revoked`, 403 `account_disabled`, 503 `identity_unreachable`.
 * `revoke` and `remove` are available when a service account (or the emulator) allows it. Unsigned tokens are
 * accepted from a configured Auth emulator only, and never when others can reach the server.
 */
export const firebaseIdentity = (project: Project, options: IdentityOptions): IdentityService => {
  const { emulators, projectId } = project
  const { exposed, warn, now = Date.now } = options
  if (emulators.auth && exposed) {
    throw new Error(
      'The Auth emulator signs nothing, so it is refused where others can reach the server.',
    )
  }
  const claimsOf = claimsReader(project, now, warn)
  return {
    issuer: issuerOf(projectId),
    ...administrationOf(project, now),
    async verify(token) {
      const identity = identityOf(projectId, await claimsOf(token), now() / 1000)
      const account = await lookUp(project, options, token)
      if (!account) throw ended()
      if (account.disabled) throw disabled()
      if (Number(account.validSince ?? 0) * 1000 > identity.authenticatedAt.getTime()) throw ended()
      return identity
    },
  }
}
