/** The actions that copy and e-mail the link to the page on which a record is paid. */
import { moneyIn } from '#model/message.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { PayLinks } from '../../portal/payLinks.ts'
import type { DocumentAddressee } from '../../store/write/rules.ts'
import { serverTexts } from '../../texts/index.ts'
import { customerAddressee, vendorAddressee } from '../subscriptionInvoice/recipient.ts'
import type { EntityRules, RuleContext, RuleRow } from '../types.ts'
import type { SubjectField } from './ledger.ts'
import { payerOf } from './payDesk.ts'

export interface PayLinkParts {
  readonly payLinks: PayLinks
  /** Base URL of the customer pages, without a trailing slash. */
  readonly base: string
}

/** Fields with the payer and the name of each kind of record. */
const named = {
  order: { payer: 'customer', name: 'number' },
  booking: { payer: 'customer', name: 'code' },
  invoice: { payer: 'vendor', name: 'number' },
} as const satisfies Record<SubjectField, object>

/** URL of the page on which a record is paid. */
export const payUrl = (
  { payLinks, base }: PayLinkParts,
  field: SubjectField,
  row: RuleRow,
): string => {
  const holder = payerOf(String(row[named[field].payer]), String(row.state))
  return `${base}${payLinks.path(field, row.id, holder)}`
}

const addressee = async (
  parts: PayLinkParts,
  field: SubjectField,
  row: RuleRow,
  context: RuleContext,
): Promise<DocumentAddressee> => {
  const { payer, name } = named[field]
  const find = field === 'invoice' ? vendorAddressee : customerAddressee
  const found = await find(
    String(row[payer]),
    context,
    (says) => `${serverTexts[says].pay.kinds[field]} ${String(row[name])}`,
  )
  const { language, title } = found
  const due = row.due as Money | null
  const say = serverTexts[language].pay.say(title, due ? moneyIn(due, language) : '')
  return { ...found, say: `${say}\n${payUrl(parts, field, row)}` }
}

/** The rules of both actions for one kind of record. */
export const payLinkRules = (
  parts: PayLinkParts,
  field: SubjectField,
): Pick<EntityRules, 'actions' | 'mailings'> => ({
  actions: {
    paymentLink: (row) => ({ touched: true, result: { copy: payUrl(parts, field, row) } }),
  },
  mailings: {
    mailPaymentLink: {
      needs: ['due', 'state', named[field].payer, named[field].name],
      to: (row, context) => addressee(parts, field, row, context),
    },
  },
})
