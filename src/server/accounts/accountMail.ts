import { messages } from '../mail/messages.ts'
import { pageLink, type Parts } from './parts.ts'

interface Recipient {
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
}

type MailParts = Pick<Parts, 'people' | 'mailer' | 'config'>

/** Adds the person's language. */
const addressed = async ({ people }: MailParts, { email, name, emailVerified }: Recipient) => ({
  email,
  // The person who typed the name may not own the mailbox, so it is not mailed there.
  name: emailVerified ? name : null,
  locale: (await people.byEmail(email))?.locale,
})

/** Mails the link that sets a new password. */
export const mailResetLink = async (
  parts: MailParts,
  user: Recipient,
  token: string,
): Promise<void> =>
  parts.mailer.send(
    messages.resetPassword(
      await addressed(parts, user),
      pageLink(parts.config, '/auth/reset', token),
    ),
  )

/** Mails the link that proves the address. */
export const mailVerification = async (
  parts: MailParts,
  user: Recipient,
  token: string,
): Promise<void> =>
  parts.mailer.send(
    messages.verifyEmail(
      await addressed(parts, user),
      pageLink(parts.config, '/auth/verify', token),
    ),
  )

/** Mails the owner of an address with an account that somebody tried to register with it. */
export const mailAlreadyRegistered = async (parts: MailParts, email: string): Promise<void> =>
  parts.mailer.send(
    messages.alreadyRegistered(
      await addressed(parts, { email, name: '', emailVerified: false }),
      new URL('/auth/forgot', parts.config.publicUrl).href,
    ),
  )
