import { randomBytes } from 'node:crypto'
import type { Json, Model } from '#model/types.ts'
import { notFound, Problem } from '../base/problem.ts'
import type { JobHandler, Jobs } from '../jobs/types.ts'
import { messages } from '../mail/messages.ts'
import type { Mail } from '../mail/types.ts'
import { securityEvent } from '../security/events.ts'
import { requestOrigin } from '../security/origin.ts'
import type { EntityRules, RuleBook } from '../store/write/rules.ts'
import { INVITATION_S } from './library.ts'
import { moveAddress } from './moveAddress.ts'
import { createAccount } from './newAccount.ts'
import { pageLink, type Parts } from './parts.ts'
import { peopleModel, standingOf } from '../permissions/people.ts'
import { emailInUse } from './problems.ts'
import { RESET_LINKS, storedIdentifier } from './tokenHash.ts'

/** Job kind that invites a person whose record was just created. */
export const INVITE_JOB = 'invite'

/**
 * Prepares an invitation: finds or creates the account, replaces earlier links, and returns the
 * mail that carries the new one. 404 without such a person, 409 if the person is no longer active
 * or the account belongs to somebody else.
 */
const prepareInvitation = async (
  parts: Parts,
  personId: string,
  from: string | null,
): Promise<Mail> => {
  const { query, peopleModel: declared, people } = parts
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
  // The record's address may have changed without moving the account.
  if (known?.personId) await moveAddress(parts, personId, person.email)
  const accountId =
    known?.id ??
    (await createAccount(parts, {
      email: person.email,
      name: person.name,
      verified: false,
      personId,
    }))
  const token = randomBytes(24).toString('base64url')
  // Only the newest link works: an older one could still set the password after this one is used.
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
  return messages.invitation(person, pageLink(parts.config, '/auth/reset', token), from)
}

/** Invites a person; the mail is sent in the background. */
export const invite = async (parts: Parts, personId: string, from: string | null): Promise<void> =>
  parts.mailer.send(await prepareInvitation(parts, personId, from))

/**
 * Adds a rule: a person created in the first state is invited by a job, queued when the write
 * commits. The write itself does not wait for the mail.
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

/**
 * Handles an invitation job. Skips people who have since left, were activated or have an account.
 * Throws when the mail could not be sent, and the queue retries.
 */
export const invitationHandler =
  (parts: Parts): JobHandler =>
  async ({ payload, actor }) => {
    const person = await parts.people.byId(personOf(payload))
    if (!person || person.state !== parts.peopleModel.resource.initial) return { invited: false }
    // An account without a password from an earlier attempt does not count.
    const { rowCount } = await parts.query(
      `SELECT 1 FROM "user" u WHERE u.email = lower($1) AND u."personId" IS NOT NULL AND (u."personId" <> $2 OR EXISTS (SELECT 1 FROM "account" a WHERE a."userId" = u.id))`,
      [person.email, person.id],
    )
    if (rowCount) return { invited: false }
    await parts.mailer.deliver(await prepareInvitation(parts, person.id, actor.name))
    return { invited: true }
  }
