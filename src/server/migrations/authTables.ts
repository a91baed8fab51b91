/**
 * Tables of the account library (better-auth 1.7.6 with two-factor, admin and stored rate limits),
 * with the names it expects. A test compares them with the library's own description.
 */
import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'

const at = (name: string) => pg.timestamp(name, { withTimezone: true, mode: 'date' })
const now = (name: string) =>
  at(name)
    .notNull()
    .default(sql`CURRENT_TIMESTAMP`)

const user = pg.pgTable(
  'user',
  {
    id: pg.text('id').primaryKey(),
    name: pg.text('name').notNull(),
    email: pg.text('email').notNull(),
    emailVerified: pg.boolean('emailVerified').notNull().default(false),
    image: pg.text('image'),
    createdAt: now('createdAt'),
    updatedAt: now('updatedAt'),
    twoFactorEnabled: pg.boolean('twoFactorEnabled').default(false),
    role: pg.text('role'),
    banned: pg.boolean('banned').default(false),
    banReason: pg.text('banReason'),
    banExpires: at('banExpires'),
    /** Record of the account's person (the resource with `person`): our own column. */
    personId: pg.uuid('personId'),
  },
  (t) => [
    pg.uniqueIndex('user_email_key').on(t.email),
    pg.uniqueIndex('user_personId_key').on(t.personId),
  ],
)

const userId = () =>
  pg
    .text('userId')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

const session = pg.pgTable(
  'session',
  {
    id: pg.text('id').primaryKey(),
    expiresAt: at('expiresAt').notNull(),
    token: pg.text('token').notNull(),
    createdAt: now('createdAt'),
    updatedAt: now('updatedAt'),
    ipAddress: pg.text('ipAddress'),
    userAgent: pg.text('userAgent'),
    userId: userId(),
    impersonatedBy: pg.text('impersonatedBy'),
    /** When the owner last proved their identity after signing in: our own column. */
    provedAt: at('provedAt'),
  },
  (t) => [
    pg.uniqueIndex('session_token_key').on(t.token),
    pg.index('session_userId_idx').on(t.userId),
  ],
)

const account = pg.pgTable(
  'account',
  {
    id: pg.text('id').primaryKey(),
    accountId: pg.text('accountId').notNull(),
    providerId: pg.text('providerId').notNull(),
    userId: userId(),
    accessToken: pg.text('accessToken'),
    refreshToken: pg.text('refreshToken'),
    idToken: pg.text('idToken'),
    accessTokenExpiresAt: at('accessTokenExpiresAt'),
    refreshTokenExpiresAt: at('refreshTokenExpiresAt'),
    scope: pg.text('scope'),
    password: pg.text('password'),
    createdAt: now('createdAt'),
    updatedAt: now('updatedAt'),
  },
  (t) => [
    pg.index('account_userId_idx').on(t.userId),
    pg.index('account_provider_idx').on(t.providerId, t.accountId),
  ],
)

const verification = pg.pgTable(
  'verification',
  {
    id: pg.text('id').primaryKey(),
    identifier: pg.text('identifier').notNull(),
    value: pg.text('value').notNull(),
    expiresAt: at('expiresAt').notNull(),
    createdAt: now('createdAt'),
    updatedAt: now('updatedAt'),
  },
  (t) => [pg.index('verification_identifier_idx').on(t.identifier)],
)

const twoFactor = pg.pgTable(
  'twoFactor',
  {
    id: pg.text('id').primaryKey(),
    secret: pg.text('secret').notNull(),
    backupCodes: pg.text('backupCodes').notNull(),
    userId: userId(),
    verified: pg.boolean('verified').default(true),
    failedVerificationCount: pg.integer('failedVerificationCount').default(0),
    lockedUntil: at('lockedUntil'),
  },
  (t) => [
    pg.index('twoFactor_secret_idx').on(t.secret),
    pg.index('twoFactor_userId_idx').on(t.userId),
  ],
)

const rateLimit = pg.pgTable(
  'rateLimit',
  {
    id: pg.text('id').primaryKey(),
    key: pg.text('key').notNull(),
    count: pg.integer('count').notNull(),
    lastRequest: pg.bigint('lastRequest', { mode: 'number' }).notNull(),
  },
  (t) => [pg.uniqueIndex('rateLimit_key_key').on(t.key)],
)

export const authTables = { user, session, account, verification, twoFactor, rateLimit }
