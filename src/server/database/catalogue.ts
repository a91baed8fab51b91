import type { Query } from './query.ts'

/** A column as a backup needs it: `type` is the SQL type to cast its text to. */
export type Column = { name: string; type: string }
/** A table of schema public; `key` are the columns of its primary key. */
export type Table = { name: string; columns: Column[]; key: string[] }
export type ForeignKey = { table: string; name: string; definition: string }
export type Sequence = { name: string; last: string; called: boolean }

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Tables of schema public, without generated columns. */
export async function tables(query: Query): Promise<Table[]> {
  const { rows } = await query<Table>(`
    SELECT c.relname AS name,
      (SELECT coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attname COLLATE "C"), '[]')
         FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT coalesce(json_agg(a.attname ORDER BY array_position(i.indkey::int2[], a.attnum)), '[]')
         FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])
         WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname COLLATE "C"`)
  return rows
}

/** Every foreign key of schema public, with the SQL that recreates it. */
export async function foreignKeys(query: Query): Promise<ForeignKey[]> {
  const { rows } = await query<ForeignKey>(`
    SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace AND k.conparentid = 0`)
  return rows
}

/** The position of every sequence of schema public (text: a bigint may exceed a number). */
export async function sequences(query: Query): Promise<Sequence[]> {
  const { rows: names } = await query<{ name: string }>(`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`)
  const found: Sequence[] = []
  for (const { name } of names) {
    const { rows } = await query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM public.${quote(name)}`,
    )
    found.push({ name, last: rows[0]!.last, called: rows[0]!.called })
  }
  return found
}

/**
 * SQL for one row as a JSON array of texts: exact for every type, and the same text on every
 * server.
 */
export const lineOf = ({ columns }: Table): string =>
  columns.length === 0
    ? "'[]'"
    : `json_build_array(${columns.map(({ name }) => `${quote(name)}::text`).join(', ')})::text`

/** Counts a table and sums part of each row's md5: independent of row order. */
export async function checksum(
  query: Query,
  table: Table,
): Promise<{ rows: number; checksum: string }> {
  const { rows } = await query<{ rows: number; checksum: string }>(`
    SELECT count(*) AS rows, coalesce(sum(('x' || left(md5(${lineOf(table)}), 12))::bit(48)::bigint), 0)::text AS checksum
    FROM public.${quote(table.name)}`)
  return rows[0]!
}
