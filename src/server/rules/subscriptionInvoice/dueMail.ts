/** E-mails about an invoice that is due, with the invoice attached and a link to pay. */
import { randomUUID } from 'node:crypto'
import { moneyIn } from '#model/message.ts'
import { byCollection } from '#model/compile.ts'
import type { Model } from '#model/types.ts'
import type { Database, Tx } from '../../database/pool.ts'
import { SYSTEM_JOB, type Jobs } from '../../jobs/types.ts'
import { proposedLetter } from '../../mail/documentLetter.ts'
import { DOCUMENT_MAIL_JOB, enterMail, type DocumentMail } from '../../mail/documents.ts'
import { readOrganisation } from '../../organisation/organisation.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { TransactionalWriter } from '../../store/write/writer.ts'
import { serverTexts } from '../../texts/index.ts'
import { payUrl, type PayLinkParts } from '../paymentTransaction/payLink.ts'
import type { RecordOf, RuleContext } from '../types.ts'
import { paperTexts } from './language.ts'
import { vendorAddressee } from './recipient.ts'

export interface DunningParts extends PayLinkParts {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly enqueue: Jobs['enqueue']
  readonly now?: () => Date
}

/** What rules may use in a database transaction of ours. */
export const ruleIn = ({ model, writer }: DunningParts, tx: Tx): RuleContext => {
  const context = {
    access: compileAccess(model, systemActor),
    channel: 'system',
    requestId: 'dunning',
    operationId: randomUUID(),
  } as const
  return writer.unit(byCollection(model, 'subscription-invoices'), context, tx).rule as RuleContext
}

type PayTexts = (typeof serverTexts)['en']['pay']

/** What an e-mail says of an invoice. */
type Says = (texts: PayTexts, title: string, amount: string) => { subject: string; say: string }

/**
 * Queues an e-mail to the vendor of an open invoice; without an address it is entered as not
 * delivered. `type` identifies it among the deliveries of the invoice.
 */
export const queueMail = async (
  parts: DunningParts,
  rule: RuleContext,
  invoice: RecordOf<'subscription-invoices'>,
  type: string,
  says: Says,
): Promise<void> => {
  const { query } = rule.tx
  const to = await vendorAddressee(
    String(invoice.vendor),
    rule,
    (language) => `${paperTexts[language].invoice} ${String(invoice.number)}`,
  )
  const { subject, say } = says(
    serverTexts[to.language].pay,
    to.title,
    moneyIn(invoice.due!, to.language),
  )
  const { name } = await readOrganisation(query)
  const url = payUrl(parts, 'invoice', invoice)
  const mail: DocumentMail = {
    ...proposedLetter({ ...to, say: `${say}\n${url}` }, name),
    collection: 'subscription-invoices',
    id: invoice.id,
    document: 'document',
    to: to.email ?? '',
    language: to.language,
    recipient: to.of ? { ...to.of } : null,
    type,
    state: 'open',
  }
  if (!to.email) return enterMail(query, randomUUID(), mail, 'no_address')
  await parts.enqueue(
    {
      kind: DOCUMENT_MAIL_JOB,
      payload: { ...mail, subject: `${subject} ${mail.subject}`.slice(0, 200) },
      actor: SYSTEM_JOB,
    },
    rule.tx,
  )
}
