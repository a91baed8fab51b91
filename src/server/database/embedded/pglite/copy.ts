import { BACKUP_TIMEOUT_MS, MIGRATIONS_TABLE, ranMigrations } from '../../backup.ts'
import {
  checksum,
  foreignKeys,
  lineOf,
  quote,
  sequences,
  type Table,
  tables,
} from '../../catalogue.ts'
import { type Levels, rebuildAt, unknownLevel } from '../../levels.ts'
import type { DatabaseLog, Query } from '../../query.ts'

const ROWS_PER_BATCH = 500
/** Transaction ids are used up in steps of this many. */
const IDS_PER_STEP = 20_000

/**
 * Uses up transaction ids until the new database is past the old one: entries of the audit carry
 * them, and one from the future would be taken for a change still to come.
 */
async function passIds(from: Query, to: Query): Promise<void> {
  const next = async (query: Query): Promise<number> =>
    Number(
      (await query<{ id: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id'))
        .rows[0]!.id,
    )
  const wanted = await next(from)
  await to('CREATE TEMP TABLE passed (n int)')
  for (let at = await next(to); at < wanted; at = await next(to)) {
    const count = Math.min(wanted - at, IDS_PER_STEP)
    // Each block with a handler that writes is a subtransaction with an id of its own.
    await to(
      `DO $$ BEGIN FOR n IN 1..${count} LOOP BEGIN INSERT INTO passed VALUES (n); EXCEPTION WHEN division_by_zero THEN NULL; END; END LOOP; END $$`,
    )
    await to('TRUNCATE passed')
  }
  await to('DROP TABLE passed')
}

const shapeOf = (all: readonly Table[]): string =>
  JSON.stringify(all.map(({ name, columns }) => [name, columns]))

/** Creates the tables as the old program had made them; returns them. */
async function sameTables(from: Query, to: Query, levels: Levels): Promise<Table[]> {
  const old = await tables(from)
  const ran = await ranMigrations(from, old, {})
  if (ran.length === 0) throw new Error('they hold no tables of this program')
  if (unknownLevel(levels, ran)) {
    throw new Error(`they hold changes that this version does not know (${ran.join(', ')})`)
  }
  await rebuildAt(to, levels, ran)
  const made = async (query: Query): Promise<string> =>
    JSON.stringify(
      (
        await query(
          `SELECT id, checksum FROM ${MIGRATIONS_TABLE} WHERE id = ANY($1) ORDER BY id COLLATE "C"`,
          [ran],
        )
      ).rows,
    )
  const fresh = await tables(to)
  if (shapeOf(old) !== shapeOf(fresh) || (await made(from)) !== (await made(to))) {
    throw new Error('their tables are not those that this program made')
  }
  return fresh.filter(({ name }) => name !== MIGRATIONS_TABLE)
}

/** Copies the rows of a table; throws unless both sides hold the same afterwards. */
async function copyTable(from: Query, to: Query, table: Table): Promise<number> {
  const place = `public.${quote(table.name)}`
  const names = table.columns.map((column) => quote(column.name)).join(', ')
  const values = table.columns.map(({ type }, at) => `(line ->> ${at})::${type}`).join(', ')
  const insert = `INSERT INTO ${place} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM json_array_elements($1::json) line`
  await from(`DECLARE moving NO SCROLL CURSOR FOR SELECT ${lineOf(table)} AS line FROM ${place}`)
  for (;;) {
    const { rows } = await from<{ line: string }>(`FETCH ${ROWS_PER_BATCH} FROM moving`)
    if (rows.length) await to(insert, [`[${rows.map(({ line }) => line).join(',')}]`])
    if (rows.length < ROWS_PER_BATCH) break
  }
  await from('CLOSE moving')
  const [had, has] = [await checksum(from, table), await checksum(to, table)]
  if (Number(had.rows) !== Number(has.rows) || had.checksum !== has.checksum) {
    throw new Error(
      `table ${table.name} did not arrive as it was (${has.rows} of ${had.rows} rows)`,
    )
  }
  return Number(has.rows)
}

/** Copies every table and the positions of sequences, then applies the later migrations. */
async function copyAll(from: Query, to: Query, levels: Levels, log: DatabaseLog): Promise<void> {
  const all = await sameTables(from, to, levels)
  const ran = await ranMigrations(from, await tables(from), {})
  const keys = await foreignKeys(to)
  for (const { table, name } of keys) {
    await to(`ALTER TABLE public.${quote(table)} DROP CONSTRAINT ${quote(name)}`)
  }
  const triggers = async (word: 'DISABLE' | 'ENABLE'): Promise<void> => {
    for (const { name } of all) await to(`ALTER TABLE public.${quote(name)} ${word} TRIGGER USER`)
  }
  await triggers('DISABLE')
  let rows = 0
  for (const table of all) rows += await copyTable(from, to, table)
  await triggers('ENABLE')
  for (const { table, name, definition } of keys) {
    await to(`ALTER TABLE public.${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`)
  }
  for (const { name, last, called } of await sequences(from)) {
    await to('SELECT setval($1::regclass, $2::bigint, $3)', [`public.${quote(name)}`, last, called])
  }
  await levels.apply(
    to,
    levels.ids.filter((id) => !ran.includes(id)),
  )
  log.info(`Moved ${rows} rows in ${all.length} tables; each table was compared.`)
}

/**
 * Copies an old database into an empty one of this program and brings it up to date, in one
 * transaction. Throws, with a clause of a sentence, when anything differs.
 */
export async function copyDatabase(
  from: Query,
  to: Query,
  levels: Levels,
  log: DatabaseLog,
): Promise<void> {
  for (const side of [from, to]) {
    // Both sides write instants and days as the same text.
    await side("SET timezone = 'UTC'")
    await side("SET datestyle = 'ISO, MDY'")
  }
  await passIds(from, to)
  await from('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await to('BEGIN')
  await to(`SET LOCAL statement_timeout = ${BACKUP_TIMEOUT_MS}`)
  await copyAll(from, to, levels, log)
  await to('COMMIT')
  await from('COMMIT')
}
