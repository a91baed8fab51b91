/** The customer's side of a ticket: what its page and its mails stand on. The rules of the entity implement it. */

/** A file somebody sends, not looked at yet. */
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

/** A message as the customer may see it; notes and activity are none. */
export interface DeskMessage {
  readonly id: string
  /** Ours = written by staff. */
  readonly ours: boolean
  readonly who: string
  /** Instant. */
  readonly at: string
  readonly body: string
  readonly files: readonly DeskFile[]
}

/** A ticket as its customer may see it. */
export interface DeskView {
  readonly id: string
  readonly number: string
  readonly subject: string
  /** Value of the state. */
  readonly state: string
  /** 1–5; null while nothing was said about it. */
  readonly rating: number | null
  /** It can be rated now. */
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

/** A reply of the customer. `key` makes it count once, however often it comes. */
export interface DeskReply {
  readonly body: string
  readonly files: readonly SentFile[]
  readonly key: string
}

export interface Desk {
  /** Whom a ticket can be shown to: its customer at their present address, as one text; of a merged ticket that of the one it leads to. Undefined where there is none. */
  holder(ticket: string): Promise<string | undefined>
  /** What the customer of a ticket sees; of a merged ticket the one it leads to. Undefined where there is none. */
  view(ticket: string): Promise<DeskView | undefined>
  /** Enters a reply and answers the ticket it stands in: another one where this one is closed. 413, 415 and 422 for what cannot be kept. */
  reply(
    ticket: string,
    reply: DeskReply,
  ): Promise<{ readonly ticket: string; readonly again: boolean }>
  /** False where it cannot be rated now. */
  rate(ticket: string, points: number): Promise<boolean>
  /** Id and customer's address of a ticket by its number. */
  byNumber(number: string): Promise<{ readonly id: string; readonly email: string } | undefined>
}
