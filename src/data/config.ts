/** The public part of the server's configuration, inlined into the page. */
export interface AppConfig {
  /** Backend base address without a closing slash; empty = the page's own origin. */
  readonly apiBase: string
  /** People may create accounts. */
  readonly registration: boolean
  /** Demo accounts exist; the sign-in page names them. */
  readonly demo: boolean
}

declare global {
  interface Window { __APP_CONFIG__?: Partial<AppConfig> }
}

/** The configuration of this page; defaults where the server said nothing. */
export const appConfig = (): AppConfig => {
  const given = typeof window === 'undefined' ? undefined : window.__APP_CONFIG__
  return { apiBase: (given?.apiBase ?? '').replace(/\/+$/, ''), registration: given?.registration ?? true, demo: given?.demo ?? false }
}
