import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { authTables } from '../authTables.ts'
import { at, xid8 } from './columns.ts'

/**
 * Deliveries: one row per recipient, channel and message. `record_id` is the record that was sent
 * to many; without it the row is a notification about a change. In-app rows contain their text, so
 * that an inbox reads one table: in English, and in `said` as messages for other languages. `at` is
 * when it was last sent, `times` how often, since unread notifications of one `group_key` are merged. `due_at` is when a waiting row is (re)tried, and
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
    /** `title` and `body` as messages; null in text that a person wrote. */
    said: pg.jsonb('said'),
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
    // A customer's timeline shows what was sent to them.
    pg
      .index('deliveries_outside_idx')
      .on(t.recipientType, t.recipientId, t.id)
      .where(sql`"recipient_type" <> 'person'`),
  ],
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
