import type { IdentityToken } from './port.ts'

/** A token is renewed this long before it ends … */
export const REFRESH_AHEAD_MS = 5 * 60_000
/** … and counts as ended this long before it does. */
export const EXPIRED_AHEAD_MS = 30_000
/** Only a token younger than this is handed to the site's cookie. */
export const COOKIE_AGE_MS = 5 * 60_000
/**
 * A renewal that failed for want of a connection is tried again after this time, doubling up to a
 * minute.
 */
export const RETRY_MS = 5000

/** Whether a token is over, or ends within the given time. */
export const endsWithin = (
  { expiresAt }: Pick<IdentityToken, 'expiresAt'>,
  withinMs: number,
  now: number,
): boolean => expiresAt - now <= withinMs

/** How long to wait until a token is to be renewed; never negative. */
export const refreshInMs = ({ expiresAt }: Pick<IdentityToken, 'expiresAt'>, now: number): number =>
  Math.max(0, expiresAt - REFRESH_AHEAD_MS - now)

/** Whether a token is young enough for the site's cookie. */
export const isFresh = ({ issuedAt }: Pick<IdentityToken, 'issuedAt'>, now: number): boolean =>
  now - issuedAt < COOKIE_AGE_MS
