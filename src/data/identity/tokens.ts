import type { IdentityToken } from './port.ts'

/** A token is renewed this long before it expires … */
export const REFRESH_AHEAD_MS = 5 * 60_000
/** … and counts as expired this long before it does. */
export const EXPIRED_AHEAD_MS = 30_000
/** Only a token younger than this is used for the site's cookie. */
export const COOKIE_AGE_MS = 5 * 60_000
/**
 * A renewal that failed without a connection is retried after this time, doubling up to a minute.
 */
export const RETRY_MS = 5000

/** True when a token has expired, or expires within the given time. */
export const endsWithin = (
  { expiresAt }: Pick<IdentityToken, 'expiresAt'>,
  withinMs: number,
  now: number,
): boolean => expiresAt - now <= withinMs

/** Delay until a token must be renewed; never negative. */
export const refreshInMs = ({ expiresAt }: Pick<IdentityToken, 'expiresAt'>, now: number): number =>
  Math.max(0, expiresAt - REFRESH_AHEAD_MS - now)

/** True when a token is young enough for the site's cookie. */
export const isFresh = ({ issuedAt }: Pick<IdentityToken, 'issuedAt'>, now: number): boolean =>
  now - issuedAt < COOKIE_AGE_MS
