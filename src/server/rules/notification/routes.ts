/** Routes of the screen that composes notifications, besides those of its collection. */
import { bodyAs } from '../../base/issues.ts'
import { say, type Said } from '#model/message.ts'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod'
import { notification } from '#schemas/notification.ts'
import { RECIPIENTS } from '#schemas/notification.recipients.ts'
import type { Model } from '#model/types.ts'
import { newRoutes, type Routes } from '../../web/routes.ts'
import type { Database, Tx } from '../../database/pool.ts'
import { readJson } from '../../web/body.ts'
import { accessOf } from '../../web/context.ts'
import { Problem } from '../../base/problem.ts'
import { writing, type RunOnce } from '../../web/writes.ts'
import { languageTo } from '../../texts/language.ts'
import type { Mailer } from '../../mail/types.ts'
import { INBOX_CHANNEL } from '../../notifications/feed.ts'
import { emailOf } from '../../notifications/email.ts'
import type { PushSender } from '../../notifications/push.ts'
import { visibleResources } from '../../notifications/visible.ts'
import { serverTexts } from '../../texts/index.ts'
import { countAudience, type Audience } from './audience.ts'
import { requirePermission } from '../../permissions/require.ts'
import type { Access } from '../../permissions/types.ts'

interface Parts {
  readonly db: Pick<Database, 'query' | 'notify'>
  readonly model: Model
  readonly mailer: Pick<Mailer, 'deliver'>
  readonly push: PushSender
  readonly pages: string
  readonly once: RunOnce
}

const { title, body, channel, audience, link } = notification.shape.shape
const reached = z.strictObject({
  audience,
  channel,
  recipients: z.array(z.uuid('Not an id')).max(500, 'At most 500'),
})
const written = z.strictObject({
  title,
  body,
  channel,
  link: link.refine(
    (path) => path === undefined || path === null || /^\/(?!\/)[^\s\\]*$/.test(path),
    'Enter a path of this application, such as /bookings',
  ),
})

type Message = z.output<typeof written>

const noPerson = () =>
  new Problem(409, 'no_person', 'Only people of the back-office can be sent a test.')
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
const notSent = (said: Said): never => {
  throw new Problem(409, 'not_sent', said)
}

/** How many people a notification would have, and how many it would not reach. */
const audienceOf = async (
  { db, model, push }: Parts,
  access: Access,
  asked: z.output<typeof reached>,
) => {
  const type = RECIPIENTS[asked.audience]
  const named = asked.recipients.map((id) => ({ type, id }))
  // Reveals neither whether others exist, nor what reaches them.
  const isVisible = await visibleResources(db.query, model, access, named)
  const recipients = named.filter(isVisible).map((recipient) => ({ recipient }))
  const found =
    named.length && !recipients.length
      ? {}
      : await countAudience(db.query, { ...asked, recipients } as Audience, push.available)
  const { muted = 0, no_device: noDevice = 0, no_address: noAddress = 0 } = found
  const people = Object.values(found).reduce((sum, n) => sum + n, 0)
  return {
    people,
    reached: people - muted - noDevice - noAddress,
    muted,
    noDevice,
    noAddress,
    pushAvailable: push.available,
  }
}

const pushTest = async ({ push }: Parts, person: string | null, message: Message, key: string) => {
  if (person === null) throw noPerson()
  const { title, body, link } = message
  return push
    .send({ type: 'person', id: person }, { title, body, link: link ?? null, key })
    .catch((e: unknown) =>
      notSent(say('The message could not be sent: {{reason}}', { reason: reasonOf(e) })),
    )
}

interface Employee {
  readonly id: string
  readonly email: string
  readonly locale: string | null
}

const mailTest = async (
  { mailer, pages }: Parts,
  { email, locale }: Employee,
  { title, body, link }: Message,
): Promise<void> => {
  const language = languageTo(locale)
  await mailer
    .deliver(
      emailOf({
        id: uuidv7(),
        title,
        body,
        language,
        pages,
        to: email,
        open: link ? { label: serverTexts[language].frame.open, path: link } : undefined,
      }),
    )
    .catch((e: unknown) =>
      notSent(say('The e-mail could not be sent: {{reason}}', { reason: reasonOf(e) })),
    )
}

const inboxTest = async (
  { db }: Parts,
  tx: Tx | undefined,
  person: string,
  { title, body, link }: Message,
): Promise<void> => {
  await (tx ?? db).query(
    "INSERT INTO deliveries (id, type, channel, recipient_type, recipient_id, state, title, body, link, delivered_at) VALUES ($1, 'announcement', 'in_app', 'person', $2, 'delivered', $3, $4, $5, now())",
    [uuidv7(), person, title, body, link ?? null],
  )
  if (tx) tx.afterCommit(() => db.notify(INBOX_CHANNEL))
  else await db.notify(INBOX_CHANNEL)
}

/**
 * `POST …/audience`: how many recipients a notification would have, and how many it would not
 * reach. `POST …/test`: sends it to the caller alone.
 */
export const announcementRoutes = (parts: Parts): Routes => {
  const write = writing(parts.once)
  return newRoutes()
    .post('/audience', async (c) => {
      requirePermission(accessOf(c), 'notification.create')
      const asked = bodyAs(reached, (await readJson(c)).value)
      return c.json({ data: await audienceOf(parts, accessOf(c), asked) })
    })
    .post('/test', async (c) => {
      requirePermission(accessOf(c), 'notification.create')
      const { text, value } = await readJson(c)
      const message = bodyAs(written, value)
      // Outside the transaction of the repeatable request, because an unresponsive service would
      // hold it open. Devices show a key only once.
      if (message.channel === 'push') {
        const key = c.req.header('idempotency-key') ?? uuidv7()
        const state = await pushTest(parts, accessOf(c).actor.personId, message, key)
        return c.json({ data: { state } })
      }
      return write(c, text, async ({ access: { actor }, tx }) => {
        const {
          rows: [me],
        } = await (tx ?? parts.db).query<Employee>(
          'SELECT id, email, locale FROM employees WHERE id = $1 AND deleted_at IS NULL',
          [actor.personId],
        )
        if (!me) throw noPerson()
        if (message.channel === 'email') await mailTest(parts, me, message)
        else await inboxTest(parts, tx, me.id, message)
        return { json: { data: { state: 'sent' } } }
      })
    })
}
