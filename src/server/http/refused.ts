import { createMiddleware } from 'hono/factory'
import { clientAddress } from '../web/address.ts'
import type { Env } from '../web/context.ts'
import { routeOf } from './requests.ts'
import { withOrigin, type Origin } from '../security/origin.ts'
import { REFUSED, type Refusals } from '../security/refusals.ts'

interface Options {
  readonly trustProxy: boolean | number
  readonly refusals: Pick<Refusals, 'note'>
  readonly log: { info(message: string): void }
}

/**
 * Middleware around every request: provides its origin to the handlers, and logs refused requests.
 */
export const watchRequests = ({ trustProxy, refusals, log }: Options) =>
  createMiddleware<Env>(async (c, next) => {
    const origin: Origin = {
      requestId: c.get('requestId'),
      get address() {
        return clientAddress(c, trustProxy)
      },
      client: c.req.header('user-agent'),
      caller: () => c.get('actor'),
      log: (line) => log.info(line),
      trying: undefined,
      noted: false,
    }
    await withOrigin(origin, next)
    const { status } = c.res
    if (REFUSED.includes(status) && !origin.noted) {
      refusals.note(origin, { status, method: c.req.method, route: routeOf(c) })
    }
  })
