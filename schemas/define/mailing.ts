import { email, longText, text } from './fields.ts'
import { z } from './zod.ts'

/** Input of an action that e-mails a document. */
export const mailInput = z.object({
  to: email({ label: 'To' }),
  subject: text(200),
  message: longText(5000),
})
export type MailInput = Readonly<z.output<typeof mailInput>>

/**
 * Declares the action that e-mails a document of a record. Its server rules say whom the document is
 * for (`mailings`); the engine writes the prefilled text in the recipient's language and sends it.
 */
export const mailsDocument = <const Document extends string, const State extends string = never>(
  document: Document,
  from: readonly State[] = [],
) =>
  ({
    label: 'Send by e-mail',
    hint: 'The document is attached as a PDF',
    from,
    input: mailInput,
    prefill: true,
    outside: 'mail',
    mails: document,
  }) as const
