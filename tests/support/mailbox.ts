/** The route for incoming mail with a desk that keeps what it is given. */
import { randomUUID } from 'node:crypto'
import { Problem } from '#server/base/problem.ts'
import { onError } from '#server/http/errors.ts'
import { processLimiter } from '#server/web/rateLimit.ts'
import { newRoutes } from '#server/web/routes.ts'
import { incomingMailRoutes, MAIL_SIGNATURE_HEADER, mailSignature } from '#server/mail/incoming.ts'
import type { Desk, DeskReply } from '#server/portal/desk.ts'
import { deskLinks } from '#server/portal/links.ts'

const SECRET = 'what the mail service and the tests know, nobody else'

export const mailbox = ({
  limits = true,
  refuses,
}: {
  limits?: boolean
  /** Index of the first file that the desk refuses; undefined for none. */
  refuses?: (files: DeskReply['files']) => number | undefined
} = {}) => {
  const replies: DeskReply[] = []
  const id = randomUUID()
  const links = deskLinks(SECRET, 'support@example.com')
  const desk: Desk = {
    holder: async () => undefined,
    view: async () => undefined,
    seen: async () => {},
    rate: async () => false,
    named: async () => ({ id, email: 'ana@example.com' }),
    async reply(_id, reply) {
      const fileAt = refuses?.(reply.files)
      if (fileAt !== undefined && fileAt >= 0) {
        throw new Problem(415, 'unsupported_media_type', 'No.', { members: { fileAt } })
      }
      replies.push(reply)
      return { id, again: false }
    },
  }
  const app = newRoutes()
  app.onError(onError(() => {}))
  app.route(
    '/',
    incomingMailRoutes({
      desks: { tickets: desk, conversations: desk },
      links,
      limiter: processLimiter({ enabled: limits }),
      addressOf: () => '10.0.0.1',
      secret: SECRET,
    }),
  )
  const post = (body: ReadableStream<Uint8Array> | string, signature: string | undefined) =>
    app.request('/incoming', {
      method: 'POST',
      body,
      headers: signature === undefined ? {} : { [MAIL_SIGNATURE_HEADER]: signature },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node needs it for streams, and its types do not know it
      ...({ duplex: 'half' } as object),
    })
  const now = (): number => Math.floor(Date.now() / 1000)
  return {
    replies,
    post,
    now,
    addressOf: (ticket: string) => links.address('tickets', ticket, id),
    letter: (parts: object) => ({
      messageId: `<${randomUUID()}@mail>`,
      from: 'ana@example.com',
      to: links.address('tickets', 't-1', id),
      text: 'Hello',
      ...parts,
    }),
    signatureOf: (body: string) => mailSignature(SECRET, body, now()),
    /** Posts JSON text as the mail service does. */
    send: (body: string) => post(body, mailSignature(SECRET, body, now())),
  }
}
