import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at, xid8 } from './columns.ts'

/**
 * Every change, in its own transaction: read by history, undo, as-of views and live events.
 * Append-only. `patch` is `{ field: [before, after] }`; `xid` shows a tail which rows are final
 * (`pg_snapshot_xmin`).
 */
export const audit = pg.pgTable(
  'audit',
  {
    seq: pg.bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: xid8('xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    at: at('at')
      .notNull()
      .default(sql`now()`),
    operationId: pg.uuid('operation_id'),
    requestId: pg.text('request_id'),
    actorId: pg.uuid('actor_id'),
    accountId: pg.text('account_id'),
    actorName: pg.text('actor_name'),
    channel: pg.text('channel').notNull(),
    entity: pg.text('entity').notNull(),
    recordId: pg.uuid('record_id').notNull(),
    version: pg.integer('version').notNull(),
    /** create, update, delete, restore, purge, transition, import. */
    action: pg.text('action').notNull(),
    reason: pg.text('reason'),
    patch: pg.jsonb('patch'),
  },
  (t) => [
    pg.index('audit_record_idx').on(t.entity, t.recordId, t.seq),
    pg.index('audit_operation_id_idx').on(t.operationId),
    // The audit log is read by time.
    pg.index('audit_at_idx').on(t.at, t.seq),
    // The live event tail reads in commit-safe order: by transaction, then by number.
    pg.index('audit_tail_idx').on(t.xid, t.seq),
  ],
)

/**
 * The hash chain over the audit, one link per entry, added by a job in commit order
 * (`audit/seal.ts`). A separate table, so that sealing changes no entry and a removed entry leaves
 * its link. `salt` is the digest secret of an entry's values; if values were removed for privacy,
 * `leaves` replaces it.
 */
export const auditSeals = pg.pgTable(
  'audit_seals',
  {
    /** Position in the chain, from 1, without gaps. */
    place: pg.bigint('place', { mode: 'number' }).primaryKey(),
    seq: pg.bigint('seq', { mode: 'number' }).notNull(),
    xid: xid8('xid').notNull(),
    hash: pg.text('hash').notNull(),
    salt: pg.text('salt'),
    leaves: pg.jsonb('leaves'),
  },
  (t) => [pg.uniqueIndex('audit_seals_seq_key').on(t.seq)],
)

/**
 * Sign-ins, rejected attempts, changes of passwords and permissions, and exports, for 400 days.
 * Attempts that differ only in time are one row per minute; `gathered` is what they have in common.
 */
export const securityEvents = pg.pgTable(
  'security_events',
  {
    id: pg.uuid('id').primaryKey(),
    kind: pg.text('kind').notNull(),
    at: at('at')
      .notNull()
      .default(sql`now()`),
    lastAt: at('last_at')
      .notNull()
      .default(sql`now()`),
    times: pg.integer('times').notNull().default(1),
    personId: pg.uuid('person_id'),
    accountId: pg.text('account_id'),
    name: pg.text('name'),
    /** The affected person or role. */
    subjectId: pg.uuid('subject_id'),
    subjectName: pg.text('subject_name'),
    /** Address used in a sign-in attempt. */
    email: pg.text('email'),
    address: pg.text('address'),
    /** Browser or program, up to 200 characters. */
    client: pg.text('client'),
    requestId: pg.text('request_id'),
    detail: pg
      .jsonb('detail')
      .notNull()
      .default(sql`'{}'::jsonb`),
    gathered: pg.text('gathered'),
  },
  (t) => [
    pg.index('security_events_at_idx').on(t.at, t.id),
    pg.index('security_events_kind_idx').on(t.kind, t.at, t.id),
    pg.index('security_events_person_idx').on(t.personId, t.at, t.id),
    pg.index('security_events_subject_idx').on(t.subjectId, t.at, t.id),
    pg.index('security_events_address_idx').on(t.address, t.at, t.id),
    pg.uniqueIndex('security_events_gathered_key').on(t.gathered),
  ],
)
