import { randomBytes } from 'node:crypto'
import type { Json, Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import { notFound, Problem } from '../problem.ts'
import type { JobHandler, Jobs } from '../jobs/types.ts'
import { messages } from '../mail/messages.ts'
import type { Mail } from '../mail/types.ts'
import { securityEvent } from '../security/events.ts'
import { requestOrigin } from '../security/origin.ts'
import type { EntityRules, RuleBook } from '../store/write/rules.ts'
import { INVITATION_S } from './library.ts'
import { moveAddress } from './moveAddress.ts'
import { peopleModel, standingOf, type People, type PeopleModel } from '../permissions/people.ts'
import { emailInUse } from './problems.ts'
import { RESET_LINKS, storedIdentifier } from './tokenHash.ts'
import type { NewAccount } from './types.ts'

/** Kind of the job that invites a person whose record was just made. */
export const INVITE_JOB = 'invite'

interface Parts {
  readonly query: Query
  readonly declared: PeopleModel
  readonly people: People
  createAccount(account: NewAccount): Promise<string>
  /** Link to the page where a password is chosen. */
  link(token: string): string
}

/**
 * Prepares an invitation: finds or makes the account, replaces earlier links by a new one, and answers the mail that
 * carries it. 404 without such a person, 409 where the person may not work any more or the account is somebody else's.
 */
export const inviter =
  ({ query, declared, people, createAccount, link }: Parts) =>
  async (personId: string, from: string | null): Promise<Mail> => {
    const person = await people.byId(personId)
    if (!person) throw notFound(declared.resource.label.one.toLowerCase())
    if (standingOf(declared, person.state) === 'ended') {
      throw new Problem(
        409,
        'not_invitable',
        'This person is not expected to work any more, so there is nothing to invite them to.',
      )
    }
    const {
      rows: [known],
    } = await query<{ id: string; personId: string | null }>(
      'SELECT id, "personId" FROM "user" WHERE email = lower($1) OR "personId" = $2 ORDER BY "personId" = $2 DESC NULLS LAST LIMIT 1',
      [person.email, personId],
    )
    if (known?.personId && known.personId !== personId) throw emailInUse()
    // The address of the record may have changed where the account was not moved with it.
    if (known?.personId) await moveAddress(query, personId, person.email)
    const accountId =
      known?.id ??
      (await createAccount({ email: person.email, name: person.name, verified: false, personId }))
    const token = randomBytes(24).toString('base64url')
    // Only the newest link works: an older one would still set the password after this one was used.
    await query(
      `DELETE FROM verification WHERE (value = $1 AND starts_with(identifier, $3)) OR identifier = $2`,
      [accountId, `invitation:${accountId}`, RESET_LINKS],
    )
    await query(
      `INSERT INTO verification (id, identifier, value, "expiresAt") SELECT gen_random_uuid()::text, v.identifier, v.value, now() + $5 * interval '1 second' FROM (VALUES ($1, $2), ($3, $4)) v (identifier, value)`,
      [
        storedIdentifier(`reset-password:${token}`),
        accountId,
        `invitation:${accountId}`,
        personId,
        INVITATION_S,
      ],
    )
    await securityEvent(query, 'invited', requestOrigin()?.caller() ?? { name: from }, {
      subject: { id: personId, name: person.name },
    })
    return messages.invitation(person, link(token), from)
  }

/**
 * The rules, with one more: a person whom somebody enters in the first state is invited by a job that exists once the write
 * commits. The write itself waits for no mail.
 */
export const withInvitations = (
  rules: RuleBook,
  model: Model,
  enqueue: Jobs['enqueue'],
): RuleBook => {
  const { resource, person } = peopleModel(model)
  const own: EntityRules = rules[resource.entity] ?? {}
  return {
    ...rules,
    [resource.entity]: {
      ...own,
      async afterWrite(change, context) {
        await own.afterWrite?.(change, context)
        const { actor } = context.access
        const { after } = change
        if (
          change.before ||
          after?.state !== resource.initial ||
          after?.deletedAt !== null ||
          actor.kind === 'system' ||
          !after[person.email]
        ) {
          return
        }
        await enqueue(
          {
            kind: INVITE_JOB,
            payload: { person: after.id },
            actor: { accountId: actor.accountId, personId: actor.personId, name: actor.name },
          },
          context.tx,
        )
      },
    },
  }
}

const personOf = (payload: Json): string => {
  const person =
    payload && typeof payload === 'object' && 'person' in payload ? payload.person : undefined
  if (typeof person !== 'string') throw new Problem(422, 'invalid', 'The job names no person.')
  return person
}

/** Works on such a job: nobody is invited who has meanwhile gone, was activated or has an account. `invite` throws when the mail did not leave, and the queue tries again. */
export const invitationHandler =
  ({
    query,
    declared,
    people,
    invite,
  }: Pick<Parts, 'query' | 'declared' | 'people'> & {
    invite(personId: string, from: string | null): Promise<void>
  }): JobHandler =>
  async ({ payload, actor }) => {
    const person = await people.byId(personOf(payload))
    if (!person || person.state !== declared.resource.initial) return { invited: false }
    // An account that only waits for the password of an earlier try is no reason to stop.
    const { rowCount } = await query(
      `SELECT 1 FROM "user" u WHERE u.email = lower($1) AND u."personId" IS NOT NULL AND (u."personId" <> $2 OR EXISTS (SELECT 1 FROM "account" a WHERE a."userId" = u.id))`,
      [person.email, person.id],
    )
    if (rowCount) return { invited: false }
    await invite(person.id, actor.name)
    return { invited: true }
  }
