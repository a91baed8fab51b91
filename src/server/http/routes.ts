import {
  Hono,
  type Context,
  type ErrorHandler,
  type MiddlewareHandler,
  type NotFoundHandler,
} from 'hono'
import type { Env } from './context.ts'

/** Returns a call; parameters of the path are known by name. */
type Handler<P extends string> = (c: Context<Env, P>) => Response | Promise<Response>
type Method = <P extends string>(path: P, handler: Handler<P>) => Routes

/**
 * Calls and their handlers: Hono, by what the server uses of it. Hono's own types carry what every call takes and answers from one call to the
 * next, for a client made of them; nobody here has one, and it was a sixth of all types the compiler made.
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
  /** Middleware of one call. */
  on(method: string, path: string, middleware: MiddlewareHandler<Env>): Routes
  /** Mounts others below a path. */
  route(path: string, others: Routes): Routes
  onError(handler: ErrorHandler<Env>): Routes
  notFound(handler: NotFoundHandler<Env>): Routes
  /** Every call in the order of its declaration, middleware as `ALL`. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  fetch(request: Request, env?: Env['Bindings']): Response | Promise<Response>
  /** Calls it without a server. */
  request(
    address: string | URL | Request,
    options?: RequestInit,
    env?: Env['Bindings'],
  ): Response | Promise<Response>
}

/** No calls yet. */
export const newRoutes = (): Routes => new Hono<Env>() as unknown as Routes
