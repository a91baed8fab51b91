/** One mail, plain and HTML. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where answers go, when not to the sender. */
  readonly replyTo?: string
  /** The mail's own name, `<…@…>`; a second one of the same name is shown once. */
  readonly messageId?: string
  /** The mails before it, so that clients show them together. */
  readonly references?: readonly string[]
}

/** Sends mail. `send` never throws and answers at once: the mail leaves in the background, so an answer's time tells nothing about an address. */
export interface Mailer {
  send(mail: Mail): void
  /** Tries once and waits for it; throws when the mail did not leave. For callers who try again themselves. */
  deliver(mail: Mail): Promise<void>
  /** Connects to the mail server and signs in, without sending anything; absent where there is none. Throws when that fails. */
  readonly check?: () => Promise<void>
  /** Waits for what is still leaving; called when the server stops and by tests. */
  close(): Promise<void>
}

/** Where mail reports what no caller waits for; `console` fits. */
export interface MailLog {
  info(message: string): void
  error(message: string): void
}
