import { v7 as uuidv7 } from 'uuid'
import { methodNotAllowed } from './methods.ts'
import { rememberLanguage } from '../texts/language.ts'
import { messages } from '../mail/messages.ts'
import { noPush } from '../notifications/push.ts'
import { newRoutes } from '../web/routes.ts'
import { accountJobs } from './accountJobs.ts'
import { deviceRoutes } from './deviceRoutes.ts'
import { federatedRoutes } from './federated.ts'
import { follower } from './follow.ts'
import { removeSubjects, revokeSubjects, subjectsOf } from './identityRevocation.ts'
import { invitationHandler, inviter } from './invitations.ts'
import { createLibrary } from './library.ts'
import { heldKeys, meRoutes } from './me.ts'
import { endResetLinks } from './oneTime.ts'
import { pageLink, type Parts } from './parts.ts'
import { passwordRoutes } from './passwords.ts'
import { findPeople, peopleModel } from '../permissions/people.ts'
import { createPresence } from './presence.ts'
import { emailInUse, translating } from './problems.ts'
import { proveRoute } from './proveRoute.ts'
import { sharedLimiter } from '../web/rateLimit.ts'
import { securityEvent } from '../security/events.ts'
import { securityRoutes } from './securityRoutes.ts'
import { Sessions, tokenOf } from './sessions.ts'
import { signInRoutes } from './signIn.ts'
import type { Accounts, AccountsOptions, NewAccount } from './types.ts'

/** Creates the server's accounts; see `Accounts` and the table in `index.ts`. */
export const createAccounts = ({
  db,
  pool,
  config,
  model,
  people: peopleWriter,
  mailer,
  push = noPush,
  preferenceKept = async () => {},
  log,
  identity,
  enqueue,
  now,
  keys = (actor) => heldKeys(model, actor),
}: AccountsOptions): Accounts => {
  const declared = peopleModel(model)
  const people = findPeople(declared, db.query)
  const sessions = new Sessions(db.query, declared, log)
  const presence = createPresence(declared, db.query)
  const minLength = config.passwordMinLength ?? 10

  /**
   * Links an account with a proven address to the person record with this e-mail, unless it is
   * taken.
   */
  const link = async (accountId: string, email: string): Promise<void> => {
    const person = await people.byEmail(email)
    if (!person) return
    await db.query(
      'UPDATE "user" SET "personId" = $2 WHERE id = $1 AND "personId" IS NULL AND NOT EXISTS (SELECT 1 FROM "user" o WHERE o."personId" = $2)',
      [accountId, person.id],
    )
    await presence.account(accountId)
  }

  /** Adds the person's language. */
  const addressed = async ({
    email,
    name,
    emailVerified,
  }: {
    readonly email: string
    readonly name: string
    readonly emailVerified: boolean
  }) => ({
    email,
    // The person who typed the name may not own the mailbox, so it is not mailed there.
    name: emailVerified ? name : null,
    locale: (await people.byEmail(email))?.locale,
  })

  const revoking = { enqueue, identity }
  const revokeIdentity = async (accountId: string): Promise<void> => {
    await revokeSubjects(revoking, await subjectsOf(revoking, db.query, accountId))
  }
  const removeIdentity = async (accountId: string): Promise<void> =>
    removeSubjects(revoking, await subjectsOf(revoking, db.query, accountId))

  const library = createLibrary(
    pool,
    config,
    {
      resetPassword: async (user, token) =>
        mailer.send(
          messages.resetPassword(await addressed(user), pageLink(config, '/auth/reset', token)),
        ),
      verifyEmail: async (user, token) =>
        mailer.send(
          messages.verifyEmail(await addressed(user), pageLink(config, '/auth/verify', token)),
        ),
      async passwordChosen(accountId) {
        // Earlier sessions may not belong to the owner of the address.
        await sessions.end(accountId)
        await revokeIdentity(accountId)
        await endResetLinks(db.query, accountId)
        await securityEvent(db.query, 'password_reset', { accountId })
        const {
          rows: [user],
        } = await db.query<{ email: string; proven: boolean; invited: string | null }>(
          'UPDATE "user" u SET "emailVerified" = true FROM (SELECT id, "emailVerified" FROM "user" WHERE id = $1 FOR UPDATE) was WHERE u.id = was.id RETURNING u.email, was."emailVerified" AS proven, (SELECT v.id FROM verification v WHERE v.identifier = $2 AND v."expiresAt" > now() LIMIT 1) AS invited',
          [accountId, `invitation:${accountId}`],
        )
        if (!user) return
        // Before the address was proven, somebody else may have set up the sign-in methods.
        if (!user.proven) {
          await db.query(
            `WITH a AS (DELETE FROM "account" WHERE "userId" = $1 AND "providerId" <> 'credential'), f AS (DELETE FROM "twoFactor" WHERE "userId" = $1) UPDATE "user" SET "twoFactorEnabled" = false WHERE id = $1`,
            [accountId],
          )
        }
        await link(accountId, user.email)
        if (user.invited) await accept(accountId)
      },
    },
    log,
  )

  /** An invited person has chosen a password; the administrator's invitation counts as approval. */
  const accept = async (accountId: string): Promise<void> => {
    await db.query('DELETE FROM verification WHERE identifier = $1', [`invitation:${accountId}`])
    const {
      rows: [user],
    } = await db.query<{ personId: string | null }>('SELECT "personId" FROM "user" WHERE id = $1', [
      accountId,
    ])
    const person = user?.personId ? await people.byId(user.personId) : undefined
    if (person && person.state === declared.resource.initial) await peopleWriter.activate(person.id)
  }

  const createAccount = async ({
    email,
    password,
    passwordHash,
    name,
    verified,
    personId,
  }: NewAccount): Promise<string> => {
    const address = email.trim().toLowerCase()
    // Hashed before the first insert and outside any transaction: it takes a tenth of a second.
    const hash =
      passwordHash ??
      (password === undefined ? null : await (await library.$context).password.hash(password))
    const record = personId ?? (verified ? (await people.byEmail(address))?.id : undefined) ?? null
    // One statement: a crash leaves no account without its password or its person.
    const {
      rows: [made],
    } = await db.query<{ id: string }>(
      `WITH u AS (INSERT INTO "user" (id, name, email, "emailVerified", "personId") SELECT $1, $2, $3, $4::boolean, CASE WHEN $7::boolean OR NOT EXISTS (SELECT 1 FROM "user" o WHERE o."personId" = $5::uuid) THEN $5::uuid END ON CONFLICT DO NOTHING RETURNING id),
a AS (INSERT INTO "account" (id, "accountId", "providerId", "userId", password) SELECT $8, u.id, 'credential', u.id, $6 FROM u WHERE $6::text IS NOT NULL) SELECT id FROM u`,
      [uuidv7(), name, address, verified, record, hash, personId !== undefined, uuidv7()],
    )
    if (!made) throw emailInUse()
    await presence.account(made.id)
    return made.id
  }

  const letter = inviter({
    ...revoking,
    query: db.query,
    declared,
    people,
    createAccount,
    link: (token) => pageLink(config, '/auth/reset', token),
  })
  const invite = async (personId: string, from: string): Promise<void> =>
    mailer.send(await letter(personId, from))

  const tellOwner = async (email: string): Promise<void> =>
    mailer.send(
      messages.alreadyRegistered(
        await addressed({ email, name: '', emailVerified: false }),
        new URL('/auth/forgot', config.publicUrl).href,
      ),
    )

  const limits = { enabled: config.rateLimits !== false, ...(now ? { now } : {}) }
  const parts: Parts = {
    query: db.query,
    model,
    config,
    library,
    sessions,
    peopleModel: declared,
    people,
    peopleWriter,
    presence,
    mailer,
    push,
    preferenceKept,
    log,
    identity,
    revokeIdentity,
    removeIdentity,
    minLength,
    createAccount,
    invite,
    tellOwner,
    link,
    keys,
    limiter: sharedLimiter(db.query, limits),
  }
  const following = follower(sessions)
  const auth = newRoutes()
  auth.use('*', rememberLanguage)
  for (const part of [
    signInRoutes(parts),
    passwordRoutes(parts),
    securityRoutes(parts),
    federatedRoutes(parts),
    proveRoute(parts),
  ]) {
    auth.route('/', part)
  }
  auth.all('*', (c) => methodNotAllowed(c, auth))
  const routes = newRoutes()
  routes.route('/api/auth', auth)
  routes.route('/api/me/devices', deviceRoutes(parts))
  routes.route('/api/me', meRoutes(parts))
  return {
    routes,
    async authenticate(request) {
      const token = tokenOf(request)
      return token ? ((await sessions.find(token))?.actor ?? null) : null
    },
    follow: (request, changed) => following.follow(tokenOf(request), changed),
    revocations: { subscribe: (fn) => sessions.subscribe(fn) },
    createAccount: (account) => translating(minLength, () => createAccount(account)),
    invite,
    inviteJob: invitationHandler({
      query: db.query,
      declared,
      people,
      invite: async (personId, from) => mailer.deliver(await letter(personId, from)),
    }),
    jobs: accountJobs({ query: db.query, library, identity }),
    close: () => following.close(),
  }
}
