import { quoted } from './names.ts'
import type { Snapshot } from './snapshot.ts'

/** Value for existing rows of `table.column`; undefined when there is none. */
export type Backfill = (table: string, column: string) => string | undefined

/** Type changes that keep every value. */
const WIDENINGS = new Set([
  'integer>bigint',
  'integer>double precision',
  'text>text COLLATE "C"',
  'text COLLATE "C">text',
])

const columnAt = (snapshot: Snapshot, table: string, column: string) =>
  snapshot[`public.${table}`]?.columns[column]

const setNotNull = (
  target: Snapshot,
  table: string,
  column: string,
  backfill: Backfill,
): string[] => {
  const fallback = columnAt(target, table, column)?.default
  const value = fallback === undefined ? backfill(table, column) : String(fallback)
  const alter = `ALTER TABLE "${table}" ALTER COLUMN "${column}" SET NOT NULL;`
  if (value !== undefined) {
    return [`UPDATE "${table}" SET "${column}" = ${value} WHERE "${column}" IS NULL;`, alter]
  }
  // Only a person can choose: old rows are unchanged, and the API requires the value when one is
  // saved.
  const warning = `Rows of ${table} have no ${column}; the column stays optional in the database until they are filled.`
  return [
    `DO $$ BEGIN
  IF EXISTS (SELECT 1 FROM "${table}" WHERE "${column}" IS NULL) THEN RAISE WARNING ${quoted(warning)};
  ELSE ${alter}
  END IF;
END $$;`,
  ]
}

const rank = (sql: string): number => {
  if (/^DROP INDEX|DROP CONSTRAINT/.test(sql)) return 0
  if (/DROP COLUMN/.test(sql)) return 2
  if (sql.startsWith('DROP TABLE')) return 3
  return 1
}

const removedValues = (union: Snapshot, target: Snapshot): string[] =>
  Object.entries(target).flatMap(([name, table]) =>
    Object.entries(table.checkConstraints).flatMap(([check, { value }]) => {
      const before = union[name]?.checkConstraints[check]?.value
      return before !== undefined && before !== value
        ? [
            `${table.name}: ${check} allows fewer values (${value}); rows that hold others make it fail`,
          ]
        : []
    }),
  )

/**
 * Orders the statements of the contract step so that nothing is dropped twice, fills empty values
 * before a column becomes required, and lists what loses data.
 */
export const contractStatements = (
  union: Snapshot,
  target: Snapshot,
  raw: readonly string[],
  backfill: Backfill,
): { statements: string[]; destructive: string[] } => {
  const destructive = removedValues(union, target)
  const statements = raw.flatMap((sql) => {
    const notNull = /^ALTER TABLE "([^"]+)" ALTER COLUMN "([^"]+)" SET NOT NULL;?$/.exec(sql)
    if (notNull) return setNotNull(target, notNull[1]!, notNull[2]!, backfill)
    const type =
      /^ALTER TABLE "([^"]+)" ALTER COLUMN "([^"]+)" SET DATA TYPE ([^;]+?)(?: USING [^;]+)?;?$/.exec(
        sql,
      )
    if (type) {
      const [, table, column, wanted] = type as unknown as [string, string, string, string]
      const before = columnAt(union, table, column)?.type
      if (!WIDENINGS.has(`${before}>${wanted}`)) {
        destructive.push(`${table}.${column} changes from ${before} to ${wanted}`)
      }
      return [
        `ALTER TABLE "${table}" ALTER COLUMN "${column}" SET DATA TYPE ${wanted} USING "${column}"::${wanted};`,
      ]
    }
    const column = /^ALTER TABLE "([^"]+)" DROP COLUMN "([^"]+)"/.exec(sql)
    if (column) destructive.push(`${column[1]}.${column[2]} is dropped with its values`)
    const table = /^DROP TABLE "([^"]+)"/.exec(sql)
    if (table) destructive.push(`table ${table[1]} is dropped with its rows`)
    return [sql]
  })
  return {
    statements: statements
      .map((sql, i) => [rank(sql), i, sql] as const)
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
      .map(([, , sql]) => sql),
    destructive,
  }
}
