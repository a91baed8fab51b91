import { own } from '#schemas/define/own.ts'
import { firebaseServices, type FirebaseConfig, type FirebaseService } from '../firebase/config.ts'

import { accessOf, type Ctx } from '../web/context.ts'
import { outsideServices, type LastCalls, type Outside } from '../health/lastCalls.ts'
import { Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { requirePermission } from '../permissions/require.ts'

/** Settings that say which external services are used. */
interface Settings {
  readonly smtpUrl: string | undefined
  readonly mailInbox: string
  readonly mailSecret: string | undefined
  readonly s3Url: string | undefined
  readonly stripeSecretKey: string | undefined
  readonly testPayments: boolean
  readonly firebaseConfig: FirebaseConfig | undefined
  readonly firebaseProblem: string | undefined
}

/** True when the emulator of a Firebase service is configured. */
const emulatorOf = ({ emulators }: FirebaseConfig, service: FirebaseService): boolean =>
  Boolean(
    {
      identity: emulators.auth,
      files: emulators.storage,
      documents: emulators.firestore,
      push: undefined,
    }[service],
  )

/** Dependencies for testing external services and showing their last results. */
export interface OutsideParts {
  readonly config: Settings
  readonly calls: LastCalls
  /** Harmless test call per service; absent if the service is not used. */
  readonly checks: Readonly<Partial<Record<Outside, () => Promise<void>>>>
}

/** Which Firebase services are on, and what they keep. */
const firebaseUsed = ({ firebaseConfig: firebase, firebaseProblem }: Settings) => {
  const isOn = (service: FirebaseService): boolean => firebase?.services.includes(service) ?? false
  return {
    project: firebase?.projectId ?? null,
    problem: firebaseProblem ?? null,
    services: firebaseServices.map((service) => ({
      service,
      on: isOn(service),
      emulator: firebase ? emulatorOf(firebase, service) : false,
    })),
    providers: firebase && isOn('identity') ? firebase.identity.providers : [],
    resources: firebase && isOn('documents') ? firebase.documents.resources : [],
  }
}

/** What the configuration sends mail, payments and files to. */
const used = (config: Settings) => {
  const testPayments = config.testPayments ? 'test' : 'none'
  const ownStore = config.s3Url ? 's3' : 'local'
  return {
    mail: {
      server: config.smtpUrl ? new URL(config.smtpUrl).hostname : null,
      inbox: config.mailSecret ? config.mailInbox : null,
    },
    payments: config.stripeSecretKey ? 'stripe' : testPayments,
    files: config.firebaseConfig?.services.includes('files') ? 'firebase' : ownStore,
    firebase: firebaseUsed(config),
  }
}

/** The last call to each service, or null. */
const lastCalls = async (calls: LastCalls) =>
  Object.fromEntries(
    await Promise.all(
      outsideServices.map(async (service) => [service, await calls.of(service)] as const),
    ),
  )

/**
 * External services used by this installation, without secrets: `/api/system/integrations`.
 * Requires `system.status`.
 */
export const integrationRoutes = ({ config, calls, checks }: OutsideParts): Routes => {
  const test = (service: Outside) => async (c: Ctx) => {
    requirePermission(accessOf(c), 'system.status')
    const check = own(checks, service)
    if (!check) {
      throw new Problem(409, 'not_used', 'This installation does not use that service.')
    }
    // The response is the result, which is recorded whether it fails or not.
    await check().catch(() => undefined)
    return c.json({ data: await calls.of(service) })
  }
  return newRoutes()
    .post('/mail/test', test('mail'))
    .post('/files/test', test('files'))
    .get('/', async (c) => {
      requirePermission(accessOf(c), 'system.status')
      return c.json({ data: { ...used(config), last: await lastCalls(calls) } })
    })
}
