/** A file in an e-mail. */
export interface Attachment {
  readonly fileName: string
  /** Media type. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** One e-mail, plain and HTML. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Reply address, if it differs from the sender. */
  readonly replyTo?: string
  /** The e-mail's `Message-ID`, `<…@…>`; a second one with the same id is shown once. */
  readonly messageId?: string
  /** Earlier message ids, so that clients show them as a thread. */
  readonly references?: readonly string[]
  readonly attachments?: readonly Attachment[]
  /** Nobody wrote it: programs that respond by themselves must not respond to it. */
  readonly automatic?: true
}

/**
 * Sends e-mail. `send` never throws and returns at once: delivery runs in the background, so the
 * response time reveals nothing about an address.
 */
export interface Mailer {
  send(mail: Mail): void
  /** Tries once and waits for it; throws when sending failed. For callers that retry themselves. */
  deliver(mail: Mail): Promise<void>
  /**
   * Connects to the mail server and signs in, without sending anything; absent without a mail
   * server. Throws on failure.
   */
  readonly check?: () => Promise<void>
  /** Nothing can be sent: no mail server is set up. */
  readonly absent?: true
  /** Waits for pending deliveries; called when the server stops and by tests. */
  close(): Promise<void>
}

/** Log for background deliveries; `console` fits. */
export interface MailLog {
  info(message: string): void
  error(message: string): void
}
