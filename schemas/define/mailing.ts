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
 * Declares an action that e-mails something about a record. Its server rules say to whom, and what
 * (`mailings`); the engine writes the prefilled text in the recipient's language and sends it.
 */
export const mails = { input: mailInput, prefill: true, outside: 'mail', mails: true } as const

/** Declares the action that e-mails a document of a record, as `mails` does. */
export const mailsDocument = <const Document extends string, const State extends string = never>(
  document: Document,
  from: readonly State[] = [],
) =>
  ({
    ...mails,
    label: 'Send by e-mail',
    hint: 'The document is attached as a PDF',
    from,
    mails: document,
  }) as const
