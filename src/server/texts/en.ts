import { noBody } from '#model/notices.ts'
import type { LetterTexts, PlainLetterTexts } from './types.ts'

/**
 * Texts written by the server, in English. The other languages have the same structure and content.
 */
export interface ServerTexts {
  /** E-mails of the account pages. */
  readonly mail: {
    readonly hello: (name: string | null) => string
    readonly resetPassword: LetterTexts
    readonly verifyEmail: LetterTexts
    readonly alreadyRegistered: LetterTexts
    readonly proofCode: (code: string) => PlainLetterTexts
    /**
     * `from` is null when nobody in particular sent the invitation, such as after an import by
     * command.
     */
    readonly invitation: (from: string | null) => LetterTexts
  }
  /** E-mails with a document attached. */
  readonly documents: { readonly attached: (title: string) => string; readonly close: string }
  /** Text around every notification sent outside the application. */
  readonly frame: Readonly<Record<keyof typeof frame, string>>
  /** The customer's page and e-mails. */
  readonly desk: typeof desk
  /** The page on which one record is paid, and its e-mail. */
  readonly pay: typeof pay
  /** Words in exports and reports of imports. */
  readonly cells: Readonly<Record<keyof typeof cells, string>>
}

const frame = {
  open: 'Open',
  close: 'Choose which e-mails you get under Settings, Notifications.',
  hidden: 'Something concerns you',
  gathered: '{{count}} notifications from your quiet hours',
  noBody: noBody.en,
}

const cells = { yes: 'Yes', no: 'No', currency: 'currency', refusedWhy: 'Why it was refused' }

const desk = {
  you: 'You',
  states: {
    new: 'New',
    open: 'Open',
    pending: 'Waiting for you',
    solved: 'Solved',
    closed: 'Closed',
  } as Record<string, string>,
  conversation: 'Conversation',
  nothing: 'No messages yet.',
  reply: 'Write a reply',
  send: 'Send',
  files: 'Files (at most 10, pictures, PDF, CSV or text, 10 MB each)',
  reopens: 'Writing opens your request again.',
  follows: 'This request is closed. What you write starts a new one that leads back here.',
  rateTitle: 'How satisfied are you with our help?',
  points: (n: number) => `${n} of 5`,
  rate: 'Rate',
  rated: (n: number) => `You rated our help with ${n} of 5. Thank you!`,
  readOnly:
    'This link is read-only. Customers reply through their own link, which is in every e-mail to them.',
  sent: 'Your reply has arrived.',
  empty: 'Write something or attach a file.',
  tooLong: 'At most 10,000 characters.',
  tooMany: 'At most 10 files.',
  fileQuota: 'You have sent many files today. Send the others tomorrow.',
  goneTitle: 'This link no longer works',
  gone: 'It may be incomplete or expired. Every e-mail about your request contains a new one.',
  slowTitle: 'One moment, please',
  slow: 'There were too many attempts. Try again in a minute.',
  mailSubject: 'Re: ',
  mailHello: (name: string) => `Hello ${name},`,
  mailButton: 'Open the conversation',
  mailClose: 'Reply to this e-mail, or open the conversation with the button.',
  solvedSay:
    'Your request is solved. If it is not, simply reply to this e-mail. On its page you can rate our help.',
  files1: (n: number) => `Files with this message, available on the page: ${n}`,
}

const pay = {
  kinds: { order: 'Order', booking: 'Booking', invoice: 'Invoice' },
  due: 'Amount due',
  button: 'Pay now',
  transfer: 'Pay by bank transfer',
  reference: 'Reference:',
  contact: 'Please contact us to arrange the payment.',
  busy: 'A payment cannot be started right now. If you have just paid, it is already on its way.',
  gone: 'It may be incomplete or expired, or there is nothing left to pay.',
  reminder: {
    subject: 'Reminder:',
    say: (title: string, amount: string, days: number) =>
      `${amount} of ${title} has been due for ${days === 1 ? 'one day' : `${days} days`}. If you have paid in the meantime, please ignore this reminder. Otherwise pay here:`,
  },
  declined: {
    subject: 'Your card was declined:',
    say: (title: string, amount: string) =>
      `We could not charge your saved card with ${amount} for ${title}. Please pay with another card or by bank transfer here:`,
  },
  say: (title: string, amount: string) => `${title}: ${amount} is due. Pay here:`,
}

export const en: ServerTexts = {
  mail: {
    hello: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
    resetPassword: {
      subject: 'Choose a new password',
      say: 'Someone requested a new password for your account.',
      button: 'Choose a new password',
      close: 'The link works once, within one hour. If it was not you, ignore this e-mail.',
    },
    verifyEmail: {
      subject: 'Confirm your e-mail address',
      say: 'Please confirm that this address is yours.',
      button: 'Confirm address',
      close: 'The link works for 24 hours. If you did not create an account, ignore this e-mail.',
    },
    alreadyRegistered: {
      subject: 'You already have an account',
      say: 'Somebody tried to create an account with your address, but it has one already. If it was you, sign in; if you have forgotten your password, choose a new one.',
      button: 'Choose a new password',
      close: 'If it was not you, ignore this e-mail: nobody was signed in.',
    },
    proofCode: (code) => ({
      subject: 'Confirm your identity',
      say: `Enter ${code} to confirm your identity.`,
      close:
        'The code works once, within ten minutes. If you did not request it, somebody else may be using your session: end it under Settings, Security.',
    }),
    invitation: (from) => ({
      subject: 'You are invited',
      say: `${from === null ? 'You are invited' : `${from} invites you`} to the back-office. Choose a password to start.`,
      button: 'Accept the invitation',
      close: 'The link works once, within seven days.',
    }),
  },
  documents: { attached: (title) => `Please find attached: ${title}.`, close: 'Kind regards' },
  frame,
  desk,
  pay,
  cells,
}
