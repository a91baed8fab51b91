/** What a page of another origin may be told; undefined where the page and the API share one origin. */
export interface CorsSettings {
  /** The one origin whose pages call this API. */
  readonly pageOrigin: string
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const ACCEPTED = 'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID'
const EXPOSED =
  'Content-Disposition, ETag, Live-Position, Location, Retry-After, set-auth-token, X-Disk, X-Operation-Id, X-Request-Id'
const KEPT_S = 600

/** The settings that follow from the configuration: calls of another origin are answered only where `API_BASE` makes the page send them. */
export const corsOf = ({
  publicUrl,
  apiBase,
}: {
  readonly publicUrl: string
  readonly apiBase: string
}): CorsSettings | undefined => {
  const pageOrigin = new URL(publicUrl).origin
  return apiBase && new URL(apiBase).origin !== pageOrigin ? { pageOrigin } : undefined
}

/** One request as far as it matters here. */
export interface CorsRequest {
  readonly method: string
  readonly origin: string | undefined
  readonly asksMethod: string | undefined
}

/**
 * CORS headers of one answer, and whether the request is a preflight that they answer: a pure function of settings and
 * request. Exactly the page's origin is named, never a wildcard, and no credentials: the bearer header is all there is.
 */
export const cors = (
  settings: CorsSettings | undefined,
  { method, origin, asksMethod }: CorsRequest,
): { readonly preflight: boolean; readonly headers: Readonly<Record<string, string>> } => {
  if (!settings) return { preflight: false, headers: {} }
  // An answer without the header must not be kept for the one who may have it.
  const vary = { Vary: 'Origin' }
  if (origin !== settings.pageOrigin) return { preflight: false, headers: vary }
  const allowed = { ...vary, 'Access-Control-Allow-Origin': settings.pageOrigin }
  return method === 'OPTIONS' && asksMethod !== undefined
    ? {
        preflight: true,
        headers: {
          ...allowed,
          'Access-Control-Allow-Methods': METHODS,
          'Access-Control-Allow-Headers': ACCEPTED,
          'Access-Control-Max-Age': String(KEPT_S),
        },
      }
    : { preflight: false, headers: { ...allowed, 'Access-Control-Expose-Headers': EXPOSED } }
}
