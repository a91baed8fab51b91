import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

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
