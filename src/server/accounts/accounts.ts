import { methodNotAllowed } from './methods.ts'
import { rememberLanguage } from '../texts/language.ts'
import { noPush } from '../notifications/push.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { accountJobs } from './accountJobs.ts'
import { mailResetLink, mailVerification } from './accountMail.ts'
import { deviceRoutes } from './deviceRoutes.ts'
import { federatedRoutes } from './federated.ts'
import { follower } from './follow.ts'
import { invitationHandler, invite } from './invitations.ts'
import { createLibrary } from './library.ts'
import { heldKeys, meRoutes } from './me.ts'
import { createAccount } from './newAccount.ts'
import type { Parts } from './parts.ts'
import { passwordChosen } from './passwordChosen.ts'
import { passwordRoutes } from './passwords.ts'
import { findPeople, peopleModel } from '../permissions/people.ts'
import { createPresence } from './presence.ts'
import { translating } from './problems.ts'
import { proveRoute } from './proveRoute.ts'
import { sharedLimiter } from '../web/rateLimit.ts'
import { secondStepRoutes } from './secondStep.ts'
import { sessionRoutes } from './sessionRoutes.ts'
import { Sessions, tokenOf } from './sessions.ts'
import { signInRoutes } from './signIn.ts'
import { twoFactorRoutes } from './twoFactorRoutes.ts'
import { verificationRoutes } from './verifyEmail.ts'
import type { Accounts, AccountsOptions } from './types.ts'

/** What every part of accounts shares, without the account library, which calls back into it. */
const sharedParts = (options: AccountsOptions): Omit<Parts, 'library'> => {
  const { db, config, model, people, mailer, push, preferenceKept, log, identity, enqueue } =
    options
  const declared = peopleModel(model)
  const limits = {
    enabled: config.rateLimits !== false,
    ...(options.now ? { now: options.now } : {}),
  }
  return {
    query: db.query,
    model,
    config,
    sessions: new Sessions(db.query, declared, log),
    peopleModel: declared,
    people: findPeople(declared, db.query),
    peopleWriter: people,
    presence: createPresence(declared, db.query),
    mailer,
    push: push ?? noPush,
    preferenceKept: preferenceKept ?? (async () => {}),
    log,
    identity,
    enqueue,
    minLength: config.passwordMinLength ?? 10,
    keys: options.keys ?? ((actor) => heldKeys(model, actor)),
    limiter: sharedLimiter(db.query, limits),
  }
}

const accountParts = (options: AccountsOptions): Parts => {
  const shared = sharedParts(options)
  const library = createLibrary(
    options.pool,
    shared.config,
    {
      resetPassword: (user, token) => mailResetLink(shared, user, token),
      verifyEmail: (user, token) => mailVerification(shared, user, token),
      passwordChosen: (accountId) => passwordChosen(shared, accountId),
    },
    shared.log,
  )
  return { ...shared, library }
}

const accountRoutes = (parts: Parts): Routes => {
  const auth = newRoutes()
  auth.use('*', rememberLanguage)
  for (const part of [
    signInRoutes(parts),
    secondStepRoutes(parts),
    passwordRoutes(parts),
    verificationRoutes(parts),
    twoFactorRoutes(parts),
    sessionRoutes(parts),
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
  return routes
}

/** Creates the server's accounts; see `Accounts` and the table in `index.ts`. */
export const createAccounts = (options: AccountsOptions): Accounts => {
  const parts = accountParts(options)
  const { sessions } = parts
  const following = follower(sessions)
  return {
    routes: accountRoutes(parts),
    async authenticate(request) {
      const token = tokenOf(request)
      return token ? ((await sessions.find(token))?.actor ?? null) : null
    },
    follow: (request, changed) => following.follow(tokenOf(request), changed),
    revocations: { subscribe: (fn) => sessions.subscribe(fn) },
    createAccount: (account) => translating(parts.minLength, () => createAccount(parts, account)),
    invite: (personId, from) => invite(parts, personId, from),
    inviteJob: invitationHandler(parts),
    jobs: accountJobs(parts),
    close: () => following.close(),
  }
}
