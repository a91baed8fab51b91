import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { isUnstorable } from '../web/body.ts'
import { cors } from './cors.ts'
import { Problem } from '../base/problem.ts'
import { securityHeaders, type SecuritySettings } from './securityHeaders.ts'
import type { Ctx, Env } from '../web/context.ts'
import type { Metrics } from './metrics.ts'

const given = /^[\w.:-]{8,64}$/

const correlationIdOf = (c: Ctx): string | undefined => {
  const own = c.req.header('x-request-id')
  return own && given.test(own) ? own : undefined
}

/** Returns the route pattern that a request matched, such as `/api/hotels/:id`. */
export const routeOf = (c: Ctx): string =>
  matchedRoutes(c).findLast((r) => r.method !== 'ALL' && !r.path.includes('*'))?.path ?? 'other'

// A NUL or a broken escape in a URL can match nothing we store, and must not reach the database.
const readableAddress = (c: Ctx): boolean => {
  // Printable ASCII without a percent sign: most URLs.
  if (/^[!-$&-~]*$/.test(c.req.url)) return true
  try {
    const url = new URL(c.req.url)
    return (
      !isUnstorable(decodeURIComponent(url.pathname)) &&
      ![...url.searchParams].some(([k, v]) => isUnstorable(k) || isUnstorable(v))
    )
  } catch {
    return false
  }
}

/** Middleware around every request: request id, security headers and metrics. */
export const aroundRequests = (settings: SecuritySettings, metrics: Metrics) => {
  // Most responses are data, and share the same headers.
  const ofData = Object.entries(securityHeaders(settings, 'other'))
  return createMiddleware<Env>(async (c, next) => {
    const started = performance.now()
    // Never the caller's: the audit relies on it.
    c.set('requestId', randomUUID())
    c.set('correlationId', correlationIdOf(c))
    // Only what pages of another origin call: the API, and the files it links to.
    const shared = /^\/(api|files)\//.test(c.req.path)
      ? cors(settings.cors, {
          method: c.req.method,
          origin: c.req.header('origin'),
          asksMethod: c.req.header('access-control-request-method'),
        })
      : undefined
    if (shared?.preflight) c.res = new Response(null, { status: 204 })
    else if (readableAddress(c)) await next()
    else c.res = badAddress(c)
    // A permanently cached file would keep the id of an old request.
    if (c.get('responseKind') !== 'code') c.res.headers.set('X-Request-Id', c.get('requestId'))
    for (const [name, value] of Object.entries(shared?.headers ?? {})) {
      c.res.headers.set(name, value)
    }
    // API responses depend on the caller.
    if (c.req.path.startsWith('/api/') && !c.res.headers.has('Cache-Control')) {
      c.res.headers.set('Cache-Control', 'no-store')
    }
    const kind = c.get('responseKind') ?? 'other'
    for (const [name, value] of kind === 'other'
      ? ofData
      : Object.entries(securityHeaders(settings, kind))) {
      c.res.headers.set(name, value)
    }
    metrics.request(c.req.method, routeOf(c), c.res.status, (performance.now() - started) / 1000)
  })
}

const badAddress = (c: Ctx): Response => {
  const problem = new Problem(400, 'malformed', 'The address holds characters that cannot be read.')
  return new Response(JSON.stringify({ ...problem.toJSON(), requestId: c.get('requestId') }), {
    status: 400,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
  })
}
