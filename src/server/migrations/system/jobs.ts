import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

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
    /** `error` with its values, for other languages; null without values. */
    said: pg.jsonb('said'),
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
  repaired: pg.integer('repaired').notNull().default(0),
  repairedAt: at('repaired_at'),
})
