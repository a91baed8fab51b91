import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { authTables } from './authTables.ts'

const at = (name: string) => pg.timestamp(name, { withTimezone: true, mode: 'string' })
const xid8 = pg.customType<{ data: string }>({ dataType: () => 'xid8' })

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

/** Stored files; the bytes are in the FileStore under `storage_key`. */
export const files = pg.pgTable(
  'files',
  {
    id: pg.uuid('id').primaryKey(),
    name: pg.text('name').notNull(),
    type: pg.text('type').notNull(),
    size: pg.bigint('size', { mode: 'number' }).notNull(),
    width: pg.integer('width'),
    height: pg.integer('height'),
    hash: pg.text('hash').notNull(),
    createdAt: at('created_at')
      .notNull()
      .default(sql`now()`),
    createdBy: pg.uuid('created_by'),
    storageKey: pg.text('storage_key').notNull(),
    collection: pg.text('collection'),
  },
  (t) => [
    pg.index('files_hash_idx').on(t.hash),
    pg.index('files_created_at_idx').on(t.createdAt, t.id),
  ],
)

/**
 * Uploads in progress, in chunks or directly to a bucket; each chunk is in the FileStore under its
 * key. `file_id` is set once the file is complete.
 */
export const uploads = pg.pgTable(
  'uploads',
  {
    id: pg.uuid('id').primaryKey(),
    createdBy: pg.uuid('created_by').notNull(),
    name: pg.text('name').notNull(),
    size: pg.bigint('size', { mode: 'number' }).notNull(),
    received: pg.bigint('received', { mode: 'number' }).notNull().default(0),
    parts: pg
      .jsonb('parts')
      .notNull()
      .default(sql`'[]'::jsonb`),
    collection: pg.text('collection'),
    fileId: pg.uuid('file_id'),
    createdAt: at('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    pg.index('uploads_created_at_idx').on(t.createdAt),
    pg.index('uploads_created_by_idx').on(t.createdBy),
  ],
)

/**
 * Queue of background jobs. A running job whose `locked_until` has passed belongs to a dead
 * process.
 */
export const jobs = pg.pgTable(
  'jobs',
  {
    id: pg.uuid('id').primaryKey(),
    kind: pg.text('kind').notNull(),
    state: pg.text('state').notNull().default('queued'),
    progress: pg.doublePrecision('progress').notNull().default(0),
    counts: pg
      .jsonb('counts')
      .notNull()
      .default(sql`'{}'::jsonb`),
    payload: pg
      .jsonb('payload')
      .notNull()
      .default(sql`'{}'::jsonb`),
    result: pg.jsonb('result'),
    error: pg.text('error'),
    attempts: pg.integer('attempts').notNull().default(0),
    runAt: at('run_at')
      .notNull()
      .default(sql`now()`),
    lockedUntil: at('locked_until'),
    lockedBy: pg.text('locked_by'),
    actor: pg.jsonb('actor'),
    createdAt: at('created_at')
      .notNull()
      .default(sql`now()`),
    finishedAt: at('finished_at'),
  },
  (t) => [
    pg.check(
      'jobs_state_check',
      sql`"state" in ('queued', 'running', 'succeeded', 'failed', 'cancelled')`,
    ),
    pg
      .index('jobs_due_idx')
      .on(t.runAt, t.id)
      .where(sql`"state" in ('queued', 'running')`),
    pg.index('jobs_created_at_idx').on(t.createdAt, t.id),
  ],
)

/** A person's own settings (columns, theme). */
export const preferences = pg.pgTable(
  'preferences',
  {
    accountId: pg.text('account_id').notNull(),
    key: pg.text('key').notNull(),
    value: pg.jsonb('value').notNull(),
  },
  (t) => [pg.primaryKey({ name: 'preferences_pkey', columns: [t.accountId, t.key] })],
)

/** Installation-wide values. */
export const settings = pg.pgTable('settings', {
  key: pg.text('key').primaryKey(),
  value: pg.jsonb('value').notNull(),
})

/** Gap-free numbers: the transaction that takes the next one locks the row. */
export const sequences = pg.pgTable('sequences', {
  name: pg.text('name').primaryKey(),
  value: pg.bigint('value', { mode: 'number' }).notNull(),
})

/**
 * Deliveries: one row per recipient, channel and message. `record_id` is the record that was sent
 * to many; without it the row is a notification about a change. In-app rows contain their text, so
 * that an inbox reads one table; `at` is when it was last sent, `times` how often, since unread
 * notifications of one `group_key` are merged. `due_at` is when a waiting row is (re)tried, and
 * until when one being sent belongs to its sender. `xid` shows followers which rows are final.
 */
export const deliveries = pg.pgTable(
  'deliveries',
  {
    id: pg.uuid('id').primaryKey(),
    recordId: pg.uuid('record_id'),
    type: pg.text('type').notNull(),
    channel: pg.text('channel').notNull(),
    /** `person` for people who sign in, otherwise the recipient's collection. */
    recipientType: pg.text('recipient_type').notNull(),
    recipientId: pg.uuid('recipient_id').notNull(),
    state: pg.text('state').notNull(),
    attempts: pg.integer('attempts').notNull().default(0),
    dueAt: at('due_at')
      .notNull()
      .default(sql`now()`),
    error: pg.text('error'),
    title: pg.text('title'),
    body: pg.text('body'),
    link: pg.text('link'),
    resourceType: pg.text('resource_type'),
    resourceId: pg.uuid('resource_id'),
    /**
     * Permission keys needed to see title and body, which are built from what these keys protect.
     */
    needs: pg
      .text('needs')
      .array()
      .notNull()
      .default(sql`'{}'`),
    groupKey: pg.text('group_key'),
    times: pg.integer('times').notNull().default(1),
    /** Bypasses quiet hours, if the person allows it. */
    urgent: pg.boolean('urgent').notNull().default(false),
    /** Created in quiet hours: silent in the application, sent elsewhere when they end. */
    held: pg.boolean('held').notNull().default(false),
    xid: xid8('xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    at: at('at')
      .notNull()
      .default(sql`now()`),
    deliveredAt: at('delivered_at'),
    readAt: at('read_at'),
  },
  (t) => [
    pg.check(
      'deliveries_state_check',
      sql`"state" in ('waiting', 'sending', 'delivered', 'failed', 'no_device', 'no_address', 'muted')`,
    ),
    pg
      .uniqueIndex('deliveries_once_idx')
      .on(t.recordId, t.channel, t.recipientType, t.recipientId)
      .where(sql`"record_id" IS NOT NULL`),
    pg
      .uniqueIndex('deliveries_group_idx')
      .on(t.recipientId, t.channel, t.groupKey)
      .where(sql`"group_key" IS NOT NULL AND "read_at" IS NULL`),
    pg
      .index('deliveries_inbox_idx')
      .on(t.recipientId, t.at.desc(), t.id.desc())
      .where(sql`"channel" = 'in_app' AND "state" = 'delivered'`),
    pg
      .index('deliveries_unread_idx')
      .on(t.recipientId)
      .where(sql`"channel" = 'in_app' AND "state" = 'delivered' AND "read_at" IS NULL`),
    pg
      .index('deliveries_due_idx')
      .on(t.dueAt)
      .where(sql`"state" in ('waiting', 'sending')`),
    pg
      .index('deliveries_read_idx')
      .on(t.readAt)
      .where(sql`"record_id" IS NOT NULL AND "read_at" IS NOT NULL`),
    pg.index('deliveries_xid_idx').on(t.xid),
    // A record's timeline shows what was sent about it.
    pg
      .index('deliveries_resource_idx')
      .on(t.resourceType, t.resourceId, t.id)
      .where(sql`"resource_id" IS NOT NULL`),
  ],
)

/**
 * Notes that people of the back-office write about a record, for each other only. `tenant` is the
 * author's tenant: people of a tenant read only its notes. `earlier` has the texts before each
 * edit, `[{ at, text }]`; a deleted note has no text.
 */
export const notes = pg.pgTable(
  'record_notes',
  {
    id: pg.uuid('id').primaryKey(),
    entity: pg.text('entity').notNull(),
    recordId: pg.uuid('record_id').notNull(),
    authorId: pg.uuid('author_id').notNull(),
    tenant: pg.uuid('tenant'),
    text: pg.text('text'),
    at: at('at')
      .notNull()
      .default(sql`now()`),
    editedAt: at('edited_at'),
    deletedAt: at('deleted_at'),
    earlier: pg
      .jsonb('earlier')
      .notNull()
      .default(sql`'[]'::jsonb`),
  },
  (t) => [pg.index('record_notes_record_idx').on(t.entity, t.recordId, t.id)],
)

/** People who follow changes to a record. */
export const followers = pg.pgTable(
  'record_followers',
  {
    entity: pg.text('entity').notNull(),
    recordId: pg.uuid('record_id').notNull(),
    personId: pg.uuid('person_id').notNull(),
    at: at('at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    pg.primaryKey({
      name: 'record_followers_pkey',
      columns: [t.entity, t.recordId, t.personId],
    }),
    pg.index('record_followers_person_idx').on(t.personId, t.entity, t.recordId),
  ],
)

/**
 * How far each person has read an ordered stream, such as a conversation: the position of the last
 * entry they saw.
 */
export const reads = pg.pgTable(
  'reads',
  {
    recordId: pg.uuid('record_id').notNull(),
    personId: pg.uuid('person_id').notNull(),
    upTo: pg.integer('up_to').notNull(),
  },
  (t) => [pg.primaryKey({ name: 'reads_pkey', columns: [t.recordId, t.personId] })],
)

/**
 * Devices that receive a person's push messages. Each belongs to the session that registered it and
 * is removed with it. `last_key` is the last message it received: a retry for the person's other
 * devices skips it.
 */
export const pushDevices = pg.pgTable(
  'push_devices',
  {
    id: pg.uuid('id').primaryKey(),
    personId: pg.uuid('person_id').notNull(),
    sessionId: pg
      .text('session_id')
      .notNull()
      .references(() => authTables.session.id, { onDelete: 'cascade' }),
    /** Token of the device at the push service. */
    token: pg.text('token').notNull(),
    userAgent: pg.text('user_agent'),
    lastKey: pg.text('last_key'),
    createdAt: at('created_at')
      .notNull()
      .default(sql`now()`),
    lastSeenAt: at('last_seen_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    pg.uniqueIndex('push_devices_token_key').on(t.token),
    pg.index('push_devices_person_idx').on(t.personId, t.lastSeenAt.desc()),
    pg.index('push_devices_session_idx').on(t.sessionId),
  ],
)

/**
 * Daily totals of metrics, so that a dashboard does not count every record again. `scope` is a
 * tenant, or zero for all; `by_id` is the subject of a ranking. Derived from the records, never
 * written by hand: emptying both tables rebuilds them.
 */
export const metricDays = pg.pgTable(
  'metric_days',
  {
    metric: pg.text('metric').notNull(),
    part: pg.text('part').notNull(),
    scope: pg.uuid('scope').notNull(),
    day: pg.date('day', { mode: 'string' }).notNull(),
    byId: pg.uuid('by_id'),
    currency: pg.text('currency'),
    value: pg.doublePrecision('value').notNull(),
    records: pg.bigint('records', { mode: 'number' }).notNull(),
  },
  (t) => [
    pg.index('metric_days_idx').on(t.metric, t.scope, t.part, t.day),
    pg.index('metric_days_day_idx').on(t.metric, t.day),
  ],
)

/**
 * Up to which transactions a metric's days match its records, for which declaration and zone; and
 * the result of its last check.
 */
export const metricStates = pg.pgTable('metric_states', {
  metric: pg.text('metric').primaryKey(),
  /** Fingerprint of its statement: a changed declaration rebuilds it. */
  print: pg.text('print'),
  zone: pg.text('zone'),
  /** `pg_snapshot` */
  snapshot: pg.text('snapshot'),
  checkedAt: at('checked_at'),
  /** Total number of days that checks found wrong and rebuilt, and when last. */
  mended: pg.integer('mended').notNull().default(0),
  mendedAt: at('mended_at'),
})

export const systemTables = {
  audit,
  auditSeals,
  securityEvents,
  operations,
  operationRows,
  idempotency,
  files,
  uploads,
  jobs,
  preferences,
  settings,
  sequences,
  deliveries,
  notes,
  followers,
  reads,
  pushDevices,
  metricDays,
  metricStates,
}
