import type { Ctx } from '../web/context.ts'
import { notFound, Problem } from '../base/problem.ts'
import type { Routes } from '../web/routes.ts'

/** 405 with `Allow` for a path that supports other methods, else 404. */
export const methodNotAllowed = (c: Ctx, app: Routes): never => {
  const path = c.req.path.replace(/^\/api\/auth/, '')
  const known = app.routes
    .filter(
      (r) => r.method !== 'ALL' && new RegExp(`^${r.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
    )
    .map((r) => r.method)
  if (known.length) {
    throw new Problem(405, 'method_not_allowed', 'This address does not support that method.', {
      headers: { Allow: [...new Set(known)].join(', ') },
    })
  }
  throw notFound('address')
}
