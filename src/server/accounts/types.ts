import type pg from 'pg'
import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { JobHandler, Jobs } from '../jobs/types.ts'
import type { Actor } from '../permissions/types.ts'
import type { SessionWatch } from '../permissions/sessionWatch.ts'
import type { Mailer } from '../mail/types.ts'
import type { PushSender } from '../notifications/push.ts'
import type { Routes } from '../http/routes.ts'

/** The part of the configuration that accounts read. */
export interface AccountsConfig {
  /** Signs challenges, verification links and encrypts TOTP secrets; at least 32 characters. */
  readonly secret: string
  /** Address people open, for the links in mails, e.g. `http://127.0.0.1:3000`. */
  readonly publicUrl: string
  /** Whether strangers may register; default true. */
  readonly registration?: boolean
  /** Default true; off in tests only. */
  readonly rateLimits?: boolean
  /** Why others can reach the server: cookies are sent over https only. */
  readonly exposed?: readonly string[]
  /** Take the client's address from `X-Forwarded-For`; default false, the socket's address. */
  readonly trustProxy?: boolean | number
  /** Least characters of a password; default 10. */
  readonly passwordMinLength?: number
  readonly organisation?: Partial<Organisation>
}

export interface Organisation {
  readonly name: string
  readonly currency: string
  readonly timeZone: string
}

export interface AccountsLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** Somebody whom an identity service vouches for. */
export interface FederatedIdentity {
  /** The service and its project; with the subject it names the identity for ever. */
  readonly issuer: string
  readonly subject: string
  /** Small letters. */
  readonly email: string | undefined
  /** The service knows that the address is theirs. */
  readonly emailVerified: boolean
  readonly name: string | undefined
  /** How they signed in there, e.g. `google.com`. */
  readonly provider: string
  readonly authenticatedAt: Date
}

/** A service that people sign in with instead of a password. */
export interface IdentityService {
  /** Whom a token speaks of. Throws a `Problem` (401, 403, 503) for any token that does not hold. */
  verify(token: string): Promise<FederatedIdentity>
  /** Names the service in `FederatedIdentity.issuer`. */
  readonly issuer: string
  /** Ends every sign-in of a subject there. Absent where this installation lacks the credentials for it. */
  revoke?(subject: string): Promise<void>
}

/** How accounts write a person's record: with its audit, as every other write. */
export interface PeopleWriter {
  /** A person who registered: in the requested state, without roles. Returns the id. */
  request(person: { name: string; email: string }): Promise<string>
  /** An invited person who chose a password. */
  activate(personId: string): Promise<void>
  /** A person who asks to be removed: their record ends in the state the schema has for that, and with it every session. */
  leave(actor: Actor, reason: string): Promise<void>
  /** Fields a person changes of their own record, as that person. */
  update(actor: Actor, fields: Readonly<Record<string, unknown>>): Promise<void>
}

export interface AccountsOptions {
  /** Limits are counted in it, as other processes may share it. */
  readonly db: { readonly query: Query }
  /** A `pg.Pool`, which the account library takes its connections from. */
  readonly pool: pg.Pool
  readonly config: AccountsConfig
  readonly model: Model
  readonly people: PeopleWriter
  readonly mailer: Mailer
  /** Default: none is set up. */
  readonly push?: PushSender
  /** Told after a person changed a preference, with its key. */
  readonly preferenceKept?: (personId: string, key: string) => Promise<void>
  readonly log: AccountsLog
  /** Absent = passwords only. */
  readonly identity?: IdentityService | undefined
  /** Puts a job into the queue: see `Accounts.jobs`. */
  readonly enqueue: Jobs['enqueue']
  /** Milliseconds; default `Date.now`. For tests of limits. */
  readonly now?: () => number
  /** Permission keys that pages may build on; default all that are held. */
  readonly keys?: (actor: Actor) => string[]
}

export interface NewAccount {
  readonly email: string
  /** Without one, the person must choose it by the link of an invitation. */
  readonly password?: string
  /** Its hash, where it is known already. */
  readonly passwordHash?: string
  readonly name: string
  /** The address is known to be theirs. */
  readonly verified: boolean
  /** Record of the person; default: the one with this e-mail, when verified. */
  readonly personId?: string
}

export interface Accounts extends SessionWatch {
  /** Paths `/api/auth/*` and `/api/me*`. They throw `Problem`. */
  readonly routes: Routes
  /** Tells of sessions ended in this process, by the hash of their token. */
  readonly revocations: { subscribe(fn: (hash: string) => void): () => void }
  /** Makes an account; 409 `email_already_in_use`. Returns its id. */
  createAccount(account: NewAccount): Promise<string>
  /** Makes an account for a person's record, or finds it, and mails the link where they choose a password. */
  invite(personId: string, from: string | null): Promise<void>
  /** Works on jobs of the kind `INVITE_JOB`, which `withInvitations` puts into the queue. */
  readonly inviteJob: JobHandler
  /** Handlers of the jobs that `withAccounts` puts into the queue, by kind. */
  readonly jobs: Readonly<Record<string, JobHandler>>
  /** Ends the timers. */
  close(): void
}
