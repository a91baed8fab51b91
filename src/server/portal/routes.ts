import { createHash } from 'node:crypto'
import { readBytes } from '../web/body.ts'
import { parseForm } from '../web/form.ts'
import type { Ctx } from '../web/context.ts'
import { Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import type { RateLimiter } from '../web/rateLimit.ts'
import type { Desk, DeskKind, Desks } from './desk.ts'
import type { DeskLinks, DeskUse } from './links.ts'
import { conversationPage, plainPage, type Said } from './page.ts'
import { respond, spoken, tooOften } from './responses.ts'
import type { deskTexts } from '../texts/index.ts'

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

type Texts = ReturnType<typeof deskTexts>['texts']

/** Says what is wrong with a reply; undefined when it can be sent. */
const refusalOf = (texts: Texts, body: string, files: readonly File[]): string | undefined => {
  if (!body && !files.length) return texts.empty
  if (body.length > MAX_LENGTH) return texts.tooLong
  if (files.length > MAX_FILES || files.some((f) => f.size > MAX_FILE_BYTES)) return texts.tooMany
  return undefined
}

const gone = (c: Ctx): Response => {
  const { language, texts } = spoken(c)
  return respond(c, 404, (nonce) => plainPage(language, nonce, texts.goneTitle, texts.gone))
}

/** One kind of record and its customers' links. */
interface Portal {
  readonly kind: DeskKind
  readonly desk: Desk
  readonly links: DeskLinks
}

/**
 * Returns the record of the URL and what the link allows; an invalid link counts towards the
 * caller's rate limit.
 */
const foundOf = async (
  { kind, desk, links }: Portal,
  { limiter, addressOf }: Pick<DeskParts, 'limiter' | 'addressOf'>,
  c: Ctx,
): Promise<{ id: string; use: DeskUse } | undefined> => {
  const named = links.namedBy(kind, c.req.param('token') ?? '')
  // A link is valid only for its recipient, not for a previous customer of the record or
  // owner of the address.
  const holder = named && (await desk.holder(named.id))
  const use = named && holder !== undefined ? named.useFor(holder) : undefined
  await limiter.take(`desk ${use ? 'look' : 'guess'} ${addressOf(c)}`, use ? 120 : 20)
  return named && use ? { id: named.id, use } : undefined
}

const show = async (
  desk: Desk,
  c: Ctx,
  id: string,
  said: Said = {},
  status: 200 | 403 | 413 | 415 | 422 | 429 = 200,
): Promise<Response> => {
  const view = await desk.view(id)
  if (!view) return gone(c)
  const { language, texts } = spoken(c, view.customer.locale)
  const seen = said.readOnly ? {} : { seen: `${c.req.path}/seen` }
  return respond(c, status, (nonce) =>
    conversationPage({ view, language, texts, nonce, said: { ...said, ...seen } }),
  )
}

/** What the form says, with the line ends of the database. */
const typedIn = (form: FormData): string =>
  String(form.get('body') ?? '')
    .slice(0, MAX_TYPED)
    .replace(/\r\n?/g, '\n')
    .trim()

/** The same form sent twice has the same key. */
const keyOf = (id: string, form: FormData): string => {
  const digest = createHash('sha256')
    .update(`${id} ${String(form.get('key') ?? '')}`)
    .digest('hex')
  return `portal-${digest.slice(0, 40)}`
}

/** How a refusal to store the reply is shown; undefined for other errors. */
const shownRefusal = (
  texts: Texts,
  error: unknown,
): { readonly status: 413 | 415 | 422 | 429; readonly problem: string } | undefined => {
  if (!(error instanceof Problem)) return undefined
  const { code, status, message } = error
  if (code === 'file_quota') return { status: 429, problem: texts.fileQuota }
  if (status === 422) return { status, problem: message }
  return status === 413 || status === 415 ? { status, problem: texts.files } : undefined
}

const reply = async (
  { kind, desk, links }: Portal,
  c: Ctx,
  id: string,
  form: FormData,
): Promise<Response> => {
  const view = await desk.view(id)
  if (!view) return gone(c)
  const { texts } = spoken(c, view.customer.locale)
  const body = typedIn(form)
  const files = form.getAll('files').filter((f): f is File => typeof f !== 'string' && f.size > 0)
  const refused = refusalOf(texts, body, files)
  if (refused) return show(desk, c, id, { problem: refused, typed: body }, 422)
  try {
    const sent = await desk.reply(id, {
      body,
      key: keyOf(id, form),
      files: await Promise.all(
        files.map(async (f) => ({ name: f.name, bytes: new Uint8Array(await f.arrayBuffer()) })),
      ),
    })
    const holder = sent.id === id ? undefined : await desk.holder(sent.id)
    const page = holder === undefined ? c.req.path : links.path(kind, sent.id, holder, 'write')
    return c.redirect(`${page}?sent`, 303)
  } catch (error) {
    const shown = shownRefusal(texts, error)
    if (!shown) throw error
    return show(desk, c, id, { problem: shown.problem, typed: body }, shown.status)
  }
}

const rate = async (desk: Desk, c: Ctx, id: string, form: FormData): Promise<Response> => {
  const points = String(form.get('points') ?? '')
  if (!/^[1-5]$/.test(points) || !(await desk.rate(id, Number(points)))) {
    return show(desk, c, id, {}, 422)
  }
  return c.redirect(c.req.path, 303)
}

/**
 * The page of one ticket or conversation for its customer, under `/portal/<kind>`, opened by the
 * signed link of an e-mail. No session, no cookie, no script.
 */
export const portalRoutes = (kind: DeskKind, parts: DeskParts): Routes => {
  const desk = parts.desks[kind]
  const { links, limiter, addressOf } = parts
  const portal: Portal = { kind, desk, links }
  return newRoutes()
    .get('/:token', async (c) => {
      try {
        const found = await foundOf(portal, parts, c)
        return found
          ? await show(desk, c, found.id, {
              done: c.req.query('sent') !== undefined,
              readOnly: found.use === 'read',
            })
          : gone(c)
      } catch (error) {
        return tooOften(c, error)
      }
    })
    .get('/:token/seen', async (c) => {
      const found = await foundOf(portal, parts, c)
      if (found?.use !== 'write') return new Response(null, { status: 404 })
      await desk.seen(found.id)
      return new Response(EMPTY_PICTURE, {
        headers: { 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' },
      })
    })
    .post('/:token', async (c) => {
      try {
        const found = await foundOf(portal, parts, c)
        if (!found) return gone(c)
        const { id, use } = found
        if (use === 'read') return await show(desk, c, id, { readOnly: true }, 403)
        await limiter.take(`desk write ${id}`, 10)
        await limiter.take(`desk write ${addressOf(c)}`, 30)
        const form = await formOf(c)
        return form.get('action') === 'rate'
          ? await rate(desk, c, id, form)
          : await reply(portal, c, id, form)
      } catch (error) {
        return tooOften(c, error)
      }
    })
}
