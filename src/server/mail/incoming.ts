import { bodyAs } from '../base/issues.ts'
import { excessOf } from '../base/json.ts'
import { createHash, createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import { cut } from '#model/cut.ts'
import { readChunks } from '../web/body.ts'
import type { Ctx } from '../web/context.ts'
import { notFound, Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import type { Desk, SentFile } from '../portal/desk.ts'
import { textOfHtml, withoutQuotes } from '../portal/quotes.ts'
import { MAX_FILE_BYTES, MAX_FILES, type DeskParts } from '../portal/routes.ts'
import { isSignature } from '../payments/signing.ts'
import { addressesIn, addressIn } from './addresses.ts'
import { slicesOf, takeApart, type TakenApart } from './takeApart.ts'

/** Signature of an incoming e-mail: `t=<seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`. */
export const MAIL_SIGNATURE_HEADER = 'mail-signature'
const TOLERANCE_S = 300
/** Maximum e-mail size in bytes, including attachments in base64. */
const MAX_MAIL_BYTES = 35_000_000
const MAX_LENGTH = 10_000

/** Attachments that are considered, and names of those left out that the reply says. */
const [MAX_CONSIDERED, MAX_NAMED] = [50, 20]

// The size of the whole is limited, and what is read of each part: a mail that is refused is lost.
const mail = z.object({
  messageId: z.string().trim().min(1),
  from: z.string(),
  to: z.union([z.string(), z.array(z.string())]),
  text: z.string().nullish(),
  html: z.string().nullish(),
  headers: z.record(z.string(), z.string()).nullish(),
  attachments: z.array(z.object({ name: z.string(), content: z.base64() })).nullish(),
})
type IncomingMail = z.output<typeof mail>

const MAX_GUESSES = 20
const HOUR_MS = 3_600_000
/** Mails that one record takes; the mail service sends those beyond it again later. */
const MAX_AN_HOUR = 60

/** Returns the header that a mail service sends with a body. */
export const mailSignature = (secret: string, body: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** Headers of programs that respond by themselves and do not know `Auto-Submitted`. */
const AUTOMATIC: ReadonlySet<string> = new Set(['x-autoreply', 'x-autorespond'])

// Replying to automatic e-mail could cause a mail loop.
const isAutomatic = ({ headers }: IncomingMail): boolean =>
  Object.entries(headers ?? {}).some(
    ([name, value]) =>
      (name.toLowerCase() === 'auto-submitted' && value.trim().toLowerCase() !== 'no') ||
      (name.toLowerCase() === 'precedence' &&
        /^(bulk|junk|list|auto_reply)$/i.test(value.trim())) ||
      (AUTOMATIC.has(name.toLowerCase()) && value.trim().toLowerCase() !== 'no'),
  )

const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const read = async (body: string): Promise<IncomingMail> => {
  const malformed = new Problem(400, 'malformed', 'The body is not valid JSON in UTF-8.')
  if (excessOf(body)) throw malformed
  await nextTurn()
  const value: unknown = (() => {
    try {
      return JSON.parse(body)
    } catch {
      throw malformed
    }
  })()
  await nextTurn()
  return bodyAs(mail, value, () => 'invalid')
}

/** Returns the accepted attachments, and the names of those left out. */
const filesOf = (
  { attachments }: IncomingMail,
  contents: TakenApart['contents'],
): { files: SentFile[]; left: string[] } => {
  const all = (attachments ?? []).slice(0, MAX_CONSIDERED).map(({ name, content }) => ({
    name,
    bytes: contents.get(content) ?? new Uint8Array(Buffer.from(content, 'base64')),
  }))
  const files = all
    .filter((f) => f.bytes.byteLength > 0 && f.bytes.byteLength <= MAX_FILE_BYTES)
    .slice(0, MAX_FILES)
  return { files, left: all.filter((f) => !files.includes(f)).map((f) => f.name) }
}

/**
 * Enters the reply. Rejected attachments are left out and named in it, since nobody can
 * prompt the sender for others.
 */
const enter = async (
  desk: Desk,
  { id, handle }: { readonly id: string; readonly handle: string },
  given: IncomingMail,
  contents: TakenApart['contents'],
): Promise<{ readonly id: string; readonly again: boolean }> => {
  // An id counts once for each record: other senders choose the same, by chance or on purpose.
  const digest = createHash('sha256').update(`${handle} ${given.messageId}`).digest('hex')
  const key = `mail-${digest.slice(0, 40)}`
  const { files, left } = filesOf(given, contents)
  const said = withoutQuotes(
    (given.text ?? '').trim() ? given.text! : textOfHtml(given.html ?? ''),
  ).replace(unstorable, '')
  for (;;) {
    const names = left.slice(0, MAX_NAMED).map((name) => cut(name.replace(unstorable, ''), 100))
    const more = left.length > MAX_NAMED ? ', …' : ''
    const without = names.length ? `[${names.join(', ')}${more}: not kept]` : ''
    const body = [cut(said, MAX_LENGTH - without.length - 2), without].filter(Boolean).join('\n\n')
    try {
      return await desk.reply(id, { body, files, key })
    } catch (error) {
      const bad =
        error instanceof Problem &&
        ([413, 415, 422].includes(error.status) || error.code === 'file_quota') &&
        typeof error.extra.members?.fileAt === 'number'
          ? error.extra.members.fileAt
          : -1
      const refused = files.splice(bad < 0 ? files.length : bad, 1)
      if (!refused.length) throw error
      left.push(...refused.map((f) => f.name))
    }
  }
}

/**
 * `POST /api/mail/incoming`: customers' replies to our e-mails, forwarded by a mail service and
 * signed with the shared secret. Each message id counts once for each record.
 */
export const incomingMailRoutes = ({
  desks,
  links,
  limiter,
  addressOf,
  secret,
  now = Date.now,
}: DeskParts & { readonly secret: string | undefined; readonly now?: () => number }): Routes => {
  const guess = (c: Ctx): string => `mail guess ${addressOf(c)}`
  const wrongSignature = async (c: Ctx): Promise<Problem> => {
    await limiter.take(guess(c), MAX_GUESSES)
    return new Problem(400, 'bad_signature', 'The signature of this mail is wrong.')
  }
  /** Reads a body only from callers who may still guess, and hashes it as it arrives. */
  const readSigned = async (c: Ctx, key: string): Promise<readonly Uint8Array[]> => {
    const header = c.req.header(MAIL_SIGNATURE_HEADER) ?? ''
    const at = Number(/^t=(\d{1,12}),v1=/.exec(header)?.[1] ?? Number.NaN)
    await limiter.requireLeft(guess(c), MAX_GUESSES)
    if (!(Math.abs(now() / 1000 - at) <= TOLERANCE_S)) throw await wrongSignature(c)
    const hmac = createHmac('sha256', key).update(`${at}.`)
    const chunks: Uint8Array[] = []
    for await (const chunk of readChunks(c.req.raw, MAX_MAIL_BYTES)) {
      for await (const slice of slicesOf([chunk])) hmac.update(slice)
      chunks.push(chunk)
    }
    if (!isSignature(header, `t=${at},v1=${hmac.digest('hex')}`)) throw await wrongSignature(c)
    return chunks
  }
  return newRoutes().post('/incoming', async (c) => {
    if (secret === undefined) throw notFound('mailbox')
    const { text, contents } = await takeApart(await readSigned(c, secret))
    const given = await read(text)
    if (isAutomatic(given)) return c.json({ received: true, applied: false })
    const named = addressesIn(given.to)
      .map(links.handleIn)
      .find((n) => n !== undefined)
    const desk = named && desks[named.kind]
    const found = await desk?.named(named!.handle)
    if (!desk || !found || !named.isFor(found.id)) throw notFound('address')
    // The address was issued to one person; any other sender got it from them.
    if (addressIn(given.from) !== found.email.toLowerCase()) {
      throw new Problem(403, 'other_sender', 'This address is for the customer it was sent to.')
    }
    await limiter.take(`mail to ${named.kind} ${found.id}`, MAX_AN_HOUR, HOUR_MS)
    const { again } = await enter(desk, { id: found.id, handle: named.handle }, given, contents)
    return c.json({ received: true, applied: !again })
  })
}
