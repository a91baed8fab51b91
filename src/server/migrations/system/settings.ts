import * as pg from 'drizzle-orm/pg-core'

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
