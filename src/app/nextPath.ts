/**
 * The path to open after sign-in, if it is one of this origin's main pages; undefined for anything
 * else (another site, a scheme, an `/auth/` page).
 */
export const samePagePath = (
  next: string | undefined,
  origin: string = window.location.origin,
): string | undefined => {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return undefined
  try {
    const url = new URL(next, origin)
    if (url.origin !== origin || url.pathname === '/auth' || url.pathname.startsWith('/auth/')) {
      return undefined
    }
    // `/.//other.example` is a path of ours, but `//other.example` is another site.
    if (url.pathname.startsWith('//')) return undefined
    return url.pathname + url.search + url.hash
  } catch {
    return undefined
  }
}
