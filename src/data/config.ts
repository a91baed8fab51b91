import type { Narrowed } from '#model/documents/narrow.ts'

/** The Firebase project of this installation, as its page knows it. */
export interface FirebaseProject {
  readonly apiKey: string
  readonly projectId: string
  readonly authDomain?: string
  readonly storageBucket?: string
  readonly messagingSenderId?: string
  readonly appId?: string
  readonly vapidKey?: string
  /** What it takes over from our own server. */
  readonly services: readonly ('identity' | 'files' | 'push' | 'documents')[]
  readonly identity: {
    readonly providers: readonly ('google' | 'facebook' | 'github' | 'twitter' | 'password')[]
    readonly cookiePath?: string
  }
  /** Collections, and those of them whose pages follow changes as they happen. */
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
  /** Backend base address without a closing slash; empty = the page's own origin. */
  readonly apiBase: string
  /** People may create accounts. */
  readonly registration: boolean
  /** Demo accounts exist; the sign-in page names them. */
  readonly demo: boolean
  readonly firebase?: FirebaseProject
  /** Collections kept in documents, with what is different in their pages. */
  readonly documents?: Readonly<Record<string, Narrowed>>
}

declare global {
  interface Window {
    __APP_CONFIG__?: Partial<AppConfig>
  }
}

/** The configuration of this page; defaults where the server said nothing. */
export const appConfig = (): AppConfig => {
  const given = typeof window === 'undefined' ? undefined : window.__APP_CONFIG__
  return {
    ...given,
    apiBase: (given?.apiBase ?? '').replace(/\/{1,9}$/, ''),
    registration: given?.registration ?? true,
    demo: given?.demo ?? false,
  }
}
