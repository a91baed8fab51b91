import { own } from '#schemas/define/own.ts'
import type { Config } from '../config.ts'
import { firebaseServices, type FirebaseConfig, type FirebaseService } from '../firebase/config.ts'
import { need } from './queryChecks.ts'
import { accessOf, type Ctx } from './context.ts'
import { outsideServices, type LastCalls, type Outside } from './lastCalls.ts'
import { Problem } from '../problem.ts'
import { newRoutes, type Routes } from './routes.ts'

type Settings = Pick<
  Config,
  | 'smtpUrl'
  | 'mailInbox'
  | 'mailSecret'
  | 's3Url'
  | 'stripeSecretKey'
  | 'firebaseConfig'
  | 'firebaseProblem'
  | 'testPayments'
>

/** What a service of Firebase uses of its emulator, if any. */
const emulatorOf = ({ emulators }: FirebaseConfig, service: FirebaseService): boolean =>
  Boolean(
    {
      identity: emulators.auth,
      files: emulators.storage,
      documents: emulators.firestore,
      push: undefined,
    }[service],
  )

/** How services outside are tried and how they did. */
export interface OutsideParts {
  readonly config: Settings
  readonly calls: LastCalls
  /** How each is tried without harm; absent where it is not used. */
  readonly checks: Readonly<Partial<Record<Outside, () => Promise<void>>>>
}

/** Which outside services this installation uses, without a secret of any: `/api/system/integrations`, for those who hold `system.status`. */
export const integrationRoutes = ({ config, calls, checks }: OutsideParts): Routes => {
  const test = (service: Outside) => async (c: Ctx) => {
    need(accessOf(c), 'system.status')
    const check = own(checks, service)
    if (!check) {
      throw new Problem(409, 'not_used', 'This installation does not use that service.')
    }
    // How it went is what is asked for, and is remembered either way.
    await check().catch(() => undefined)
    return c.json({ data: await calls.of(service) })
  }
  return newRoutes()
    .post('/mail/test', test('mail'))
    .post('/files/test', test('files'))
    .get('/', async (c) => {
      need(accessOf(c), 'system.status')
      const { firebaseConfig: firebase } = config
      return c.json({
        data: {
          mail: {
            server: config.smtpUrl ? new URL(config.smtpUrl).hostname : null,
            inbox: config.mailSecret ? config.mailInbox : null,
          },
          last: Object.fromEntries(
            await Promise.all(
              outsideServices.map(async (service) => [service, await calls.of(service)] as const),
            ),
          ),
          payments: config.stripeSecretKey ? 'stripe' : config.testPayments ? 'test' : 'none',
          files: firebase?.services.includes('files') ? 'firebase' : config.s3Url ? 's3' : 'local',
          firebase: {
            project: firebase?.projectId ?? null,
            problem: config.firebaseProblem ?? null,
            services: firebaseServices.map((service) => ({
              service,
              on: firebase?.services.includes(service) ?? false,
              emulator: firebase ? emulatorOf(firebase, service) : false,
            })),
            providers: firebase?.services.includes('identity') ? firebase.identity.providers : [],
            resources: firebase?.services.includes('documents') ? firebase.documents.resources : [],
          },
        },
      })
    })
}
