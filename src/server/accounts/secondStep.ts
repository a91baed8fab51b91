import * as z from 'zod'
import { newRoutes, type Routes } from '../web/routes.ts'
import type { Ctx } from '../web/context.ts'
import { signingIn } from '../security/origin.ts'
import { accountWaiting, isSpent, spend } from './oneTime.ts'
import { bodyOf, codeField, libraryHeaders, type Parts } from './parts.ts'
import { invalidCode, translating } from './problems.ts'
import { newToken, SECOND_STEP_COOKIE, signedIn } from './signIn.ts'
import { countSecondStep } from './signInLimits.ts'
import { hashToken } from './tokenHash.ts'

/** Completes a sign-in with a code of the authenticator or a backup code. */
const verify = async (parts: Parts, c: Ctx): Promise<Response> => {
  const body = await bodyOf(c, {
    challenge: z
      .string()
      .min(1)
      .max(500)
      .regex(/^[\w.%~-]+$/),
    code: codeField().optional(),
    backupCode: z.string().trim().max(40).optional(),
  })
  signingIn('second factor')
  await countSecondStep(parts, c, body.challenge)
  const headers = libraryHeaders(parts, c, {
    cookie: `${SECOND_STEP_COOKIE}=${body.challenge}`,
  })
  const { code } = body
  const account =
    body.backupCode || !code ? undefined : await accountWaiting(parts.query, body.challenge)
  signingIn('second factor', { accountId: account ?? null })
  if (account !== undefined && (await isSpent(parts.query, account, code!))) throw invalidCode()
  const made = await translating(parts.minLength, () =>
    body.backupCode
      ? parts.library.api.verifyBackupCode({
          body: { code: body.backupCode },
          headers,
          returnHeaders: true,
        })
      : parts.library.api.verifyTOTP({
          body: { code: body.code ?? '' },
          headers,
          returnHeaders: true,
        }),
  )
  const token = newToken(made.headers)
  if (!token) throw new Error('The account library made no session after the second step.')
  // Of two concurrent uses of a code, the other was first; this session has not been sent to
  // anybody.
  if (account !== undefined && !(await spend(parts.query, account, code!))) {
    await parts.query('DELETE FROM "session" WHERE token = $1', [hashToken(token)])
    throw invalidCode()
  }
  return signedIn(parts, c, token)
}

/** The second step of a sign-in. */
export const secondStepRoutes = (parts: Parts): Routes =>
  newRoutes().post('/two-factor/verify', (c) => verify(parts, c))
