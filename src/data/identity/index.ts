/** The identity service of this installation. Loaded only when a person asks for it. */
import { firebaseFor } from '../firebase/project.ts'
import { IdentityError, type IdentityPort } from './port.ts'

export {
  IdentityError,
  identityCodes,
  type IdentityAccount,
  type IdentityCode,
  type IdentityPort,
  type IdentityToken,
} from './port.ts'

let service: Promise<IdentityPort> | undefined

/**
 * The service, made at the first call. Throws `IdentityError`; `operation-not-allowed` where none
 * is configured.
 */
export const identity = (): Promise<IdentityPort> => {
  const project = firebaseFor('identity')
  if (!project) return Promise.reject(new IdentityError('operation-not-allowed'))
  // A failed load is tried again by the next call.
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
