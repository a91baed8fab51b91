/** A message as devices show it. `key` is the same for every try, so that a device shows it once. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  readonly link: string | null
  readonly key: string
}

/** Sends to the devices of one recipient. Throws `PushFailed` when it should be tried again, or, with `final`, when no try will help. */
export interface PushSender {
  /** Whether a push service is set up at all. */
  readonly available: boolean
  /** With `device`, to that one alone. */
  send(
    to: { readonly type: string; readonly id: string; readonly device?: string },
    message: PushMessage,
  ): Promise<'sent' | 'no_device'>
}

/** Where none is set up: nobody has a device. */
export const noPush: PushSender = { available: false, send: async () => 'no_device' }

/** What is said of a message that found no push service. */
export const NO_SERVICE = 'No push service is set up.'

/** Sending that failed. */
export class PushFailed extends Error {
  /** No later try will change it. */
  readonly final: boolean
  /** Milliseconds the service asked to be left alone. */
  readonly waitMs: number
  constructor(
    message: string,
    { final = false, waitMs = 0 }: { readonly final?: boolean; readonly waitMs?: number } = {},
  ) {
    super(message)
    this.name = 'PushFailed'
    this.final = final
    this.waitMs = waitMs
  }
}
