/** Firebase services that record the result of their last real call. */
import type { IdentityService } from './accounts/types.ts'
import type { Documents } from './firebase/documents.ts'
import type { LastCalls } from './health/lastCalls.ts'
import type { PushSender } from './notifications/push.ts'
import { Problem } from './base/problem.ts'

/** A refused token is a valid response of the service; an unreachable service is an error. */
const isResponse = (error: unknown): boolean => error instanceof Problem && error.status < 500

export const watchedIdentity = (service: IdentityService, calls: LastCalls): IdentityService => {
  const { revoke, remove } = service
  return {
    issuer: service.issuer,
    verify: (token) => calls.around('identity', () => service.verify(token), isResponse),
    ...(revoke ? { revoke: (subject) => calls.around('identity', () => revoke(subject)) } : {}),
    ...(remove ? { remove: (subject) => calls.around('identity', () => remove(subject)) } : {}),
  }
}

export const watchedPush = (sender: PushSender, calls: LastCalls): PushSender => ({
  available: sender.available,
  async send(to, message) {
    try {
      const end = await sender.send(to, message)
      // A user without devices was sent nothing.
      if (end === 'sent') calls.note('push', null)
      return end
    } catch (error) {
      calls.note('push', error instanceof Error ? error.message : String(error))
      throw error
    }
  },
})

export const watchedDocuments = (documents: Documents, calls: LastCalls): Documents => ({
  ...documents,
  load(collection, id) {
    const loading = documents.load(collection, id)
    return loading && calls.around('documents', () => loading)
  },
})
