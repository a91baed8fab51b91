import type { Tx } from '../database/pool.ts'
import { forbidden, Problem } from '../base/problem.ts'
import { SYSTEM_JOB } from '../jobs/types.ts'
import { securityEvent, type SecurityKind } from '../security/events.ts'
import type { RecordData } from '../store/types.ts'
import type { EntityRules, RuleContext } from '../store/write/rules.ts'
import { ACCOUNT_MAIL_JOB } from './accountJobs.ts'
import { accountOf, endSignIns, type Account } from './accountOf.ts'
import { confirmAddress } from './confirmAddress.ts'
import { revokeSubjects, subjectsOf, type Revoking } from './identityRevocation.ts'
import type { PeopleModel } from '../permissions/people.ts'

/** What the rules of accounts need. */
export interface AccountRulesParts extends Revoking {
  /** A mail server is configured, so that people prove their addresses themselves. */
  readonly mail: boolean
}

type Action = NonNullable<EntityRules['actions']>[string]

const noAccount = (): Problem =>
  new Problem(409, 'no_account', 'This person has no account yet. Invite them first.')

/** The account of a person, or one that nobody is linked to yet with the person's address. */
const addressedBy = async (
  tx: Tx,
  person: string,
  email: unknown,
): Promise<{ readonly id: string; readonly proven: boolean } | undefined> =>
  (
    await tx.query<{ id: string; proven: boolean }>(
      'SELECT id, "emailVerified" AND "personId" IS NOT NULL AS proven FROM "user" WHERE "personId" = $1 OR ("personId" IS NULL AND email = lower($2)) ORDER BY "personId" NULLS LAST LIMIT 1',
      [person, email],
    )
  ).rows[0]

const knownAccount = async ({ id }: RecordData, { tx }: RuleContext): Promise<Account> => {
  const account = await accountOf(tx, id)
  if (!account) throw noAccount()
  return account
}

/** Records who did this to whose account. */
const note = (
  { person }: PeopleModel,
  kind: SecurityKind,
  row: RecordData,
  { access, tx }: RuleContext,
  facts = {},
): Promise<void> => {
  const name = row[person.name]
  return securityEvent(tx.query, kind, access.actor, {
    subject: { id: row.id, name: typeof name === 'string' ? name : null },
    ...facts,
  })
}

/** Ends all sessions of the person. */
const endSessions =
  (declared: PeopleModel, parts: Revoking): Action =>
  async (row, _input, context) => {
    const { id } = await knownAccount(row, context)
    const subjects = await subjectsOf(parts, context.tx.query, id)
    const ended = await endSignIns(context.tx, id)
    await note(declared, 'sessions_ended', row, context, { count: ended })
    return {
      touched: true,
      result: {
        ended,
        identity: await revokeSubjects(parts, subjects, context.tx),
      },
    }
  }

/** Switches the second factor of another person off. */
const resetTwoFactor =
  (declared: PeopleModel, parts: Revoking): Action =>
  async (row, _input, context) => {
    if (row.id === context.access.actor.personId) {
      throw forbidden('Switch your own second factor off in the settings.')
    }
    const { id, twoFactor } = await knownAccount(row, context)
    if (!twoFactor) {
      throw new Problem(409, 'two_factor_not_enabled', 'Two-factor sign-in is not on.')
    }
    await context.tx.query(
      `WITH f AS (DELETE FROM "twoFactor" WHERE "userId" = $1) UPDATE "user" SET "twoFactorEnabled" = false WHERE id = $1`,
      [id],
    )
    await note(declared, 'two_factor_reset', row, context)
    const subjects = await subjectsOf(parts, context.tx.query, id)
    return {
      touched: true,
      ...(declared.person.twoFactor ? { values: { [declared.person.twoFactor]: false } } : {}),
      result: {
        ended: await endSignIns(context.tx, id),
        identity: await revokeSubjects(parts, subjects, context.tx),
      },
    }
  }

/** Confirms another person's address where the server sends no e-mail. */
const confirmEmail =
  (declared: PeopleModel, { mail }: AccountRulesParts): Action =>
  async (row, _input, context) => {
    if (mail) {
      throw new Problem(
        409,
        'mail_configured',
        'This server sends e-mail: people confirm their address by the link in their mailbox.',
      )
    }
    if (row.id === context.access.actor.personId) {
      throw forbidden('You cannot confirm your own e-mail address.')
    }
    const account = await addressedBy(context.tx, row.id, row[declared.person.email])
    if (!account) throw noAccount()
    if (account.proven) {
      throw new Problem(409, 'email_already_verified', 'This e-mail address is confirmed already.')
    }
    await confirmAddress(context.tx.query, declared, account.id)
    await note(declared, 'email_confirmed', row, context, { by: 'administrator' })
    return {
      touched: true,
      ...(declared.person.emailVerified
        ? { values: { [declared.person.emailVerified]: true } }
        : {}),
    }
  }

/** Mails the person a link that sets a new password. */
const sendResetLink =
  (declared: PeopleModel, { enqueue }: Revoking): Action =>
  async (row, _input, context) => {
    const { id } = await knownAccount(row, context)
    await enqueue(
      {
        kind: ACCOUNT_MAIL_JOB,
        payload: { account: id, letter: 'resetPassword' },
        actor: SYSTEM_JOB,
      },
      context.tx,
    )
    await note(declared, 'password_reset_requested', row, context)
    return { touched: true }
  }

/** Actions of administrators that help with a person's account. */
export const accountActions = (
  declared: PeopleModel,
  parts: AccountRulesParts,
): NonNullable<EntityRules['actions']> => ({
  endSessions: endSessions(declared, parts),
  resetTwoFactor: resetTwoFactor(declared, parts),
  confirmEmail: confirmEmail(declared, parts),
  sendResetLink: sendResetLink(declared, parts),
})
