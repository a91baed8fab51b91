import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Lifetime of a link to a file, in seconds. Expiry is rounded up to a multiple of this, so that a
 * file's link stays the same for a while and can be cached.
 */
const lifetimeSeconds = 600

/**
 * Creates and verifies short-lived links to files: usable in an `<img>`, without a bearer token.
 */
export interface FileLinks {
  /** Path and query, `/files/{id}?exp=…&sig=…`. */
  of(id: string): string
  /** Link to the thumbnail of a picture; the same people may see both. */
  thumbnail(id: string): string
  /** The same link with its expiry. */
  made(id: string): { readonly url: string; readonly expiresAt: Date }
  /** True for an unexpired link with a valid signature. */
  valid(id: string, expires: string, signature: string): boolean
}

/** Creates links signed with the server's secret. */
export const fileLinks = (secret: string, now: () => number = Date.now): FileLinks => {
  const sign = (id: string, expires: string): Buffer =>
    createHmac('sha256', `files:${secret}`).update(`${id}:${expires}`).digest()
  const signed = (id: string, path: string): { url: string; expiresAt: Date } => {
    const expires = (Math.floor(now() / 1000 / lifetimeSeconds) + 2) * lifetimeSeconds
    const signature = sign(id, String(expires)).toString('base64url')
    return {
      url: `/files/${path}?exp=${expires}&sig=${signature}`,
      expiresAt: new Date(expires * 1000),
    }
  }
  return {
    made: (id) => signed(id, id),
    of: (id) => signed(id, id).url,
    thumbnail: (id) => signed(id, `${id}/thumbnail`).url,
    valid(id, expires, signature) {
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now()) return false
      const given = Buffer.from(signature, 'base64url')
      const ours = sign(id, expires)
      return given.length === ours.length && timingSafeEqual(given, ours)
    },
  }
}
