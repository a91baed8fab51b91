import { firebaseSources, type ExtraSources } from '../firebase/sources.ts'
import type { FirebaseConfig } from '../firebase/config.ts'
import { corsOf, type CorsSettings } from './cors.ts'

/** What the security headers depend on; nothing else does. */
export interface SecuritySettings {
  /** The public address is https, so browsers may be told to stay there. */
  readonly https: boolean
  /** Origin of the API where it is not the page's own. */
  readonly apiOrigin?: string
  /** Who may call from another origin, if anybody. */
  readonly cors?: CorsSettings
  /** What the configured services of Firebase need beside it. */
  readonly extra?: ExtraSources
}

/** The settings that follow from the configuration. */
export const securityOf = ({
  publicUrl,
  apiBase,
  firebaseConfig,
}: {
  readonly publicUrl: string
  readonly apiBase: string
  readonly firebaseConfig?: FirebaseConfig | undefined
}): SecuritySettings => {
  const cors = corsOf({ publicUrl, apiBase })
  return {
    https: publicUrl.startsWith('https:'),
    ...(apiBase ? { apiOrigin: new URL(apiBase).origin } : {}),
    ...(cors ? { cors } : {}),
    ...(firebaseConfig?.services.length ? { extra: firebaseSources(firebaseConfig) } : {}),
  }
}

/** Kind of an answer: a page of the app, an uploaded file, a script or style of the build, or anything else (data, pictures). */
export type AnswerKind =
  | { readonly page: true; readonly nonce: string }
  | { readonly file: true }
  | 'code'
  | 'other'

const directives = (entries: Readonly<Record<string, string>>): string =>
  Object.entries(entries)
    .map(([name, value]) => (value ? `${name} ${value}` : name))
    .join('; ')

const pagePolicy = (settings: SecuritySettings, nonce: string): string => {
  const api = settings.apiOrigin ? [settings.apiOrigin] : []
  const extra = settings.extra
  const from = (...sources: readonly string[]): string => sources.join(' ')
  return directives({
    'default-src': "'none'",
    'script-src': from("'self'", `'nonce-${nonce}'`, ...(extra?.script ?? [])),
    'style-src': from("'self'", `'nonce-${nonce}'`),
    'img-src': from("'self'", ...api, ...(extra?.img ?? [])),
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

const policyOf = (settings: SecuritySettings, kind: Exclude<AnswerKind, 'code'>): string => {
  if (kind === 'other') return directives({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
  if ('page' in kind) return pagePolicy(settings, kind.nonce)
  // A file came from a person: whatever it holds, it runs nothing and reaches nothing.
  return directives({
    'default-src': "'none'",
    'style-src': "'none'",
    'frame-ancestors': "'none'",
    sandbox: '',
  })
}

/**
 * Security headers of one answer: a pure function of the settings and the answer's kind.
 * By default a page may load from its own origin and what carries the nonce, nothing else.
 */
export const securityHeaders = (
  settings: SecuritySettings,
  kind: AnswerKind,
): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': settings.apiOrigin ? 'cross-origin' : 'same-origin',
  // What rules documents and workers says nothing about a script or style, and would be sent with each of many.
  ...(kind === 'code'
    ? {}
    : {
        'Content-Security-Policy': policyOf(settings, kind),
        // A provider's window must be able to answer the page that opened it; other documents keep to themselves.
        'Cross-Origin-Opener-Policy':
          typeof kind === 'object' && 'page' in kind && settings.extra?.popups
            ? 'same-origin-allow-popups'
            : 'same-origin',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'X-Frame-Options': 'DENY',
      }),
  ...(settings.https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
})
