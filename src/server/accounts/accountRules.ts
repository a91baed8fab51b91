import type { Model } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { conflict, forbidden, Problem } from '../base/problem.ts'
import { SYSTEM_JOB } from '../jobs/types.ts'
import { securityEvent, type SecurityKind } from '../security/events.ts'
import type { RecordData } from '../store/types.ts'
import type { Change, EntityRules, RuleBook, RuleContext } from '../store/write/rules.ts'
import { ACCOUNT_MAIL_JOB } from './accountJobs.ts'
import { confirmAddress } from './confirmAddress.ts'
import { revokeSubjects, subjectsOf, type Revoking } from './identityRevocation.ts'
import { moveAddress } from './moveAddress.ts'
import { peopleModel, type PeopleModel } from '../permissions/people.ts'

interface Account {
  readonly id: string
  readonly twoFactor: boolean
}

const accountOf = async (tx: Tx, person: string): Promise<Account | undefined> =>
  (
    await tx.query<Account>(
      'SELECT id, COALESCE("twoFactorEnabled", false) AS "twoFactor" FROM "user" WHERE "personId" = $1',
      [person],
    )
  ).rows[0]

/** What the rules of accounts need. */
export interface AccountRulesParts extends Revoking {
  /** A mail server is configured, so that people prove their addresses themselves. */
  readonly mail: boolean
}

/** Rejects activating a person while their account's address is unproven. */
const requireProvenAddress = async (
  { person }: PeopleModel,
  { before, after }: Change,
  { tx }: RuleContext,
  mail: boolean,
): Promise<void> => {
  if (!before || after?.state !== person.active || before.state === person.active) return
  const { rowCount } = await tx.query(
    'SELECT 1 FROM "user" u WHERE u."personId" = $1 AND NOT u."emailVerified" AND EXISTS (SELECT 1 FROM "account" a WHERE a."userId" = u.id)',
    [after.id],
  )
  if (rowCount) {
    throw conflict(
      'email_not_verified',
      person.email,
      `This person has not confirmed their e-mail address yet. ${mail ? 'The link is in their mailbox.' : 'This server sends no e-mail: confirm the address for them.'}`,
    )
  }
}

const noAccount = (): Problem =>
  new Problem(409, 'no_account', 'This person has no account yet. Invite them first.')

const endAll = async (tx: Tx, account: string): Promise<number> => {
  // A pending second step could still become a session.
  await tx.query(`DELETE FROM verification WHERE value = $1 AND identifier LIKE '2fa-%'`, [account])
  return (await tx.query('DELETE FROM "session" WHERE "userId" = $1', [account])).rowCount
}

/** True when the person is active and not deleted. */
const works = ({ person }: PeopleModel, row: RecordData | null): boolean =>
  row !== null && row.deletedAt === null && row.state === person.active

/** Revokes the sessions and identity sign-ins of a person who is no longer active. */
const shutOut = async (parts: Revoking, person: string, tx: Tx): Promise<void> => {
  const account = await accountOf(tx, person)
  if (!account) return
  const subjects = await subjectsOf(parts, tx.query, account.id)
  await endAll(tx, account.id)
  await revokeSubjects(parts, subjects, tx)
}

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

const actionsOf = (
  declared: PeopleModel,
  parts: AccountRulesParts,
): NonNullable<EntityRules['actions']> => {
  const { person } = declared
  const known = async ({ id }: RecordData, { tx }: RuleContext): Promise<Account> => {
    const account = await accountOf(tx, id)
    if (!account) throw noAccount()
    return account
  }
  const note = (kind: SecurityKind, row: RecordData, { access, tx }: RuleContext, facts = {}) => {
    const name = row[person.name]
    return securityEvent(tx.query, kind, access.actor, {
      subject: { id: row.id, name: typeof name === 'string' ? name : null },
      ...facts,
    })
  }
  return {
    async endSessions(row, _input, context) {
      const { id } = await known(row, context)
      const subjects = await subjectsOf(parts, context.tx.query, id)
      const ended = await endAll(context.tx, id)
      await note('sessions_ended', row, context, { count: ended })
      return {
        touched: true,
        result: {
          ended,
          identity: await revokeSubjects(parts, subjects, context.tx),
        },
      }
    },
    async resetTwoFactor(row, _input, context) {
      if (row.id === context.access.actor.personId) {
        throw forbidden('Switch your own second factor off in the settings.')
      }
      const { id, twoFactor } = await known(row, context)
      if (!twoFactor) {
        throw new Problem(409, 'two_factor_not_enabled', 'Two-factor sign-in is not on.')
      }
      await context.tx.query(
        `WITH f AS (DELETE FROM "twoFactor" WHERE "userId" = $1) UPDATE "user" SET "twoFactorEnabled" = false WHERE id = $1`,
        [id],
      )
      await note('two_factor_reset', row, context)
      const subjects = await subjectsOf(parts, context.tx.query, id)
      return {
        touched: true,
        ...(person.twoFactor ? { values: { [person.twoFactor]: false } } : {}),
        result: {
          ended: await endAll(context.tx, id),
          identity: await revokeSubjects(parts, subjects, context.tx),
        },
      }
    },
    async confirmEmail(row, _input, context) {
      if (parts.mail) {
        throw new Problem(
          409,
          'mail_configured',
          'This server sends e-mail: people confirm their address by the link in their mailbox.',
        )
      }
      if (row.id === context.access.actor.personId) {
        throw forbidden('You cannot confirm your own e-mail address.')
      }
      const account = await addressedBy(context.tx, row.id, row[person.email])
      if (!account) throw noAccount()
      if (account.proven) {
        throw new Problem(
          409,
          'email_already_verified',
          'This e-mail address is confirmed already.',
        )
      }
      await confirmAddress(context.tx.query, declared, account.id)
      await note('email_confirmed', row, context, { by: 'administrator' })
      return {
        touched: true,
        ...(person.emailVerified ? { values: { [person.emailVerified]: true } } : {}),
      }
    },
    async sendResetLink(row, _input, context) {
      const { id } = await known(row, context)
      await parts.enqueue(
        {
          kind: ACCOUNT_MAIL_JOB,
          payload: { account: id, letter: 'resetPassword' },
          actor: SYSTEM_JOB,
        },
        context.tx,
      )
      await note('password_reset_requested', row, context)
      return { touched: true }
    },
  }
}

/**
 * Adds the rules that keep people's records and their accounts in step: nobody is activated before
 * their address is proven, a changed address moves the account, and administrators get actions that
 * help with an account.
 */
export const withAccounts = (rules: RuleBook, model: Model, parts: AccountRulesParts): RuleBook => {
  const declared = peopleModel(model)
  const { resource, person } = declared
  const own: EntityRules = rules[resource.entity] ?? {}
  return {
    ...rules,
    [resource.entity]: {
      ...own,
      async derive(row, change, context) {
        const values = (await own.derive?.(row, change, context)) ?? {}
        return change.before && change.changed.has(person.email) && person.emailVerified
          ? { ...values, [person.emailVerified]: false }
          : values
      },
      async beforeWrite(change, context) {
        await own.beforeWrite?.(change, context)
        await requireProvenAddress(declared, change, context, parts.mail)
      },
      async afterWrite(change, context) {
        await own.afterWrite?.(change, context)
        const { before, after, changed } = change
        if (works(declared, before) && !works(declared, after)) {
          await shutOut(parts, before!.id, context.tx)
        }
        if (!before || !after || !changed.has(person.email)) return
        const account = await moveAddress(
          { ...parts, query: context.tx.query, tx: context.tx },
          after.id,
          String(after[person.email]),
        )
        if (account === undefined) return
        await parts.enqueue(
          {
            kind: ACCOUNT_MAIL_JOB,
            payload: { account, letter: 'verifyEmail' },
            actor: SYSTEM_JOB,
          },
          context.tx,
        )
      },
      actions: { ...own.actions, ...actionsOf(declared, parts) },
    },
  }
}
