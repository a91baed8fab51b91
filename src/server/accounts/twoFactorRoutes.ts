import * as z from 'zod'
import type { Ctx } from '../web/context.ts'
import { invalid, Problem } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { securityEvent } from '../security/events.ts'
import { revokeIdentity } from './identityRevocation.ts'
import { bodyOf, codeField, ownerHeaders, passwordField, sessionOf, type Parts } from './parts.ts'
import { consumeCode } from './oneTime.ts'
import { passwordOrProof } from './passwordOrProof.ts'
import { translating } from './problems.ts'
import type { Session } from './sessions.ts'
import { sendSession, newToken } from './signIn.ts'
import { countProof } from './signInLimits.ts'

const refuseWaiting = ({ lacks }: Session): void => {
  if (lacks === 'approval' || lacks === 'email') {
    throw new Problem(409, 'waiting_for_approval', 'Your account is waiting for approval.')
  }
}

/**
 * Returns the session that continues after the second factor changed; ends all others of the
 * account, and its sign-ins at the identity service.
 */
const onlySession = async (
  parts: Parts,
  c: Ctx,
  session: Session,
  token: string | undefined,
): Promise<Response> => {
  if (token) parts.sessions.forget(session.token)
  await parts.presence.account(session.accountId)
  const kept = await parts.sessions.fresh(token ?? session.token)
  if (kept) await parts.sessions.end(session.accountId, { except: kept.id })
  await revokeIdentity(parts, session.accountId)
  return sendSession(parts, c, token ?? session.token)
}

/** Starts setting up an authenticator. */
const enable = async (parts: Parts, c: Ctx): Promise<Response> => {
  const session = await sessionOf(parts, c)
  const { password } = await bodyOf(c, { password: passwordField().optional() })
  refuseWaiting(session)
  await countProof(parts, session.accountId)
  const proof = await passwordOrProof(parts, session, password)
  const made = await translating(parts.minLength, () =>
    parts.library.api.enableTwoFactor({
      body: { ...proof, method: 'totp' },
      headers: ownerHeaders(parts, c, session),
    }),
  )
  if (!('totpURI' in made)) throw new Error('The account library returned no TOTP address.')
  c.header('Cache-Control', 'no-store')
  return c.json({ totpUri: made.totpURI, backupCodes: made.backupCodes })
}

/** Switches the second factor on with a first code. */
const confirm = async (parts: Parts, c: Ctx): Promise<Response> => {
  const session = await sessionOf(parts, c)
  const { code } = await bodyOf(c, { code: codeField() })
  await countProof(parts, session.accountId)
  refuseWaiting(session)
  const { headers } = await consumeCode(parts.query, session.accountId, code, () =>
    translating(parts.minLength, () =>
      parts.library.api.verifyTOTP({
        body: { code },
        headers: ownerHeaders(parts, c, session),
        returnHeaders: true,
      }),
    ),
  )
  await securityEvent(parts.query, 'two_factor_on')
  return onlySession(parts, c, session, newToken(headers))
}

/** Rejects a caller without a valid code of the authenticator or a backup code. */
const requireSecondStep = async (
  parts: Parts,
  { accountId }: Session,
  headers: Headers,
  { code, backupCode }: { code: string | undefined; backupCode: string | undefined },
): Promise<void> => {
  if (backupCode) {
    await translating(parts.minLength, () =>
      parts.library.api.verifyBackupCode({
        body: { code: backupCode, disableSession: true },
        headers,
      }),
    )
  } else if (code) {
    await consumeCode(parts.query, accountId, code, () =>
      translating(parts.minLength, () => parts.library.api.verifyTOTP({ body: { code }, headers })),
    )
  } else {
    throw invalid([
      { path: 'code', code: 'required', message: 'Enter a code of your authenticator.' },
    ])
  }
}

/** Switches the second factor off. */
const disable = async (parts: Parts, c: Ctx): Promise<Response> => {
  const session = await sessionOf(parts, c)
  const { password, code, backupCode } = await bodyOf(c, {
    password: passwordField().optional(),
    code: codeField().optional(),
    backupCode: z.string().trim().max(40).optional(),
  })
  await countProof(parts, session.accountId)
  const own = ownerHeaders(parts, c, session)
  const proof = await passwordOrProof(parts, session, password)
  if (proof.password !== undefined) {
    const body = { password: proof.password }
    await translating(parts.minLength, () =>
      parts.library.api.verifyPassword({ body, headers: own }),
    )
  }
  await requireSecondStep(parts, session, own, { code, backupCode })
  const { headers } = await translating(parts.minLength, () =>
    parts.library.api.disableTwoFactor({
      body: proof,
      headers: own,
      returnHeaders: true,
    }),
  )
  await securityEvent(parts.query, 'two_factor_off')
  return onlySession(parts, c, session, newToken(headers))
}

/** Setting up and removing two-factor sign-in. */
export const twoFactorRoutes = (parts: Parts): Routes =>
  newRoutes()
    .post('/two-factor/enable', (c) => enable(parts, c))
    .post('/two-factor/confirm', (c) => confirm(parts, c))
    .post('/two-factor/disable', (c) => disable(parts, c))
