import { outsideFetch } from '../base/outsideFetch.ts'
import type { Query } from '../database/query.ts'
import { devicesOf, dropDevices, noteDelivered } from '../notifications/devices.ts'
import { noPush, PushFailed, type PushSender } from '../notifications/push.ts'
import { accessTokens } from './accessToken.ts'
import { NoResponse, type Call } from './call.ts'
import { uses, type FirebaseConfig, type ServiceAccount } from './config.ts'
import { MESSAGING_BASE, MESSAGING_SCOPE, sendToDevice } from './messages.ts'

/** Dependencies for sending through a Firebase project. */
export interface FirebasePush {
  readonly query: Query
  readonly project: string
  readonly account: ServiceAccount
  /** Base URL for sending; for tests. Default FCM. */
  readonly base?: string | undefined
  readonly call?: Call
  readonly now?: () => number
}

/** After a timeout, sends fail immediately for this long without calling the service. */
const REST_MS = 30_000

/**
 * Sends to all devices of a person through Firebase Cloud Messaging. Makes no call before the first
 * message. Deletes invalid devices; devices that got a message are skipped when it is retried for
 * the others.
 */
export const firebasePush = ({
  query,
  project,
  account,
  base = MESSAGING_BASE,
  call = outsideFetch,
  now = Date.now,
}: FirebasePush): PushSender => {
  const at = { call, base, project, tokens: accessTokens(account, MESSAGING_SCOPE, call, now) }
  let restUntil = 0
  return {
    available: true,
    async send(to, message) {
      if (to.type !== 'person') return 'no_device'
      const devices = await devicesOf(query, to.id, to.device)
      if (!devices.length) return 'no_device'
      const left = restUntil - now()
      if (left > 0) {
        throw new PushFailed('The push service did not respond a moment ago.', { waitMs: left })
      }
      const waiting = devices.filter((d) => d.lastKey !== message.key)
      const outcomes = await Promise.all(
        waiting.map(async ({ id, token }) => ({
          id,
          end: await sendToDevice(at, token, message).catch((error: unknown) => error),
        })),
      )
      const ids = (end: unknown): string[] => outcomes.filter((o) => o.end === end).map((o) => o.id)
      await dropDevices(query, ids('gone'))
      await noteDelivered(query, ids('sent'), message.key)
      const failures = outcomes.map((o) => o.end).filter((end) => end !== 'sent' && end !== 'gone')
      if (failures.some((f) => f instanceof NoResponse)) restUntil = now() + REST_MS
      // If any failure is temporary, retry, whatever happened to the other devices.
      const again = failures.find((f) => !(f instanceof PushFailed && f.final))
      if (again) throw again
      const reached = devices.length - waiting.length + ids('sent').length
      if (reached) return 'sent'
      if (failures.length) throw failures[0]
      return 'no_device'
    },
  }
}

/**
 * Returns the push sender of an installation: its Firebase project if that handles push, else none.
 */
export const pushOf = (project: FirebaseConfig | undefined, query: Query): PushSender =>
  uses(project, 'push') && project.serviceAccount
    ? firebasePush({
        query,
        project: project.projectId,
        account: project.serviceAccount,
        base: project.endpoints.fcm,
      })
    : noPush
