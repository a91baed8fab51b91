import * as z from 'zod'
import type { Query } from '../database/query.ts'
import type { JobHandler } from '../jobs/types.ts'
import { REVOKE_JOB, subjectsOf } from './identityRevocation.ts'
import type { Library } from './library.ts'
import type { IdentityService } from './types.ts'

/** Job kind that sends the owner of an account one of the e-mails below. */
export const ACCOUNT_MAIL_JOB = 'account-mail'

const mailPayload = z.object({
  account: z.string(),
  letter: z.enum(['resetPassword', 'verifyEmail']),
})
/** Subjects at the identity service, or the account to look them up for. */
const revokePayload = z.union([
  z.object({ subjects: z.array(z.string()), remove: z.boolean().optional() }),
  z.object({ account: z.string() }),
])

/** Handlers of both job kinds. */
export const accountJobs = ({
  query,
  library,
  identity,
}: {
  readonly query: Query
  readonly library: Library
  readonly identity: IdentityService | undefined
}): Readonly<Record<string, JobHandler>> => ({
  async [ACCOUNT_MAIL_JOB]({ payload }) {
    const { account, letter } = mailPayload.parse(payload)
    const {
      rows: [user],
    } = await query<{ email: string; emailVerified: boolean }>(
      'SELECT email, "emailVerified" FROM "user" WHERE id = $1',
      [account],
    )
    if (!user) return { sent: false }
    const body = { email: user.email }
    if (letter === 'resetPassword') await library.api.requestPasswordReset({ body })
    else if (!user.emailVerified) await library.api.sendVerificationEmail({ body })
    return { sent: true }
  },
  async [REVOKE_JOB]({ payload }) {
    const given = revokePayload.parse(payload)
    const subjects =
      'subjects' in given ? given.subjects : await subjectsOf({ identity }, query, given.account)
    const end = 'remove' in given && given.remove ? identity?.remove : identity?.revoke
    for (const subject of subjects) await end?.(subject)
    return { revoked: end ? subjects.length : 0 }
  },
})
