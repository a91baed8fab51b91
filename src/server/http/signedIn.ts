import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { Access, Actor } from '../permissions/types.ts'
import { unauthenticated, type Env } from '../web/context.ts'

/** Dependencies for authenticating the caller. */
export interface SignedInParts {
  readonly accounts: { authenticate(request: Request): Promise<Actor | null> }
  readonly accessFor: (actor: Actor) => Access
}

/** Admits only signed-in callers, and sets their access. */
export const signedIn = ({ accounts, accessFor }: SignedInParts) =>
  createMiddleware<Env>(async (c, next) => {
    // A path or method that does not exist is 404 or 405 for everybody.
    if (!matchedRoutes(c).some((route) => route.method !== 'ALL')) return next()
    const actor = await accounts.authenticate(c.req.raw)
    if (!actor) throw unauthenticated()
    c.set('actor', actor)
    c.set('access', accessFor(actor))
    await next()
  })
