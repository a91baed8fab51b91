import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * Saved views of lists, and mappings of imports. One belongs to an account (none once its owner left) and may be shared:
 * with the own staff, or with `roles`. `state` is a `ViewState` or `MappingState` of
 * `model/views.ts`. A deleted one can be restored for some weeks.
 */
export const views = pg.pgTable(
  'views',
  {
    id: pg.uuid('id').primaryKey(),
    version: pg.integer('version').notNull().default(1),
    accountId: pg.text('account_id'),
    /** `list`: a view of a list; `import`: a mapping. */
    kind: pg.text('kind').notNull().default('list'),
    collection: pg.text('collection').notNull(),
    /** Path of a list with fixed parts; empty for the entity's own list. */
    path: pg.text('path').notNull().default(''),
    name: pg.text('name').notNull(),
    state: pg.jsonb('state').notNull(),
    shared: pg.boolean('shared').notNull().default(false),
    roles: pg
      .uuid('roles')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** Roles for which the list opens with it. */
    defaultRoles: pg
      .uuid('default_roles')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    createdAt: at('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: at('updated_at')
      .notNull()
      .default(sql`now()`),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    pg.index('views_account_idx').on(t.accountId, t.collection, t.path),
    pg
      .index('views_shared_idx')
      .on(t.collection, t.path)
      .where(sql`"shared"`),
    pg
      .index('views_deleted_idx')
      .on(t.deletedAt)
      .where(sql`"deleted_at" is not null`),
  ],
)
