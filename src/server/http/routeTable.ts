import type { Routes } from '../web/routes.ts'

/** One mounted route: method and path with parameters as `{name}`, as in OpenAPI. */
export interface MountedRoute {
  readonly method: string
  readonly path: string
}

/** `/api/x/:id{…}` → `/api/x/{id}`. */
const asTemplate = (path: string): string => path.replace(/:([A-Za-z]+)(?:\{[^}]*\})?/g, '{$1}')

/** Returns every route under `/api`, without middleware. */
export const mountedRoutes = (app: Routes): readonly MountedRoute[] => {
  const seen = new Set<string>()
  return app.routes.flatMap(({ method, path }) => {
    const key = `${method} ${path}`
    if (method === 'ALL' || !path.startsWith('/api/') || path.includes('*') || seen.has(key)) {
      return []
    }
    seen.add(key)
    return [{ method, path: asTemplate(path) }]
  })
}

/**
 * Returns a function that gives the methods of a path, from the mounted routes; empty for an
 * unknown path.
 */
export const allowedMethods = (app: Routes): ((path: string) => readonly string[]) => {
  let table: { method: string; pattern: RegExp }[] | undefined
  const build = () =>
    mountedRoutes(app).map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    }))
  return (path) => {
    table ??= build()
    const methods = new Set(
      table.filter((route) => route.pattern.test(path)).map((route) => route.method),
    )
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].sort()
  }
}
