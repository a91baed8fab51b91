/**
 * A message as devices show it. `key` is the same for every attempt, so that a device shows it
 * once.
 */
export interface PushMessage {
  readonly title: string
  readonly body: string
  readonly link: string | null
  readonly key: string
}

/**
 * Sends to the devices of one recipient. Throws `PushFailed` when it should be retried, or, with
 * `final`, when no retry will help.
 */
export interface PushSender {
  /** True when a push service is configured. */
  readonly available: boolean
  /** With `device`, only to that one. */
  send(
    to: { readonly type: string; readonly id: string; readonly device?: string },
    message: PushMessage,
  ): Promise<'sent' | 'no_device'>
}

/** Used when no push service is configured: nobody has a device. */
export const noPush: PushSender = { available: false, send: async () => 'no_device' }

/** Error message when no push service is configured. */
export const NO_SERVICE = 'No push service is set up.'

/** A failed send. */
export class PushFailed extends Error {
  /** True when a retry will not help. */
  readonly final: boolean
  /** Milliseconds to wait, as requested by the service. */
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
