import type { Query } from './query.ts'
import { quote } from './catalogue.ts'

/**
 * The migrations a program knows, for restoring a backup of an older level: `migrationLevels` of
 * `migrations/migrate.ts`.
 */
export interface Levels {
  /** All of them, in the order they are applied. */
  readonly ids: readonly string[]
  /** Every table that a migration creates, and the one that lists the migrations. */
  readonly tables: readonly string[]
  /** Applies the given ones, in order, within the transaction of `query`. */
  readonly apply: (query: Query, ids: readonly string[]) => Promise<void>
}

/** Why this program cannot restore a backup with these migrations; undefined when it can. */
export const unknownLevel = (levels: Levels, ids: readonly string[]): string | undefined => {
  const unknown = ids.filter((id) => !levels.ids.includes(id))
  if (unknown.length) {
    return `The backup was made by a newer version of this program: it holds the changes ${unknown.join(', ')}, which this version does not know. Restore it with that version or a later one.`
  }
  const missing = levels.ids.slice(0, ids.length).filter((id) => !ids.includes(id))
  return missing.length
    ? `The backup holds later changes of the schema without ${missing.join(', ')}, which no version of this program does.`
    : undefined
}

/** Recreates the tables of a level; existing ones must be empty or expendable. */
export const rebuildAt = async (
  query: Query,
  levels: Levels,
  ids: readonly string[],
): Promise<void> => {
  const { rows } = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname = ANY($1)`,
    [levels.tables],
  )
  if (rows.length) {
    await query(`DROP TABLE ${rows.map(({ name }) => `public.${quote(name)}`).join(', ')}`)
  }
  await levels.apply(query, ids)
}
