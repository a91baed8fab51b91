import type { NoticeType } from '#model/notices.ts'

/** How it stands with one delivery. `no_device` and `no_address`: there is nowhere to send it to; `muted`: the person wants none of it. */
export type DeliveryState =
  | 'waiting'
  | 'sending'
  | 'delivered'
  | 'failed'
  | 'no_device'
  | 'no_address'
  | 'muted'

/** Something a person of the back-office should know. */
export interface Notice {
  readonly type: Exclude<NoticeType, 'announcement'>
  /** Ids of people who sign in; doubles count once. */
  readonly employees: readonly string[]
  /** Made by `said`, at most 160 characters: the browser and mails show it in the reader's language. */
  readonly title: string
  readonly body?: string | undefined
  /** A path of the application, such as `/tickets/<id>`. */
  readonly link: string
  /** The record it is about, by collection: without the right to read it, title and body are not shown. */
  readonly resource?: { readonly type: string; readonly id: string } | undefined
  /** Cannot wait: it comes through quiet hours of those who let it. */
  readonly urgent?: boolean | undefined
  /** Permission keys, of fields above all, of what title and body are made of: without one of them they are not shown either. */
  readonly needs?: readonly string[] | undefined
  /** Who did it: nobody is told of their own actions. */
  readonly by?: string | null | undefined
}
