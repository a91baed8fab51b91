import type { Message, Said } from '#model/message.ts'
import type { NoticeType } from '#model/notices.ts'

/**
 * State of one delivery. `no_device` and `no_address`: there is nowhere to send it to; `muted`: the
 * person does not want it.
 */
export type DeliveryState =
  | 'waiting'
  | 'sending'
  | 'delivered'
  | 'failed'
  | 'no_device'
  | 'no_address'
  | 'muted'

/** Title and body of a stored notification as messages; what is missing was written by a person. */
export interface NoticeMessages {
  readonly title?: Message
  readonly body?: Message
}

/** A notification to people of the back-office. */
export interface Notice {
  readonly type: Exclude<NoticeType, 'announcement'>
  /** Ids of people who sign in; duplicates count once. */
  readonly employees: readonly string[]
  /** At most 160 characters; pages and e-mails show it in the reader's language. */
  readonly title: Said
  /** What a person wrote, or a message in the reader's language. */
  readonly body?: string | Message | undefined
  /** A path of the application, such as `/tickets/<id>`. */
  readonly link: string
  /**
   * The record it is about, by collection: without permission to read it, title and body are not
   * shown.
   */
  readonly resource?: { readonly type: string; readonly id: string } | undefined
  /** Comes through quiet hours of people who allow it. */
  readonly urgent?: boolean | undefined
  /**
   * Permission keys, mostly of fields, that title and body are based on: without any one of them
   * they are not shown either.
   */
  readonly needs?: readonly string[] | undefined
  /** Id of what it is about: it is never combined with other notifications. */
  readonly apart?: string | undefined
  /** How many events it counts for; default 1. */
  readonly times?: number | undefined
  /** The actor: nobody is notified of their own actions. */
  readonly by?: string | null | undefined
}
