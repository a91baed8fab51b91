import type { Narrowed } from '#model/documents/narrow.ts'

/** The Firebase project of this installation, as configured for the page. */
export interface FirebaseProject {
  readonly apiKey: string
  readonly projectId: string
  readonly authDomain?: string
  readonly storageBucket?: string
  readonly messagingSenderId?: string
  readonly appId?: string
  readonly vapidKey?: string
  /** Services it provides instead of our own server. */
  readonly services: readonly ('identity' | 'files' | 'push' | 'documents')[]
  readonly identity: {
    readonly providers: readonly ('google' | 'facebook' | 'github' | 'twitter' | 'password')[]
    readonly cookiePath?: string
  }
  /** Collections, and those whose pages follow changes live. */
  readonly documents: { readonly resources: readonly string[]; readonly live: readonly string[] }
  /** Origins of emulators in place of Google's. */
  readonly emulators: {
    readonly auth?: string
    readonly storage?: string
    readonly firestore?: string
  }
}

/** The public part of the server's configuration, inlined into the page. */
export interface AppConfig {
  /** Backend base URL without a trailing slash; empty = the page's own origin. */
  readonly apiBase: string
  /** Registration is open. */
  readonly registration: boolean
  /** A mail server is configured; without one, administrators confirm e-mail addresses. */
  readonly mail: boolean
  /** Demo accounts exist; the sign-in page lists them. */
  readonly demo: boolean
  /** Pictures of a map by other people, by `{z}`, `{x}` and `{y}`; `attribution` is plain text. */
  readonly mapTiles?: { readonly url: string; readonly attribution: string }
  readonly firebase?: FirebaseProject
  /** Collections kept in documents, and how their pages differ. */
  readonly documents?: Readonly<Record<string, Narrowed>>
}

declare global {
  interface Window {
    __APP_CONFIG__?: Partial<AppConfig>
  }
}

/** The configuration of this page; defaults for anything the server did not set. */
export const appConfig = (): AppConfig => {
  const given = typeof window === 'undefined' ? undefined : window.__APP_CONFIG__
  return {
    ...given,
    apiBase: (given?.apiBase ?? '').replace(/\/{1,9}$/, ''),
    registration: given?.registration ?? true,
    mail: given?.mail ?? true,
    demo: given?.demo ?? false,
  }
}
