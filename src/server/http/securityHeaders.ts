import { firebaseSources, type ExtraSources } from '../firebase/sources.ts'
import type { FirebaseConfig } from '../firebase/config.ts'
import type { ResponseKind } from '../web/context.ts'
import { corsOf, type CorsSettings } from './cors.ts'

/** All settings the security headers depend on. */
export interface SecuritySettings {
  /** Others reach the server over https, so browsers must stay on it. */
  readonly hsts: boolean
  /** Origin of the API if it differs from the page's. */
  readonly apiOrigin?: string
  /** Which other origin may call the API, if any. */
  readonly cors?: CorsSettings
  /** Origin of the pictures of maps, if they are not drawn from the product's own files. */
  readonly tileOrigin?: string
  /** Extra sources that the configured Firebase services need. */
  readonly extra?: ExtraSources
}

/** Derives the settings from the configuration. */
export const securityOf = ({
  publicUrl,
  apiBase,
  mapTiles,
  firebaseConfig,
  exposed,
}: {
  readonly publicUrl: string
  readonly apiBase: string
  readonly mapTiles?: { readonly url: string } | undefined
  readonly firebaseConfig?: FirebaseConfig | undefined
  readonly exposed: readonly string[]
}): SecuritySettings => {
  const cors = corsOf({ publicUrl, apiBase })
  return {
    // On the own machine it would force https on every other server of that host name.
    hsts: exposed.length > 0 && publicUrl.startsWith('https:'),
    ...(apiBase ? { apiOrigin: new URL(apiBase).origin } : {}),
    ...(cors ? { cors } : {}),
    ...(mapTiles ? { tileOrigin: new URL(mapTiles.url).origin } : {}),
    ...(firebaseConfig?.services.length ? { extra: firebaseSources(firebaseConfig) } : {}),
  }
}

const directives = (entries: Readonly<Record<string, string>>): string =>
  Object.entries(entries)
    .map(([name, value]) => (value ? `${name} ${value}` : name))
    .join('; ')

const pagePolicy = (settings: SecuritySettings, nonce: string): string => {
  const api = settings.apiOrigin ? [settings.apiOrigin] : []
  const tiles = settings.tileOrigin ? [settings.tileOrigin] : []
  const extra = settings.extra
  const from = (...sources: readonly string[]): string => sources.join(' ')
  return directives({
    'default-src': "'none'",
    'script-src': from("'self'", `'nonce-${nonce}'`, ...(extra?.script ?? [])),
    'style-src': from("'self'", `'nonce-${nonce}'`),
    'img-src': from("'self'", ...api, ...tiles, ...(extra?.img ?? [])),
    'connect-src': from("'self'", ...api, ...(extra?.connect ?? [])),
    ...(extra?.frame.length ? { 'frame-src': from(...extra.frame) } : {}),
    'font-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
}

const policyOf = (settings: SecuritySettings, kind: Exclude<ResponseKind, 'code'>): string => {
  if (kind === 'other') return directives({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
  if ('page' in kind) return pagePolicy(settings, kind.nonce)
  // Uploaded files come from users: whatever they contain, they can run nothing and load nothing.
  return directives({
    'default-src': "'none'",
    'style-src': "'none'",
    'frame-ancestors': "'none'",
    sandbox: '',
  })
}

/**
 * Returns the security headers of one response: a pure function of the settings and the response's
 * kind. By default a page may load only from its own origin and what carries the nonce.
 */
export const securityHeaders = (
  settings: SecuritySettings,
  kind: ResponseKind,
): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': settings.apiOrigin ? 'cross-origin' : 'same-origin',
  // Policies for documents and workers do not apply to scripts and styles, and would be repeated on
  // each of them.
  ...(kind === 'code'
    ? {}
    : {
        'Content-Security-Policy': policyOf(settings, kind),
        // A provider's pop-up must be able to respond to the page that opened it; other documents
        // are isolated.
        'Cross-Origin-Opener-Policy':
          typeof kind === 'object' && 'page' in kind && settings.extra?.popups
            ? 'same-origin-allow-popups'
            : 'same-origin',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'X-Frame-Options': 'DENY',
      }),
  ...(settings.hsts ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
})
