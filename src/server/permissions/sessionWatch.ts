import type { Actor } from './types.ts'

/** The actor of a request, now and while its response lasts. */
export interface SessionWatch {
  /**
   * The actor of a request, by its bearer token; null without a valid one, and for people who are
   * suspended, rejected or gone. A person who is not active yet, or has no record, is an actor
   * without grants. Changed permissions and roles and ended sessions apply within a second, in
   * every process.
   */
  authenticate(request: Request): Promise<Actor | null>
  /**
   * Watches a request's session for long responses such as live events: calls `changed` with the
   * new actor when permissions change and with null when the session ends, within a second. Returns
   * an unsubscribe function.
   */
  follow(request: Request, changed: (actor: Actor | null) => void): () => void
}
