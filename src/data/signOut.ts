import { call } from './api.ts'
import { endSession } from './session.ts'

/** Ends the session locally and, if reachable, on the server. */
export const signOut = async (): Promise<void> => {
  await call('/api/auth/sign-out', { method: 'POST', anonymous: true, timeoutMs: 5000 }).catch(
    () => undefined,
  )
  endSession()
}
