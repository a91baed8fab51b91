import { importPKCS8, SignJWT } from 'jose'
import { responseOf, textOf, type Call } from './call.ts'
import type { ServiceAccount } from './config.ts'

/** Access tokens of a service account; a token is cached until shortly before it expires. */
export interface AccessTokens {
  get(): Promise<string>
  /** Discards a token that was refused: the next one is requested again. */
  drop(token: string): void
}

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** A token that expires this soon is not used any more. */
const SLACK_MS = 60_000
const ASSERTION_LIFE = '1h'

/**
 * Exchanges assertions signed by the service account for access tokens (RFC 7523). Throws
 * `PushFailed`.
 */
export const accessTokens = (
  account: ServiceAccount,
  scope: string,
  call: Call,
  now: () => number = Date.now,
): AccessTokens => {
  let kept: { readonly token: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined

  const ask = async (): Promise<string> => {
    const key = await importPKCS8(account.privateKey, 'RS256')
    const issued = Math.floor(now() / 1000)
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        ...(account.keyId ? { kid: account.keyId } : {}),
      })
      .setIssuer(account.clientEmail)
      .setSubject(account.clientEmail)
      .setAudience(account.tokenUri)
      .setIssuedAt(issued)
      .setExpirationTime(ASSERTION_LIFE)
      .sign(key)
    const response = await responseOf(
      call,
      'The sign-in of the service account',
      account.tokenUri,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
      },
    )
    if (!response.ok) {
      throw response.failed(
        `The service account was refused: ${textOf(response.body, 'error_description') ?? textOf(response.body, 'error') ?? response.status}`,
      )
    }
    const token = textOf(response.body, 'access_token')
    if (!token) throw response.failed('The sign-in of the service account returned no token.')
    const lifeS =
      typeof response.body === 'object' && response.body && 'expires_in' in response.body
        ? Number(response.body.expires_in)
        : 0
    kept = { token, until: now() + (Number.isFinite(lifeS) ? lifeS * 1000 : 0) - SLACK_MS }
    return token
  }

  return {
    get() {
      if (kept && now() < kept.until) return Promise.resolve(kept.token)
      // Concurrent messages share one token request.
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    drop(token) {
      if (kept?.token === token) kept = undefined
    },
  }
}
