/**
 * The customer's side of a ticket or a conversation, used by its page and its e-mails. Implemented
 * by the rules of the entities.
 */

/** Collections a customer without an account can reach a record of; the last part of their URLs. */
export const deskKinds = ['tickets', 'conversations'] as const
export type DeskKind = (typeof deskKinds)[number]

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
  /** Link to a small version of a picture, and the picture's pixels; null for other files. */
  readonly picture: {
    readonly thumbnail: string
    readonly width: number
    readonly height: number
  } | null
}

/** A message as shown to the customer; excludes notes and activity. */
export interface DeskMessage {
  readonly id: string
  /** True if written by our staff or a vendor's. */
  readonly ours: boolean
  readonly who: string
  /** Instant. */
  readonly at: string
  readonly body: string
  readonly files: readonly DeskFile[]
}

/** A ticket or a conversation as shown to its customer. */
export interface DeskView {
  readonly id: string
  /** Its name in the reply address (see `DeskLinks.address`). */
  readonly handle: string
  /** Number of a ticket; null for a conversation. */
  readonly number: string | null
  readonly subject: string
  /** Current state of a ticket; null for a conversation, whose state is for staff. */
  readonly state: string | null
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
   * Returns whom a record can be shown to: its customer and their current address, as one text; for
   * a merged ticket those of the one it was merged into. Undefined if there is none.
   */
  holder(id: string): Promise<string | undefined>
  /**
   * Returns what the customer of a record sees; for a merged ticket the one it was merged into.
   * Undefined if there is none.
   */
  view(id: string): Promise<DeskView | undefined>
  /** Marks what was written to the customer as read. */
  seen(id: string): Promise<void>
  /**
   * Enters a reply and returns the record it was added to: another ticket if this one is closed.
   * 413, 415 and 422 for unsupported files.
   */
  reply(id: string, reply: DeskReply): Promise<{ readonly id: string; readonly again: boolean }>
  /** Returns false if it cannot be rated now; conversations never can. */
  rate(id: string, points: number): Promise<boolean>
  /** Returns the id and the customer's address of a record by its handle. */
  named(handle: string): Promise<{ readonly id: string; readonly email: string } | undefined>
}

/** The customer's side of each kind of record. */
export type Desks = Readonly<Record<DeskKind, Desk>>
