import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * Changes that wait for other people, or waited: what was asked, as it was reviewed. `payload` is
 * sealed: it may contain secrets. `shown` is what approvers saw; `hash` covers it, the payload, the
 * versions and the policy. `proved`: the requester had just confirmed their identity.
 */
export const approvalRequests = pg.pgTable(
  'approval_requests',
  {
    id: pg.uuid('id').primaryKey(),
    entity: pg.text('entity').notNull(),
    /** Empty for a record that would be created, until it is, and for a bulk. */
    recordId: pg.uuid('record_id'),
    version: pg.integer('version'),
    requesterId: pg.uuid('requester_id').notNull(),
    accountId: pg.text('account_id'),
    proved: pg.boolean('proved').notNull(),
    at: at('at')
      .notNull()
      .default(sql`now()`),
    expiresAt: at('expires_at').notNull(),
    state: pg.text('state').notNull().default('pending'),
    endedAt: at('ended_at'),
    quorum: pg.integer('quorum').notNull(),
    /** Permission keys that each approver needs. */
    needs: pg.text('needs').array().notNull(),
    payload: pg.text('payload'),
    shown: pg.jsonb('shown').notNull(),
    hash: pg.text('hash').notNull(),
    /** Why it was rejected or could not be applied. */
    code: pg.text('code'),
    reason: pg.text('reason'),
    /** `reason` as a message; null in what a person wrote. */
    said: pg.jsonb('said'),
    /** Who applied it without approval. */
    overriddenBy: pg.uuid('overridden_by'),
    /** The operation that applied it; of a bulk, also before. */
    operationId: pg.uuid('operation_id'),
  },
  (t) => [
    pg.check(
      'approval_requests_state_check',
      sql`"state" in ('pending', 'approved', 'applied', 'rejected', 'expired', 'stale', 'failed', 'cancelled')`,
    ),
    pg.index('approval_requests_record_idx').on(t.entity, t.recordId),
    pg
      .index('approval_requests_open_idx')
      .on(t.expiresAt)
      .where(sql`"state" in ('pending', 'approved')`),
    pg.index('approval_requests_requester_idx').on(t.requesterId, t.id),
  ],
)

/** Votes for requests; `hash` is what the person had seen. */
export const approvalVotes = pg.pgTable(
  'approval_votes',
  {
    requestId: pg
      .uuid('request_id')
      .notNull()
      .references(() => approvalRequests.id, { onDelete: 'cascade' }),
    personId: pg.uuid('person_id').notNull(),
    hash: pg.text('hash').notNull(),
    at: at('at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [pg.primaryKey({ name: 'approval_votes_pkey', columns: [t.requestId, t.personId] })],
)

/**
 * Records that a request was reviewed with: its own, those of its bulk, and those that its effects
 * read or write. A change of one of them makes it stale.
 */
export const approvalRecords = pg.pgTable(
  'approval_records',
  {
    requestId: pg
      .uuid('request_id')
      .notNull()
      .references(() => approvalRequests.id, { onDelete: 'cascade' }),
    entity: pg.text('entity').notNull(),
    recordId: pg.uuid('record_id').notNull(),
    version: pg.integer('version').notNull(),
  },
  (t) => [
    pg.primaryKey({
      name: 'approval_records_pkey',
      columns: [t.requestId, t.entity, t.recordId],
    }),
    pg.index('approval_records_record_idx').on(t.recordId),
  ],
)
