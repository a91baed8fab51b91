import { createHash } from 'node:crypto'
import { readBytes } from '../web/body.ts'
import { parseForm } from '../web/form.ts'
import type { Ctx } from '../web/context.ts'
import { Problem } from '../base/problem.ts'
import { newNonce } from '../web/nonce.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import type { RateLimiter } from '../web/rateLimit.ts'
import type { DeskKind, Desks } from './desk.ts'
import type { DeskLinks, DeskUse } from './links.ts'
import { conversationPage, plainPage, type Said } from './page.ts'
import { deskTexts } from '../texts/index.ts'

/** Maximum size of a reply form, in bytes. */
const MAX_FORM_BYTES = 26_000_000
export const MAX_FILE_BYTES = 10_000_000
export const MAX_FILES = 10
const MAX_LENGTH = 10_000
/** Longest text that is shown again to its writer after it was refused. */
const MAX_TYPED = 100_000
/** A transparent GIF of one pixel. */
const EMPTY_PICTURE = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
)

/** Dependencies of the customer portal's routes. */
export interface DeskParts {
  readonly desks: Desks
  readonly links: DeskLinks
  readonly limiter: RateLimiter
  readonly addressOf: (c: Ctx) => string
}

const formOf = async (c: Ctx): Promise<FormData> => {
  const bytes = await readBytes(c.req.raw, MAX_FORM_BYTES)
  const form = await parseForm(bytes, c.req.header('content-type') ?? '')
  if (!form) throw new Problem(400, 'malformed', 'The form cannot be read.')
  return form
}

/** Says what is wrong with a reply; undefined when it can be sent. */
const refusalOf = (
  texts: ReturnType<typeof deskTexts>['texts'],
  body: string,
  files: readonly File[],
): string | undefined => {
  if (!body && !files.length) return texts.empty
  if (body.length > MAX_LENGTH) return texts.tooLong
  if (files.length > MAX_FILES || files.some((f) => f.size > MAX_FILE_BYTES)) return texts.tooMany
  return undefined
}

/**
 * The page of one ticket or conversation for its customer, under `/portal/<kind>`, opened by the
 * signed link of an e-mail. No session, no cookie, no script.
 */
export const portalRoutes = (
  kind: DeskKind,
  { desks, links, limiter, addressOf }: DeskParts,
): Routes => {
  const desk = desks[kind]
  const spoken = (c: Ctx, locale?: string | null) =>
    deskTexts(locale, c.req.header('accept-language'))
  const answer = (
    c: Ctx,
    status: 200 | 403 | 404 | 413 | 415 | 422 | 429,
    make: (nonce: string) => string,
  ): Response => {
    const nonce = newNonce()
    c.set('answerKind', { page: true, nonce })
    return new Response(make(nonce), {
      status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  }
  const gone = (c: Ctx): Response => {
    const { language, texts } = spoken(c)
    return answer(c, 404, (nonce) => plainPage(language, nonce, texts.goneTitle, texts.gone))
  }
  const tooOften = (c: Ctx, error: unknown): Response => {
    if (!(error instanceof Problem) || error.status !== 429) throw error
    const { language, texts } = spoken(c)
    const response = answer(c, 429, (nonce) =>
      plainPage(language, nonce, texts.slowTitle, texts.slow),
    )
    for (const [name, value] of Object.entries(error.extra.headers ?? {})) {
      response.headers.set(name, value)
    }
    return response
  }
  /**
   * Returns the record of the URL and what the link allows; an invalid link counts towards the
   * caller's rate limit.
   */
  const foundOf = async (c: Ctx): Promise<{ id: string; use: DeskUse } | undefined> => {
    const named = links.namedBy(kind, c.req.param('token') ?? '')
    // A link is valid only for its recipient, not for a previous customer of the record or
    // owner of the address.
    const holder = named && (await desk.holder(named.id))
    const use = named && holder !== undefined ? named.useFor(holder) : undefined
    await limiter.take(`desk ${use ? 'look' : 'guess'} ${addressOf(c)}`, use ? 120 : 20)
    return named && use ? { id: named.id, use } : undefined
  }
  const show = async (
    c: Ctx,
    id: string,
    said: Said = {},
    status: 200 | 403 | 413 | 415 | 422 | 429 = 200,
  ): Promise<Response> => {
    const view = await desk.view(id)
    if (!view) return gone(c)
    const { language, texts } = spoken(c, view.customer.locale)
    const seen = said.readOnly ? {} : { seen: `${c.req.path}/seen` }
    return answer(c, status, (nonce) =>
      conversationPage({ view, language, texts, nonce, said: { ...said, ...seen } }),
    )
  }
  const reply = async (c: Ctx, id: string, form: FormData): Promise<Response> => {
    const view = await desk.view(id)
    if (!view) return gone(c)
    const { texts } = spoken(c, view.customer.locale)
    const body = String(form.get('body') ?? '')
      .slice(0, MAX_TYPED)
      .replace(/\r\n?/g, '\n')
      .trim()
    const files = form.getAll('files').filter((f): f is File => typeof f !== 'string' && f.size > 0)
    const refused = refusalOf(texts, body, files)
    if (refused) return show(c, id, { problem: refused, typed: body }, 422)
    const key = createHash('sha256')
      .update(`${id} ${String(form.get('key') ?? '')}`)
      .digest('hex')
      .slice(0, 40)
    try {
      const sent = await desk.reply(id, {
        body,
        key: `portal-${key}`,
        files: await Promise.all(
          files.map(async (f) => ({ name: f.name, bytes: new Uint8Array(await f.arrayBuffer()) })),
        ),
      })
      const holder = sent.id === id ? undefined : await desk.holder(sent.id)
      return c.redirect(
        `${holder === undefined ? c.req.path : links.path(kind, sent.id, holder, 'write')}?sent`,
        303,
      )
    } catch (error) {
      if (error instanceof Problem && error.code === 'file_quota') {
        return show(c, id, { problem: texts.fileQuota, typed: body }, 429)
      }
      if (
        error instanceof Problem &&
        (error.status === 413 || error.status === 415 || error.status === 422)
      ) {
        return show(
          c,
          id,
          { problem: error.status === 422 ? error.message : texts.files, typed: body },
          error.status,
        )
      }
      throw error
    }
  }
  return newRoutes()
    .get('/:token', async (c) => {
      try {
        const found = await foundOf(c)
        return found
          ? await show(c, found.id, {
              done: c.req.query('sent') !== undefined,
              readOnly: found.use === 'read',
            })
          : gone(c)
      } catch (error) {
        return tooOften(c, error)
      }
    })
    .get('/:token/seen', async (c) => {
      const found = await foundOf(c)
      if (found?.use !== 'write') return new Response(null, { status: 404 })
      await desk.seen(found.id)
      return new Response(EMPTY_PICTURE, {
        headers: { 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' },
      })
    })
    .post('/:token', async (c) => {
      try {
        const found = await foundOf(c)
        if (!found) return gone(c)
        const { id, use } = found
        if (use === 'read') return await show(c, id, { readOnly: true }, 403)
        await limiter.take(`desk write ${id}`, 10)
        await limiter.take(`desk write ${addressOf(c)}`, 30)
        const form = await formOf(c)
        if (form.get('action') !== 'rate') return await reply(c, id, form)
        const points = String(form.get('points') ?? '')
        if (!/^[1-5]$/.test(points) || !(await desk.rate(id, Number(points)))) {
          return await show(c, id, {}, 422)
        }
        return c.redirect(c.req.path, 303)
      } catch (error) {
        return tooOften(c, error)
      }
    })
}
