import type { Actor } from './types.ts'

/** Who is behind a request, now and while its response lasts. */
export interface SessionWatch {
  /**
   * Who sends the request, by its bearer token; null without a valid one, and for people who are suspended, rejected or gone.
   * A person who is not active yet, or has no record, is an actor without grants. Changed rights, roles and ended sessions
   * are in force within a second, in every process.
   */
  authenticate(request: Request): Promise<Actor | null>
  /**
   * Watches the session of a request for long answers such as live events: `changed` gets the new actor when rights change
   * and null when the session has ended; at most a second late. Returns the function that stops.
   */
  follow(request: Request, changed: (actor: Actor | null) => void): () => void
}
