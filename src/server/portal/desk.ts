/**
 * The customer's side of a ticket, used by its page and its e-mails. Implemented by the rules of
 * the entity.
 */

/** A file as sent, not checked yet. */
export interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface DeskFile {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** Short-lived. */
  readonly url: string
}

/** A message as shown to the customer; excludes notes and activity. */
export interface DeskMessage {
  readonly id: string
  /** True if written by our staff. */
  readonly ours: boolean
  readonly who: string
  /** Instant. */
  readonly at: string
  readonly body: string
  readonly files: readonly DeskFile[]
}

/** A ticket as shown to its customer. */
export interface DeskView {
  readonly id: string
  readonly number: string
  readonly subject: string
  /** Current state. */
  readonly state: string
  /** 1–5; null while unrated. */
  readonly rating: number | null
  /** True if it can be rated now. */
  readonly ratable: boolean
  readonly customer: {
    readonly name: string
    readonly locale: string | null
    readonly timeZone: string
  }
  readonly organisation: string
  /** Oldest first; the last 200. */
  readonly messages: readonly DeskMessage[]
}

/** A reply of the customer. `key` makes it count once, however often it is sent. */
export interface DeskReply {
  readonly body: string
  readonly files: readonly SentFile[]
  readonly key: string
}

export interface Desk {
  /**
   * Returns whom a ticket can be shown to: its customer and their current address, as one text; for
   * a merged ticket those of the one it was merged into. Undefined if there is none.
   */
  holder(ticket: string): Promise<string | undefined>
  /**
   * Returns what the customer of a ticket sees; for a merged ticket the one it was merged into.
   * Undefined if there is none.
   */
  view(ticket: string): Promise<DeskView | undefined>
  /**
   * Enters a reply and returns the ticket it was added to: another one if this one is closed. 413,
   * 415 and 422 for unsupported files.
   */
  reply(
    ticket: string,
    reply: DeskReply,
  ): Promise<{ readonly ticket: string; readonly again: boolean }>
  /** Returns false if it cannot be rated now. */
  rate(ticket: string, points: number): Promise<boolean>
  /** Returns the id and the customer's address of a ticket by its number. */
  byNumber(number: string): Promise<{ readonly id: string; readonly email: string } | undefined>
}
