import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Colours that people chose for tags; all others have their usual one. */
export const tagColors = pg.pgTable(
  'tag_colors',
  {
    entity: pg.text('entity').notNull(),
    tag: pg.text('tag').notNull(),
    color: pg.text('color').notNull(),
    at: at('at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [pg.primaryKey({ name: 'tag_colors_pkey', columns: [t.entity, t.tag] })],
)
