import { withAccounts, withInvitations } from './accounts/index.ts'
import { withDocumentMail, type DocumentMailParts } from './mail/documents.ts'
import { openReads, type Reads } from './database/reads/reads.ts'
import type { Jobs } from './jobs/queue.ts'
import { deskLinks } from './portal/links.ts'
import { withSecurityEvents } from './security/rules.ts'
import { rules } from './rules/index.ts'
import { withSending } from './rules/notification/sending.ts'
import { withPayments } from './rules/paymentTransaction/gateway.ts'
import { createPayments } from './rules/paymentTransaction/providerEvents.ts'
import { withCustomerMail } from './rules/conversation/deskMail.ts'
import { sharedLimiter } from './web/rateLimit.ts'
import { createReader } from './store/read/reader.ts'
import { createWriter, type TransactionalWriter } from './store/write/writer.ts'
import type { DeskLinks } from './portal/links.ts'
import type { WriterParts } from './store/write/unit.ts'
import { layered, type RuleBook } from './store/write/rules.ts'
import type { Outside } from './outside.ts'
import type { Foundation } from './serviceTypes.ts'

/** How tickets and conversations reach customers by e-mail. */
export interface Portal {
  readonly links: DeskLinks
  readonly enqueue: Jobs['enqueue']
  readonly base: string
}

/** The rules of all entities, with everything that follows a write and needs services. */
const rulesWith = (
  { config, model }: Foundation,
  { identity, paying }: Outside,
  portal: Portal,
  mailing: Pick<DocumentMailParts, 'document' | 'limiter' | 'ready'>,
): RuleBook => {
  const { enqueue } = portal
  const pages = config.apiBase ? config.publicUrl : ''
  return layered(rules, [
    (inner) => withCustomerMail(inner, portal),
    (inner) => withInvitations(inner, model, enqueue),
    (inner) =>
      withAccounts(inner, model, { enqueue, identity, mail: config.smtpUrl !== undefined }),
    (inner) => withSecurityEvents(inner, model),
    (inner) => withSending(inner, enqueue),
    (inner) => withPayments(inner, { ...paying, enqueue, pages, base: portal.base }),
    (inner) => withDocumentMail(inner, { ...mailing, model, enqueue, inbox: config.mailInbox }),
  ])
}

/** Creates what reads and writes records. */
export const recordServices = (base: Foundation, outside: Outside, enqueue: Jobs['enqueue']) => {
  const { config, resources, model, log, db, vault } = base
  const replicated = config.databaseReadUrl
    ? openReads(db, { url: config.databaseReadUrl, log })
    : undefined
  const reads: Reads = replicated ?? db
  const portal: Portal = {
    links: deskLinks(config.secret, config.mailInbox),
    enqueue,
    base: config.apiBase || config.publicUrl,
  }
  const writing: WriterParts = {
    vault,
    db,
    model,
    resources,
    elsewhere: outside.documents.load,
    rules: rulesWith(base, outside, portal, {
      limiter: sharedLimiter(db.query, { enabled: config.rateLimits }),
      document: (...given) => writer.document(...given),
      ready: !base.mailer.absent,
    }),
  }
  const writer: TransactionalWriter = createWriter(writing)
  return {
    replicated,
    reads,
    portal,
    writing,
    writer,
    reader: createReader({ db, reads, model, secret: config.secret }),
    payments: createPayments({ db, model, writer, gateway: outside.paying.gateway, enqueue }),
  }
}
