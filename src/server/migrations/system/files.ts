import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * Stored files; the bytes are in the FileStore under `storage_key`. `thumbnail_key` is null for a
 * picture whose thumbnail was not made yet, and empty if it needs none. `sender` is the person
 * without an account who sent the file.
 */
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
    thumbnailKey: pg.text('thumbnail_key'),
    sender: pg.uuid('sender'),
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
