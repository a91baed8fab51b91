import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * Cards that payers keep at the payment provider, by the record whose payments they are charged for.
 * Outside the records, so that no list, history or export shows the provider's id.
 */
export const savedCards = pg.pgTable('saved_cards', {
  recordId: pg.uuid('record_id').primaryKey(),
  reference: pg.text('reference').notNull(),
  savedAt: at('saved_at')
    .notNull()
    .default(sql`now()`),
})
