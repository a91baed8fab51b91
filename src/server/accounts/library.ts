import { betterAuth } from 'better-auth'
import { bearer, twoFactor } from 'better-auth/plugins'
import { v7 as uuidv7 } from 'uuid'
import pg from 'pg'
import { SESSION_IDLE_S } from '../permissions/sessionLife.ts'
import { hashedSessions, storedIdentifier } from './tokenHash.ts'
import type { AccountsConfig, AccountsLog } from './types.ts'

/**
 * Longest password. The hash is memory-hard, so a longer one costs the server, not the attacker.
 */
export const PASSWORD_MAX = 128
/** Header that passes the client's address to the library. Only we set it. */
export const ADDRESS_HEADER = 'x-account-client-address'
export const INVITATION_S = 7 * 86_400

interface Addressed {
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
}

/** Callbacks from the library. */
export interface LibraryHooks {
  resetPassword(user: Addressed, token: string): void
  verifyEmail(user: Addressed, token: string): void
  /** A password was set through a mailed link, which also proves the address. */
  passwordChosen(userId: string): Promise<void>
}

/**
 * The same pool, but timestamps arrive as `Date`, as plain `pg` returns them and the library
 * compares them. Our parsers return strings, and a string compared with a `Date` is always false:
 * no link or session would ever expire.
 */
const withDates = (pool: pg.Pool) => ({
  async connect() {
    const client = await pool.connect()
    return {
      query: (text: string, values: unknown[]) => client.query({ text, values, types: pg.types }),
      release: (broken?: Error | boolean) => client.release(broken),
    }
  },
  end: async () => {},
})

/**
 * The account library with every unused feature disabled. Only our routes call its endpoints; they
 * are never mounted.
 */
export const createLibrary = (
  pool: pg.Pool,
  config: AccountsConfig,
  hooks: LibraryHooks,
  log: AccountsLog,
) =>
  betterAuth({
    appName: config.organisation?.name ?? 'Back-office',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    trustedOrigins: [new URL(config.publicUrl).origin],
    database: withDates(pool) as never,
    telemetry: { enabled: false },
    // Our own limits are per account and per address, and also cover the second step.
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error(`Accounts: ${message}`) },
    session: {
      expiresIn: SESSION_IDLE_S,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    user: {
      additionalFields: {
        personId: { type: 'string', required: false, input: false, returned: true },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: config.passwordMinLength ?? 10,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => hooks.resetPassword(user, token),
      onPasswordReset: async ({ user }) => hooks.passwordChosen(user.id),
    },
    emailVerification: {
      expiresIn: 86_400,
      sendVerificationEmail: async ({ user, token }) => hooks.verifyEmail(user, token),
    },
    advanced: {
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // No cookie leaves the server; the names are only used between our routes and the library.
      useSecureCookies: false,
      cookiePrefix: 'account',
    },
    verification: { storeIdentifier: { hash: async (text) => storedIdentifier(text) } },
    plugins: [
      hashedSessions(),
      bearer(),
      twoFactor({ skipVerificationOnEnable: false, allowPasswordless: true }),
    ],
  })

export type Library = ReturnType<typeof createLibrary>
