import { createMiddleware } from 'hono/factory'
import type { Json } from '#model/types.ts'
import { maxBodyBytes, readBytes } from '../web/body.ts'
import { isUuid } from '#model/uuid.ts'
import type { Ctx, Env } from '../web/context.ts'
import { notFound, Problem } from '../base/problem.ts'
import { newNonce } from '../web/nonce.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import type { PaymentEvent, PaymentGateway } from './gateway.ts'
import { testPage } from './page.ts'
import type { PaymentLinks } from './signing.ts'
import { SIGNATURE_HEADER, testCards, type Outcome, type TestGateway } from './testGateway.ts'

/** Dependencies of the payment routes. */
export interface PaymentParts {
  /** Undefined when no payment can be taken. */
  readonly gateway: PaymentGateway | undefined
  /** The same gateway if it is the built-in one, with its page. */
  readonly test: TestGateway | undefined
  readonly links: PaymentLinks
  /**
   * Applies an event once, however often it arrives. Returns false if it concerns nothing of ours.
   */
  readonly apply: (provider: string, event: PaymentEvent) => Promise<boolean>
  /** Payment status for a payer without an account; undefined if there is no such payment. */
  readonly statusOf: (
    transaction: string,
  ) => Promise<
    { readonly number: string; readonly amount: Json; readonly state: string } | undefined
  >
}

const outcomes: readonly string[] = ['pay', 'decline', 'cancel'] satisfies Outcome[]
const bodyText = async (c: Ctx): Promise<string> =>
  new TextDecoder().decode(await readBytes(c.req.raw, maxBodyBytes))
const noPage = (): Problem => notFound('payment page')

const receiver =
  ({ gateway, apply }: PaymentParts) =>
  async (
    provider: string,
    body: string,
    header: (name: string) => string | undefined,
  ): Promise<boolean> => {
    const event = gateway?.name === provider ? gateway.parseWebhook(body, header) : undefined
    return event ? apply(provider, event) : false
  }

/** Prevents caching. */
const fresh = createMiddleware<Env>(async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
})

/**
 * Routes for payers and providers, under `/api/payments`; none needs a session, each request is
 * signed.
 */
export const paymentRoutes = (parts: PaymentParts): Routes => {
  const { gateway, links, statusOf } = parts
  const receive = receiver(parts)
  return newRoutes()
    .use('*', fresh)
    .get('/status/:id', async (c) => {
      const id = c.req.param('id')
      const status =
        isUuid(id) && links.valid(id, c.req.query('link') ?? '') ? await statusOf(id) : undefined
      if (!status) throw notFound('payment')
      return c.json({ data: status as object })
    })
    .post('/webhook/:provider', async (c) => {
      const provider = c.req.param('provider')
      if (gateway?.name !== provider) throw notFound('payment provider')
      return c.json({
        received: true,
        applied: await receive(provider, await bodyText(c), (name) => c.req.header(name)),
      })
    })
}

/**
 * The page of the built-in test gateway, under `/pay/test`. Its buttons have the effect of a signed
 * webhook.
 */
export const testPageRoutes = (parts: PaymentParts): Routes => {
  const { test, statusOf } = parts
  const receive = receiver(parts)
  const open = (c: Ctx) => {
    const session = test?.session(c.req.param('session') ?? '')
    if (!test || !session) throw noPage()
    return { test, session }
  }
  return newRoutes()
    .use('*', fresh)
    .get('/:session', (c) => {
      const { session } = open(c)
      const nonce = newNonce()
      c.set('responseKind', { page: true, nonce })
      return c.html(testPage(session, nonce))
    })
    .post('/:session', async (c) => {
      const { session, test: own } = open(c)
      const given = new URLSearchParams(await bodyText(c))
      const outcome = given.get('outcome') ?? ''
      if (!outcomes.includes(outcome)) {
        throw new Problem(422, 'invalid', 'Choose pay, decline or cancel.', {
          errors: [
            { path: 'outcome', code: 'invalid_value', message: 'Choose pay, decline or cancel' },
          ],
        })
      }
      const card = testCards.find((one) => one === given.get('card'))
      const { body, header } = own.webhook(session, outcome as Outcome, card)
      await receive(own.name, body, (name) => (name === SIGNATURE_HEADER ? header : undefined))
      const state = (await statusOf(session.transaction))?.state
      return c.redirect(
        state === 'succeeded' || state === 'processing' ? session.successUrl : session.cancelUrl,
        303,
      )
    })
}
