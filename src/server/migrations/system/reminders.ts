import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * Pending reminders of people about records, private to each. One is deleted in the transaction
 * that notifies of it.
 */
export const reminders = pg.pgTable(
  'reminders',
  {
    id: pg.uuid('id').primaryKey(),
    entity: pg.text('entity').notNull(),
    recordId: pg.uuid('record_id').notNull(),
    personId: pg.uuid('person_id').notNull(),
    dueAt: at('due_at').notNull(),
    text: pg.text('text'),
    createdAt: at('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    pg.index('reminders_due_idx').on(t.dueAt, t.id),
    pg.index('reminders_person_idx').on(t.personId, t.dueAt, t.id),
    pg.index('reminders_record_idx').on(t.entity, t.recordId),
  ],
)
