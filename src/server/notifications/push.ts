/** A message as devices show it. `key` is the same for every try, so that a device shows it once. */
export interface PushMessage { readonly title: string; readonly body: string; readonly link: string | null; readonly key: string }

/** Sends to the devices of one recipient. Throws when it should be tried again. */
export interface PushSender {
  /** Whether a push service is set up at all. */
  readonly available: boolean
  send(to: { readonly type: string; readonly id: string }, message: PushMessage): Promise<'sent' | 'no_device'>
}

/** Where none is set up: nobody has a device. */
export const noPush: PushSender = { available: false, send: async () => 'no_device' }
