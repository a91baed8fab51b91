import { Problem } from '../base/problem.ts'
import { deskTexts } from '../texts/index.ts'
import type { Ctx } from '../web/context.ts'
import { newNonce } from '../web/nonce.ts'
import { plainPage } from './page.ts'

/** Texts of the customer pages for a request, in the language of `locale` or else the browser's. */
export const spoken = (c: Ctx, locale?: string | null) =>
  deskTexts(locale, c.req.header('accept-language'))

/** Responds with a page that nothing stores. */
export const respond = (
  c: Ctx,
  status: 200 | 403 | 404 | 413 | 415 | 422 | 429,
  make: (nonce: string) => string,
): Response => {
  const nonce = newNonce()
  c.set('responseKind', { page: true, nonce })
  return new Response(make(nonce), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** Responds with a page to a caller beyond a limit; throws other errors. */
export const tooOften = (c: Ctx, error: unknown): Response => {
  if (!(error instanceof Problem) || error.status !== 429) throw error
  const { language, texts } = spoken(c)
  const response = respond(c, 429, (nonce) =>
    plainPage(language, nonce, texts.slowTitle, texts.slow),
  )
  for (const [name, value] of Object.entries(error.extra.headers ?? {})) {
    response.headers.set(name, value)
  }
  return response
}
