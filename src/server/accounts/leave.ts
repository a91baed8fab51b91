import { invalid, Problem } from '../base/problem.ts'
import { securityEvent } from '../security/events.ts'
import type { Ctx } from '../web/context.ts'
import { identityToken, proveIdentity } from './federated.ts'
import { removeIdentity } from './identityRevocation.ts'
import { bodyOf, ownerHeaders, passwordField, sessionOf, type Parts } from './parts.ts'
import { translating } from './problems.ts'
import type { Session } from './sessions.ts'
import { countProof } from './signInLimits.ts'

/** Rejects a caller who sent neither the account's password nor a recent sign-in elsewhere. */
const requireProof = async (
  parts: Parts,
  c: Ctx,
  session: Session,
  { password, idToken }: { password: string | undefined; idToken: string | undefined },
): Promise<void> => {
  if (idToken !== undefined) {
    await proveIdentity(parts, idToken, session.accountId)
    return
  }
  if (password === undefined) {
    throw invalid([{ path: 'password', code: 'required', message: 'Enter your password.' }])
  }
  await translating(parts.minLength, () =>
    parts.library.api.verifyPassword({
      body: { password },
      headers: ownerHeaders(parts, c, session),
    }),
  )
}

/** Ends the caller's record, account and sessions at their own request. */
export const leave = async (parts: Parts, c: Ctx): Promise<Response> => {
  const session = await sessionOf(parts, c)
  const { password, idToken } = await bodyOf(c, {
    password: passwordField().optional(),
    idToken: identityToken().optional(),
  })
  await countProof(parts, session.accountId)
  await requireProof(parts, c, session, { password, idToken })
  if (session.actor.personId === null) {
    throw new Problem(409, 'waiting_for_approval', 'Your account is waiting for approval.')
  }
  await parts.peopleWriter.leave(session.actor, 'Requested by the person')
  // Ending the record revokes the sign-ins there, so the page can no longer delete them itself.
  await removeIdentity(parts, session.accountId)
  await parts.sessions.end(session.accountId)
  // The rule that revokes access may have deleted the sessions already, in its transaction.
  parts.sessions.refresh()
  await securityEvent(parts.query, 'account_left')
  return c.body(null, 204)
}
