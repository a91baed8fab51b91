import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * One user operation, for 30 days: a single write, a transition, an action, an import, a bulk
 * operation or an undo. The audit entries of all its changes have its id. `plan` is the request of
 * a bulk operation.
 */
export const operations = pg.pgTable(
  'operations',
  {
    id: pg.uuid('id').primaryKey(),
    at: at('at')
      .notNull()
      .default(sql`now()`),
    kind: pg.text('kind').notNull(),
    /** Name of the transition or action. */
    name: pg.text('name'),
    channel: pg.text('channel').notNull(),
    entity: pg.text('entity').notNull(),
    /** The record of a single write. */
    recordId: pg.uuid('record_id'),
    accountId: pg.text('account_id'),
    actorId: pg.uuid('actor_id'),
    actorName: pg.text('actor_name'),
    state: pg.text('state').notNull().default('done'),
    plan: pg.jsonb('plan'),
    planHash: pg.text('plan_hash'),
    /** Row counts by outcome. */
    counts: pg.jsonb('counts'),
    jobId: pg.uuid('job_id'),
    undoOf: pg.uuid('undo_of'),
    undoneBy: pg.uuid('undone_by'),
    expiresAt: at('expires_at')
      .notNull()
      .default(sql`now() + interval '30 days'`),
  },
  (t) => [
    pg.check(
      'operations_state_check',
      sql`"state" in ('planned', 'running', 'done', 'cancelled', 'failed')`,
    ),
    pg.index('operations_actor_idx').on(t.actorId, t.at.desc(), t.id.desc()),
    pg.index('operations_expires_at_idx').on(t.expiresAt),
  ],
)

/**
 * The rows of a bulk operation or undo as they were when it was planned, and each row's result;
 * `outcome` is empty until a row is processed. `entity` is set if the rows are of several entities.
 */
export const operationRows = pg.pgTable(
  'operation_rows',
  {
    operationId: pg.uuid('operation_id').notNull(),
    n: pg.integer('n').notNull(),
    entity: pg.text('entity').notNull(),
    recordId: pg.uuid('record_id').notNull(),
    version: pg.integer('version').notNull(),
    outcome: pg.text('outcome'),
    code: pg.text('code'),
    path: pg.text('path'),
    message: pg.text('message'),
    /** `message` with its values, for other languages; null without values. */
    said: pg.jsonb('said'),
  },
  (t) => [
    pg.primaryKey({ name: 'operation_rows_pkey', columns: [t.operationId, t.n] }),
    pg.check(
      'operation_rows_outcome_check',
      sql`"outcome" in ('done', 'unchanged', 'refused', 'changed', 'gone')`,
    ),
  ],
)

/** First responses to writes, for 24 h, so that a repeated request has one effect. */
export const idempotency = pg.pgTable(
  'idempotency',
  {
    person: pg.text('person').notNull(),
    key: pg.text('key').notNull(),
    bodyHash: pg.text('body_hash').notNull(),
    status: pg.integer('status'),
    headers: pg.jsonb('headers'),
    body: pg.text('body'),
    createdAt: at('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    pg.primaryKey({ name: 'idempotency_pkey', columns: [t.person, t.key] }),
    pg.index('idempotency_created_at_idx').on(t.createdAt),
  ],
)
