import type { Config } from '../config.ts'
import { firebaseServices, type FirebaseConfig, type FirebaseService } from '../firebase/config.ts'
import { need } from './collections.ts'
import { accessOf } from './context.ts'
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

/** Which outside services this installation uses, without a secret of any: `/api/system/integrations`, for those who hold `system.status`. */
export const integrationRoutes = (config: Settings): Routes =>
  newRoutes().get('/', (c) => {
    need(accessOf(c), 'system.status')
    const { firebaseConfig: firebase } = config
    return c.json({
      data: {
        mail: {
          server: config.smtpUrl ? new URL(config.smtpUrl).hostname : null,
          inbox: config.mailSecret ? config.mailInbox : null,
        },
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
