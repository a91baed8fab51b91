import type pg from 'pg'
import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { JobHandler, Jobs } from '../jobs/types.ts'
import type { Actor } from '../permissions/types.ts'
import type { SessionWatch } from '../permissions/sessionWatch.ts'
import type { Mailer } from '../mail/types.ts'
import type { PushSender } from '../notifications/push.ts'
import type { Routes } from '../web/routes.ts'

/** The configuration that accounts read. */
export interface AccountsConfig {
  /** Signs challenges, verification links and encrypts TOTP secrets; at least 32 characters. */
  readonly secret: string
  /** Address people open, used in mailed links, e.g. `http://127.0.0.1:3000`. */
  readonly publicUrl: string
  /** Whether strangers may register; default true. */
  readonly registration?: boolean
  /** Default true; off in tests only. */
  readonly rateLimits?: boolean
  /** Why others can reach the server; when not empty, cookies are sent over HTTPS only. */
  readonly exposed?: readonly string[]
  /** Trust `X-Forwarded-For` for the client's address; default false, the socket's address. */
  readonly trustProxy?: boolean | number
  /** Minimum length of a password, in characters; default 10. */
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

/** A person as vouched for by an identity service. */
export interface FederatedIdentity {
  /** The service and its project; with the subject, a permanent name of the identity. */
  readonly issuer: string
  readonly subject: string
  /** Lowercase. */
  readonly email: string | undefined
  /** The service has verified that the address is theirs. */
  readonly emailVerified: boolean
  readonly name: string | undefined
  /** How they signed in there, e.g. `google.com`. */
  readonly provider: string
  readonly authenticatedAt: Date
}

/** A service that people sign in with instead of a password. */
export interface IdentityService {
  /** The identity a token describes. Throws a `Problem` (401, 403, 503) for any invalid token. */
  verify(token: string): Promise<FederatedIdentity>
  /** Name of the service in `FederatedIdentity.issuer`. */
  readonly issuer: string
  /** Ends every sign-in of a subject there. Absent without the credentials for it. */
  revoke?(subject: string): Promise<void>
  /** Deletes a subject there, also if it is already gone. Absent without the credentials for it. */
  remove?(subject: string): Promise<void>
}

/** Writes people's records, with the audit of every other write. */
export interface PeopleWriter {
  /** A person who registered: in the requested state, without roles. Returns the id. */
  request(person: { name: string; email: string }): Promise<string>
  /** An invited person who chose a password. */
  activate(personId: string): Promise<void>
  /**
   * A person who wants to be removed: ends their record in the state the schema has for that, and
   * their sessions.
   */
  leave(actor: Actor, reason: string): Promise<void>
  /** Own fields that a person changes, written as that person. */
  update(actor: Actor, fields: Readonly<Record<string, unknown>>): Promise<void>
  /**
   * Throws unless the actor may change this person: 403 without the permission and for a person who
   * may do more, 404 for one outside the actor's rows.
   */
  requireChange(actor: Actor, personId: string): Promise<void>
}

export interface AccountsOptions {
  /** Rate limits are counted in it, because other processes may share it. */
  readonly db: { readonly query: Query }
  /** A `pg.Pool` for the account library. */
  readonly pool: pg.Pool
  readonly config: AccountsConfig
  readonly model: Model
  readonly people: PeopleWriter
  readonly mailer: Mailer
  /** Default: push is not set up. */
  readonly push?: PushSender
  /** Called with the key after a person changed a preference. */
  readonly preferenceKept?: (personId: string, key: string) => Promise<void>
  readonly log: AccountsLog
  /** Absent = passwords only. */
  readonly identity?: IdentityService | undefined
  /** Queues a job: see `Accounts.jobs`. */
  readonly enqueue: Jobs['enqueue']
  /** Current time in milliseconds; default `Date.now`. For tests of limits. */
  readonly now?: () => number
  /** Permission keys sent to the client's pages; default: all held keys. */
  readonly keys?: (actor: Actor) => string[]
}

export interface NewAccount {
  readonly email: string
  /** Without one, the person must choose it through an invitation link. */
  readonly password?: string
  /** Its hash, if already known. */
  readonly passwordHash?: string
  readonly name: string
  /** The address is known to be theirs. */
  readonly verified: boolean
  /** Record of the person; default: the one with this e-mail, if verified. */
  readonly personId?: string
}

export interface Accounts extends SessionWatch {
  /** Paths `/api/auth/*` and `/api/me*`. They throw `Problem`. */
  readonly routes: Routes
  /** Emits sessions that ended in this process, by token hash. */
  readonly revocations: { subscribe(fn: (hash: string) => void): () => void }
  /** Creates an account; 409 `email_already_in_use`. Returns its id. */
  createAccount(account: NewAccount): Promise<string>
  /**
   * Finds or creates the account of a person's record and mails the link where they choose a
   * password.
   */
  invite(personId: string, from: string | null): Promise<void>
  /** Handles jobs of kind `INVITE_JOB`, which `withInvitations` queues. */
  readonly inviteJob: JobHandler
  /** Handlers of the jobs that `withAccounts` queues, by kind. */
  readonly jobs: Readonly<Record<string, JobHandler>>
  /** Stops the timers. */
  close(): void
}
