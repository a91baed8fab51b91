import { uses } from './firebase/config.ts'
import { firebaseIdentity } from './firebase/identity.ts'
import { openDocuments, type Documents } from './firebase/documents.ts'
import { paymentLinks } from './payments/signing.ts'
import { createTestGateway } from './payments/testGateway.ts'
import { payLinks } from './portal/payLinks.ts'
import { rules } from './rules/index.ts'
import { watchedDocuments, watchedIdentity } from './watchedServices.ts'
import type { IdentityService } from './accounts/types.ts'
import type { Foundation } from './serviceTypes.ts'

/** The identity service, if the configuration names one. */
const identityOf = ({ config, log, calls }: Foundation): IdentityService | undefined => {
  if (!uses(config.firebaseConfig, 'identity')) return undefined
  const service = firebaseIdentity(config.firebaseConfig, {
    exposed: config.exposed.length > 0,
    pages: config.publicUrl,
    warn: (message) => log.warn(message),
  })
  return watchedIdentity(service, calls)
}

/** The collections kept in Firestore. */
const documentsOf = ({ config, model, resources, log, calls }: Foundation): Documents => {
  const checked = Object.values(resources).filter((r) => r.check)
  const opened = openDocuments(
    config.firebaseConfig,
    model,
    { ruled: new Set(Object.keys(rules)), checked: new Set(checked.map((r) => r.permission)) },
    log.warn,
  )
  return watchedDocuments(opened, calls)
}

/** Connects identity, documents and payments as the configuration says. */
export const connect = (base: Foundation) => {
  const { config } = base
  const test = config.testPayments
    ? createTestGateway(config.secret, { base: config.apiBase })
    : undefined
  return {
    documents: documentsOf(base),
    identity: identityOf(base),
    paying: {
      gateway: test,
      test,
      links: paymentLinks(config.secret),
      payLinks: payLinks(config.secret),
    },
  }
}

/** Services outside this process. */
export type Outside = ReturnType<typeof connect>
