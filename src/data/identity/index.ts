/** The identity service of this installation. Loads on first use. */
import { firebaseFor } from '../firebase/project.ts'
import { IdentityError, type IdentityPort } from './port.ts'

export {
  IdentityError,
  identityCodes,
  type IdentityAccount,
  type IdentityCode,
  type IdentityPort,
} from './port.ts'

let service: Promise<IdentityPort> | undefined

/**
 * The service, created at the first call. Throws `IdentityError`; `operation-not-allowed` if none
 * is configured.
 */
export const identity = (): Promise<IdentityPort> => {
  const project = firebaseFor('identity')
  if (!project) return Promise.reject(new IdentityError('operation-not-allowed'))
  // The next call retries a failed load.
  service ??= import('./firebase.ts')
    .then((m) => m.firebaseIdentity(project))
    .catch((error: unknown) => {
      service = undefined
      throw error instanceof IdentityError
        ? error
        : new IdentityError('network-request-failed', String(error))
    })
  return service
}
