/** CORS settings; undefined when the page and the API share one origin. */
export interface CorsSettings {
  /** The only origin whose pages may call this API. */
  readonly pageOrigin: string
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const ACCEPTED = 'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID'
const EXPOSED =
  'Content-Disposition, ETag, Live-Position, Location, Retry-After, set-auth-token, X-Disk, X-Operation-Id, X-Request-Id'
const KEPT_S = 600

/**
 * Derives the settings from the configuration: cross-origin calls are allowed only when `API_BASE`
 * makes the page send them.
 */
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

/** The parts of a request that matter for CORS. */
export interface CorsRequest {
  readonly method: string
  readonly origin: string | undefined
  readonly asksMethod: string | undefined
}

/**
 * Returns the CORS headers of one response, and whether the request is a preflight. Pure function
 * of settings and request. Allows exactly the page's origin, never a wildcard, and no credentials:
 * the API only uses the bearer header.
 */
export const cors = (
  settings: CorsSettings | undefined,
  { method, origin, asksMethod }: CorsRequest,
): { readonly preflight: boolean; readonly headers: Readonly<Record<string, string>> } => {
  if (!settings) return { preflight: false, headers: {} }
  // A cached response without the header must not be reused for the allowed origin.
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
