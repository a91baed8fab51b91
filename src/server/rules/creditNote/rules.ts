import type { creditNote, CreditNote } from '#schemas/creditNote.ts'
import { readLetterhead } from '../../organisation/organisation.ts'
import type { WrittenLanguage } from '../../texts/language.ts'
import {
  customerAddressee,
  readableCustomer,
  readableVendor,
  vendorAddressee,
} from '../subscriptionInvoice/recipient.ts'
import type { Recipient } from '../subscriptionInvoice/pdf.ts'
import type { EntityRules, RuleContext } from '../types.ts'
import { noteTexts } from './language.ts'

/** Whom the note is for: the vendor of an invoice, otherwise the customer. */
const recipientOf = async (
  { vendor, customer }: CreditNote,
  context: RuleContext,
): Promise<Recipient> => {
  if (vendor) return readableVendor(vendor, context)
  if (!customer) return {}
  const { name, addresses } = await readableCustomer(customer, context)
  const [first] = addresses ?? []
  return { ...(name ? { displayName: name } : {}), ...(first ? { address: first.address } : {}) }
}

/** Number or code of what the note is about; every reader of the note may know it. */
const aboutOf = async (
  { order, booking, invoice }: CreditNote,
  context: RuleContext,
): Promise<string> => {
  if (order) return (await context.load('orders', order))?.number ?? ''
  if (booking) return (await context.load('bookings', booking))?.code ?? ''
  return (invoice && (await context.load('subscription-invoices', invoice))?.number) || ''
}

/** Rules of credit notes, which refunds issue: what their PDF shows of them. */
export const creditNoteRules: EntityRules<typeof creditNote> = {
  mailings: {
    mail: {
      needs: ['number'],
      async to({ number, vendor, customer }, context) {
        const titleIn = (says: WrittenLanguage) => `${noteTexts[says].note} ${number}`
        if (vendor) return vendorAddressee(vendor, context, titleIn)
        return customerAddressee(customer, context, titleIn)
      },
    },
  },
  documents: {
    async document(row, context) {
      const refund = context.access.can('paymentTransaction.read')
        ? await context.load('payment-transactions', row.refund)
        : undefined
      // Loads the text renderer, which the server does not need to start.
      const { creditNotePdf } = await import('./pdf.ts')
      return {
        fileName: `${row.number}.pdf`,
        bytes: await creditNotePdf({
          note: row,
          to: await recipientOf(row, context),
          about: await aboutOf(row, context),
          refund: refund?.number,
          seller: await readLetterhead(context.tx.query),
        }),
      }
    },
  },
}
