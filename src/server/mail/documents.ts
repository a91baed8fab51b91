/** E-mails documents of records: what declared actions with `mails` do, and the job that sends. */
import * as z from 'zod'
import { own } from '#schemas/define/own.ts'
import type { MailInput } from '#schemas/define/mailing.ts'
import { byCollection } from '#model/compile.ts'
import type { ActionModel, Model, ResourceModel } from '#model/types.ts'
import { invalid, Problem } from '../base/problem.ts'
import type { Database } from '../database/pool.ts'
import type { Query } from '../database/query.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { JobFailed, type JobHandler, type Jobs } from '../jobs/types.ts'
import { readOrganisation } from '../organisation/organisation.ts'
import type { Access, Actor } from '../permissions/types.ts'
import type { EntityRules, RuleBook } from '../store/write/rules.ts'
import type { TransactionalWriter } from '../store/write/writer.ts'
import { writtenLanguages } from '../texts/language.ts'
import type { RateLimiter } from '../web/rateLimit.ts'
import { letterHtml, proposedLetter } from './documentLetter.ts'
import type { Mailer } from './types.ts'

/** Kind of the job that e-mails a document. */
export const DOCUMENT_MAIL_JOB = 'document-mail'

const HOUR_MS = 3_600_000
/** E-mails with a document per hour: of one record, and by one person. */
const [MAX_OF_RECORD, MAX_BY_PERSON] = [6, 60]
/** Largest document; mail servers refuse much larger mails. */
const MAX_BYTES = 10_000_000

const payload = z.object({
  collection: z.string(),
  id: z.string(),
  /** None for a mail without a document. */
  document: z.string().nullable(),
  to: z.string(),
  subject: z.string(),
  message: z.string(),
  language: z.enum(writtenLanguages),
  /** The record whose address it goes to; null for another address. */
  recipient: z.object({ type: z.string(), id: z.string() }).nullable(),
  /** What kind of e-mail it is in the timeline; default that a person sent a document. */
  type: z.string().optional(),
  /** The only state of the record in which it is sent. */
  state: z.string().optional(),
})
/** One e-mail with a document, as its job keeps it. */
export type DocumentMail = z.output<typeof payload>

/** Dependencies of the actions. */
export interface DocumentMailParts {
  readonly model: Model
  readonly enqueue: Jobs['enqueue']
  readonly limiter: RateLimiter
  /** Writes a document for a caller who may read all of the record. */
  readonly document: TransactionalWriter['document']
  /** Address that receives the replies of customers. */
  readonly inbox: string
  /** Whether e-mails can be sent. */
  readonly ready: boolean
}

/** True for the address of our own inbox, with or without a part after `+`. */
const isInbox = (address: string, inbox: string): boolean => {
  const plain = (one: string): string => {
    const [user = '', ...domain] = one.toLowerCase().split('@')
    return [user.split('+')[0], ...domain].join('@')
  }
  return plain(address) === plain(inbox)
}

/** An address as the history shows it, to readers who may not know it. */
const masked = (address: string): string => {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}…${address.slice(at)}`
}

const checkBytes = ({ byteLength }: Uint8Array): void => {
  if (byteLength > MAX_BYTES) {
    throw new Problem(409, 'too_large', 'This document is too large to be sent by e-mail.')
  }
}

/** The action and its prefill for one entity. */
const mailing = (
  resource: ResourceModel,
  { name, mails }: ActionModel,
  given: EntityRules,
  { enqueue, limiter, document, inbox, ready }: DocumentMailParts,
): EntityRules => {
  const about = own(given.mailings, name)
  if (!about) throw new Error(`No rule says whom ${resource.entity}.${name} is for.`)
  return {
    ...given,
    prefills: {
      ...given.prefills,
      [name]: {
        needs: about.needs,
        async run(row, context) {
          const to = await about.to(row, context)
          const { name: organisation } = await readOrganisation(context.tx.query)
          return { ...(to.email ? { to: to.email } : {}), ...proposedLetter(to, organisation) }
        },
      },
    },
    actions: {
      ...given.actions,
      async [name](row, input, context) {
        const { to, subject, message } = input as MailInput
        if (!ready) throw new Problem(409, 'no_mail', 'No mail server is set up.')
        if (isInbox(to, inbox)) {
          throw invalid([
            { path: 'to', code: 'invalid_value', message: 'This is our own inbox for replies' },
          ])
        }
        const { accountId, personId, name: by } = context.access.actor
        await limiter.take(`document-mail of ${row.id}`, MAX_OF_RECORD, HOUR_MS)
        await limiter.take(`document-mail by ${personId ?? ''}`, MAX_BY_PERSON, HOUR_MS)
        const { access, tx } = context
        const attached = typeof mails === 'string' ? mails : null
        // Refuses here what the job could not send.
        if (attached !== null) {
          const { bytes } = await document(resource, row.id, attached, {
            access,
            channel: 'system',
            tx,
            requestId: DOCUMENT_MAIL_JOB,
            operationId: row.id,
          })
          checkBytes(bytes)
        }
        const { of, email, language } = await about.to(row, context)
        await enqueue(
          {
            kind: DOCUMENT_MAIL_JOB,
            payload: {
              collection: resource.collection,
              id: row.id,
              document: attached,
              to,
              subject: subject.replace(/\s+/g, ' '),
              message,
              language,
              recipient: of && email === to ? { ...of } : null,
            } satisfies DocumentMail,
            actor: { accountId, personId, name: by },
          },
          tx,
        )
        return { touched: true, note: masked(to), result: { queued: true } }
      },
    },
  }
}

/** Adds to the rules what every declared action with `mails` does. */
export const withDocumentMail = (rules: RuleBook, parts: DocumentMailParts): RuleBook => {
  const added = parts.model.resources.flatMap((resource) =>
    resource.actions.flatMap((action) =>
      action.mails === undefined ? [] : [{ resource, action }],
    ),
  )
  return added.reduce<RuleBook>(
    (book, { resource, action }) => ({
      ...book,
      [resource.entity]: mailing(resource, action, own(book, resource.entity) ?? {}, parts),
    }),
    rules,
  )
}

interface JobParts {
  readonly db: Database
  readonly model: Model
  readonly writer: Pick<TransactionalWriter, 'document'>
  readonly mailer: Pick<Mailer, 'deliver'>
  readonly accessFor: (actor: Actor) => Access
  /** Host in the ids of e-mails. */
  readonly host: string
}

/** Adds the e-mail to the timelines of its record and of its recipient, once per `id`. */
export const enterMail = async (
  query: Query,
  id: string,
  { collection, id: record, recipient, type = 'document' }: DocumentMail,
  state: 'delivered' | 'failed' | 'no_address',
): Promise<void> => {
  const to = recipient ?? { type: 'address', id: record }
  await query(
    `INSERT INTO deliveries (id, type, channel, recipient_type, recipient_id, state, resource_type, resource_id, delivered_at)
VALUES ($1, $7, 'email', $2, $3, $4, $5, $6, CASE WHEN $4 = 'delivered' THEN now() END)
ON CONFLICT (id) DO UPDATE SET state = EXCLUDED.state, delivered_at = EXCLUDED.delivered_at WHERE deliveries.state <> 'delivered'`,
    [id, to.type, to.id, state, collection, record, type],
  )
}

/** False if the record is no longer in the state that the e-mail is about. */
const isStill = async (
  query: Query,
  { table }: ResourceModel,
  { id, state }: DocumentMail,
): Promise<boolean> => {
  if (state === undefined) return true
  const { rowCount } = await query(
    `SELECT 1 FROM "${table}" WHERE id = $1 AND state = $2 AND deleted_at IS NULL`,
    [id, state],
  )
  return rowCount > 0
}

/**
 * Handles such a job, with the sender's current rights. The queue retries an e-mail that failed; its
 * stable id identifies duplicates.
 */
export const documentMailHandler =
  ({ db, model, writer, mailer, accessFor, host }: JobParts): JobHandler =>
  async ({ id: job, payload: given, actor: asked, afterEnd }) => {
    const mail = payload.parse(given)
    let sent = false
    const resource = byCollection(model, mail.collection)
    if (!(await isStill(db.query, resource, mail))) return { sent }
    afterEnd(async () => {
      if (!sent) await enterMail(db.query, job, mail, 'failed')
    })
    const actor = await actorOfJob(db.query, model, asked)
    if (!actor) throw new JobFailed('The sender of this e-mail is no longer active.')
    const written =
      mail.document === null
        ? undefined
        : await writer.document(byCollection(model, mail.collection), mail.id, mail.document, {
            access: accessFor(actor),
            channel: 'job',
            requestId: job,
            operationId: job,
          })
    await mailer.deliver({
      to: mail.to,
      subject: mail.subject,
      text: mail.message,
      html: letterHtml(mail.message, mail.language),
      messageId: `<${job}@${host}>`,
      ...(mail.type === undefined ? {} : { automatic: true }),
      ...(written ? { attachments: [{ ...written, type: 'application/pdf' }] } : {}),
    })
    sent = true
    await enterMail(db.query, job, mail, 'delivered')
    return { sent }
  }
