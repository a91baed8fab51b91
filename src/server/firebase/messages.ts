import { NO_BODY } from '#model/notices.ts'
import type { PushMessage } from '../notifications/push.ts'
import type { AccessTokens } from './accessToken.ts'
import { responseOf, textOf, type CallResponse, type Call } from './call.ts'

/** OAuth scope a service account needs to send. */
export const MESSAGING_SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** Default base URL for sending messages; tests override it. */
export const MESSAGING_BASE = 'https://fcm.googleapis.com'

/** Seconds the service keeps a message for a device that is offline. */
const KEEP_S = 24 * 3600

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * True when the response says that the device token is invalid: the app was removed, it belongs to
 * another project, or it never existed.
 */
const isGone = ({ status, body }: CallResponse): boolean => {
  const error = record(record(body).error)
  const details = list(error.details).map(record)
  const codes = new Set(details.map((d) => textOf(d, 'errorCode')))
  if (status === 410 || codes.has('UNREGISTERED') || codes.has('SENDER_ID_MISMATCH')) return true
  // The same code is used for an invalid message, which is not the device's fault.
  return (
    status === 400 &&
    details.some((d) => list(d.fieldViolations).some((v) => textOf(v, 'field') === 'message.token'))
  )
}

/**
 * Returns a message in the format of FCM HTTP v1. The link is sent as data: our own service worker
 * opens it.
 */
const messageTo = (token: string, { title, body, link, key }: PushMessage): string =>
  JSON.stringify({
    message: {
      token,
      notification: { title, body: body || NO_BODY },
      data: { key, ...(link ? { link } : {}) },
      webpush: { headers: { TTL: String(KEEP_S), Urgency: 'high' } },
    },
  })

/**
 * Sends a message to one device through FCM HTTP v1. Returns `gone` when the device token is no
 * longer valid. Throws `PushFailed` for everything else.
 */
export const sendToDevice = async (
  {
    call,
    tokens,
    base,
    project,
  }: {
    readonly call: Call
    readonly tokens: AccessTokens
    readonly base: string
    readonly project: string
  },
  device: string,
  message: PushMessage,
): Promise<'sent' | 'gone'> => {
  const post = async (token: string): Promise<CallResponse> =>
    responseOf(
      call,
      'The push service',
      `${base}/v1/projects/${encodeURIComponent(project)}/messages:send`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: messageTo(device, message),
      },
    )
  const first = await tokens.get()
  let response = await post(first)
  // A token may be revoked before it expires.
  if (response.status === 401) {
    tokens.drop(first)
    response = await post(await tokens.get())
  }
  if (response.ok) return 'sent'
  if (isGone(response)) return 'gone'
  throw response.failed(
    `The push service refused: ${textOf(record(response.body).error, 'message') ?? response.status}`,
  )
}
