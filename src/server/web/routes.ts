import {
  Hono,
  type Context,
  type ErrorHandler,
  type MiddlewareHandler,
  type NotFoundHandler,
} from 'hono'
import type { Env } from './context.ts'

/** Handles a request; path parameters are typed by name. */
type Handler<P extends string> = (c: Context<Env, P>) => Response | Promise<Response>
type Method = <P extends string>(path: P, handler: Handler<P>) => Routes

/**
 * Routes and their handlers: the subset of Hono that the server uses. Hono's own types accumulate
 * the input and output of every route for a typed client, which nobody here uses; that was a sixth
 * of all types the compiler created.
 */
export interface Routes {
  readonly get: Method
  readonly post: Method
  readonly put: Method
  readonly patch: Method
  readonly delete: Method
  readonly all: Method
  use(path: string, middleware: MiddlewareHandler<Env>): Routes
  use(middleware: MiddlewareHandler<Env>): Routes
  /** Adds middleware to one route. */
  on(method: string, path: string, middleware: MiddlewareHandler<Env>): Routes
  /** Mounts other routes below a path. */
  route(path: string, others: Routes): Routes
  onError(handler: ErrorHandler<Env>): Routes
  notFound(handler: NotFoundHandler<Env>): Routes
  /** Every route in the order of its declaration, middleware as `ALL`. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  fetch(request: Request, env?: Env['Bindings']): Response | Promise<Response>
  /** Handles a request without a server. */
  request(
    address: string | URL | Request,
    options?: RequestInit,
    env?: Env['Bindings'],
  ): Response | Promise<Response>
}

/**
 * Creates an empty set of routes. By way of `object`, since comparing all of Hono with `Routes`
 * created an eighth of the compiler's types.
 */
export const newRoutes = (): Routes => {
  const routes: object = new Hono<Env>()
  return routes as Routes
}
