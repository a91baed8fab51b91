import type { Model } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { conflict } from '../base/problem.ts'
import { SYSTEM_JOB } from '../jobs/types.ts'
import type { RecordData } from '../store/types.ts'
import type { Change, EntityRules, RuleBook, RuleContext } from '../store/write/rules.ts'
import { ACCOUNT_MAIL_JOB } from './accountJobs.ts'
import { accountActions, type AccountRulesParts } from './accountActions.ts'
import { accountOf, endSignIns } from './accountOf.ts'
import { revokeSubjects, subjectsOf, type Revoking } from './identityRevocation.ts'
import { moveAddress } from './moveAddress.ts'
import { peopleModel, type PeopleModel } from '../permissions/people.ts'

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
      mail
        ? 'This person has not confirmed their e-mail address yet. The link is in their mailbox.'
        : 'This person has not confirmed their e-mail address yet. This server sends no e-mail: confirm the address for them.',
    )
  }
}

/** True when the person is active and not deleted. */
const works = ({ person }: PeopleModel, row: RecordData | null): boolean =>
  row !== null && row.deletedAt === null && row.state === person.active

/** Revokes the sessions and identity sign-ins of a person who is no longer active. */
const shutOut = async (parts: Revoking, person: string, tx: Tx): Promise<void> => {
  const account = await accountOf(tx, person)
  if (!account) return
  const subjects = await subjectsOf(parts, tx.query, account.id)
  await endSignIns(tx, account.id)
  await revokeSubjects(parts, subjects, tx)
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
      actions: { ...own.actions, ...accountActions(declared, parts) },
    },
  }
}
