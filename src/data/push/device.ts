/**
 * Whether this browser shows messages while the application is closed, and how to turn that on and
 * off.
 */
import { call } from '../api.ts'
import { firebaseFor } from '../firebase/project.ts'
import { isProblem } from '../problem.ts'
import { storedTokens } from '../session.ts'
import type { Me } from '../types.ts'
import { registerAddress, removeDevice } from './api.ts'
import { firebasePush } from './firebase.ts'
import { dropMark, keepMark, readMark } from './mark.ts'
import type { PushPort } from './port.ts'

/**
 * `unsupported`: this browser cannot; `denied`: the person blocked it in the browser's settings.
 */
export type PushStanding = 'unsupported' | 'denied' | 'off' | 'on'
/** Why it could not be turned on. */
export type PushFailure = 'worker' | 'unreachable' | 'refused'

/** Turning it on failed; `failure` gives the step. */
export class PushError extends Error {
  readonly failure: PushFailure
  constructor(failure: PushFailure, cause?: unknown) {
    super(`Push could not be turned on: ${failure}`, { cause })
    this.name = 'PushError'
    this.failure = failure
  }
}

const PATIENCE_MS = 30_000
const DAY_MS = 86_400_000
/**
 * The push service expects the address to be renewed regularly; in between, only our server is
 * contacted.
 */
const RENEW_MS = 7 * DAY_MS

/** The push service of this installation; undefined if none is configured. */
const port = (): PushPort | undefined => {
  const project = firebaseFor('push')
  if (!project?.messagingSenderId || !project.appId || !project.vapidKey) return undefined
  const { apiKey, projectId, messagingSenderId, appId, vapidKey } = project
  return firebasePush({ apiKey, projectId, messagingSenderId, appId, vapidKey })
}

const supported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Push status of this browser for an account. */
export const standing = (account: string): PushStanding => {
  if (!supported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const on = Notification.permission === 'granted' && readMark()?.account === account
  return on ? 'on' : 'off'
}

const within = async <T>(work: Promise<T>, failure: PushFailure): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PushError(failure)), PATIENCE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const worker = async (): Promise<ServiceWorkerRegistration> => {
  try {
    await navigator.serviceWorker.register('/firebase-messaging-sw.js', { scope: '/' })
    return await within(navigator.serviceWorker.ready, 'worker')
  } catch (error) {
    throw error instanceof PushError ? error : new PushError('worker', error)
  }
}

/** True when the service responded with a rejection: a wrong key, a project without permission. */
const wasRefused = (error: unknown): boolean =>
  error instanceof Error &&
  /subscribe-failed|installations\/request-failed|invalid-vapid|InvalidAccess/.test(
    `${error.name} ${'code' in error ? String(error.code) : ''}`,
  )

const subscriptionOf = async (registration: ServiceWorkerRegistration): Promise<string> =>
  (await registration.pushManager.getSubscription())?.endpoint ?? ''

/** Requests the address and registers it at our server. */
const enrol = async (service: PushPort, account: string): Promise<void> => {
  const registration = await worker()
  const address = await within(service.address(registration), 'unreachable').catch(
    (error: unknown) => {
      throw error instanceof PushError
        ? error
        : new PushError(wasRefused(error) ? 'refused' : 'unreachable', error)
    },
  )
  const id = await registerAddress(address)
  const now = Date.now()
  keepMark({
    id,
    address,
    account,
    endpoint: await subscriptionOf(registration),
    asked: now,
    registered: now,
  })
}

/** Removes the registration: the browser gives up its address, so later messages reach nobody. */
const giveUp = async (): Promise<void> => {
  dropMark()
  const registration = supported() ? await navigator.serviceWorker.getRegistration('/') : undefined
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/**
 * Asks the person's permission, so call it from a click, and registers this browser. Returns the
 * new status. Throws `PushError`, or `ApiProblem` if our server rejects it.
 */
export const turnOn = async (account: string): Promise<PushStanding> => {
  const service = port()
  if (!supported() || !service) return 'unsupported'
  if ((await Notification.requestPermission()) === 'granted') {
    // The service may have given up on an older address.
    await giveUp()
    await enrol(service, account)
  }
  return standing(account)
}

/** Turns push off for this browser. Throws `ApiProblem`. */
export const turnOff = async (): Promise<void> => {
  const mark = readMark()
  await giveUp()
  if (mark) {
    await removeDevice(mark.id).catch((error: unknown) => {
      if (!isProblem(error, 404)) throw error
    })
  }
}

/**
 * Maintains a registered browser: at the `start` of a page, when the `session` changed, and when
 * the browser received `another` address. Never fails; unfinished work is retried the next time.
 */
export const lookAfter = async (why: 'start' | 'session' | 'another'): Promise<void> => {
  try {
    const mark = readMark()
    const service = port()
    if (!mark) return
    if (!storedTokens() || !service || !supported() || Notification.permission !== 'granted') {
      return await giveUp()
    }
    const now = Date.now()
    const same =
      why !== 'another' &&
      mark.endpoint === (await subscriptionOf(await worker())) &&
      now - mark.asked < RENEW_MS
    if (same && why === 'start' && now - mark.registered < DAY_MS) return
    const { account } = (await call<Me>('/api/me')).body
    // Another person uses this browser now.
    if (account.id !== mark.account) return await giveUp()
    if (!same) return await enrol(service, mark.account)
    // Our server knows the device by its session, which may have changed.
    keepMark({ ...mark, id: await registerAddress(mark.address), registered: now })
  } catch {
    /* the next page tries again */
  }
}

/** Id of this browser among the devices of an account, if registered. */
export const ownDevice = (account: string): string | undefined =>
  standing(account) === 'on' ? readMark()?.id : undefined
