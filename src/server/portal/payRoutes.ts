import { Problem } from '../base/problem.ts'
import { serverTexts } from '../texts/index.ts'
import { acceptedLanguage, languageTo, type WrittenLanguage } from '../texts/language.ts'
import type { Ctx } from '../web/context.ts'
import type { RateLimiter } from '../web/rateLimit.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { plainPage } from './page.ts'
import { payKinds, type PayKind, type PayLinks } from './payLinks.ts'
import { payPage, type PayDesk, type PayView } from './payPage.ts'
import { respond, tooOften } from './responses.ts'

/** Payments opened by one link a day. */
const MAX_A_DAY = 30
const DAY_MS = 86_400_000

/** Dependencies of the pages on which records are paid. */
export interface PayPageParts {
  readonly desk: PayDesk<PayKind>
  readonly links: PayLinks
  readonly limiter: RateLimiter
  readonly addressOf: (c: Ctx) => string
}

interface Found {
  readonly kind: PayKind
  readonly id: string
  readonly view: PayView
}

/** One response for whatever is not to be paid, so that it tells nothing apart. */
const gone = (c: Ctx): Response => {
  const language = acceptedLanguage(c.req.header('accept-language')) ?? 'en'
  const { pay, desk } = serverTexts[language]
  return respond(c, 404, (nonce) => plainPage(language, nonce, desk.goneTitle, pay.gone))
}

/** The record of the URL if its link is valid; an invalid one counts towards the caller's limit. */
const foundOf = async (
  { desk, links, limiter, addressOf }: PayPageParts,
  c: Ctx,
): Promise<Found | undefined> => {
  const kind = payKinds.find((one) => one === c.req.param('kind'))
  const named = kind && links.namedBy(kind, c.req.param('token') ?? '')
  const view = named && (await desk.view(kind, named.id))
  const found = view && named.isFor(view.holder) ? { kind, id: named.id, view } : undefined
  await limiter.take(`pay ${found ? 'look' : 'guess'} ${addressOf(c)}`, found ? 120 : 20)
  return found
}

const languageOf = (c: Ctx, { locale }: PayView): WrittenLanguage =>
  locale ? languageTo(locale) : (acceptedLanguage(c.req.header('accept-language')) ?? 'en')

const show = (
  c: Ctx,
  { desk: { online } }: PayPageParts,
  { kind, view }: Found,
  problem?: string,
): Response => {
  const language = languageOf(c, view)
  return respond(c, problem ? 422 : 200, (nonce) =>
    payPage({ view, kind, online, language, nonce, ...(problem ? { problem } : {}) }),
  )
}

/**
 * The page on which one record is paid, under `/portal/pay`, opened by its signed link. No session,
 * no cookie, no script.
 */
export const payPageRoutes = (parts: PayPageParts): Routes =>
  newRoutes()
    .get('/:kind/:token', async (c) => {
      try {
        const found = await foundOf(parts, c)
        return found ? show(c, parts, found) : gone(c)
      } catch (error) {
        return tooOften(c, error)
      }
    })
    .post('/:kind/:token', async (c) => {
      try {
        const found = await foundOf(parts, c)
        if (!found) return gone(c)
        await parts.limiter.take(`pay open ${found.id}`, 5)
        // Each one is an entry of the ledger, whether it is paid or not.
        await parts.limiter.take(`pay day ${found.id}`, MAX_A_DAY, DAY_MS)
        try {
          return c.redirect(await parts.desk.open(found.kind, found.id), 303)
        } catch (error) {
          if (!(error instanceof Problem) || ![409, 412].includes(error.status)) throw error
          return show(c, parts, found, serverTexts[languageOf(c, found.view)].pay.busy)
        }
      } catch (error) {
        return tooOften(c, error)
      }
    })
