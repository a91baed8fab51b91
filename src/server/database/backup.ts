import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { makeDirectory, moveDurably } from '../base/durable.ts'
import {
  checksum,
  lineOf,
  quote,
  type Sequence,
  sequences,
  type Table,
  tables,
} from './catalogue.ts'
import type { Copy, Database, Tx } from './pool.ts'

/** First line of a backup. */
export type BackupHeader = {
  format: 'back-office-backup'
  version: 1
  createdAt: string
  /** Names in the migrations table: these must have run before a restore. */
  migrations: string[]
  tables: Table[]
  sequences: Sequence[]
}
/** Marks the end of a table's rows. */
export type TableEnd = { end: string; rows: number; checksum: string }
/** Last line; without it the file is incomplete. */
export type BackupEnd = { complete: true; rows: number }

export type BackupOptions = {
  /**
   * Table in schema public that lists the applied migrations; named in the header, not restored.
   */
  migrationsTable?: string
  /** Its column with the migration's name. */
  migrationsColumn?: string
}

/** Ending of files that are still being written. */
export const DRAFT = '.part'
export const MIGRATIONS_TABLE = 'migrations'
export const MIGRATIONS_COLUMN = 'id'
/**
 * Derived from other tables, with log positions of one server: omitted, emptied by a restore and
 * rebuilt.
 */
const DERIVED_TABLES: readonly string[] = ['metric_days', 'metric_states']
/**
 * Short-lived rows that grant access or hold responses with such links: omitted, so that a copied
 * backup grants no access. A restore empties them, and people sign in again.
 */
const PASSING_TABLES: readonly string[] = [
  'session',
  'verification',
  'idempotency',
  'rateLimit',
  'push_devices',
]
/** All tables that backups omit besides the migrations table. */
export const OMITTED_TABLES: readonly string[] = [...DERIVED_TABLES, ...PASSING_TABLES]
/** Row that earlier versions used as a lock in the migrations table; not a migration. */
export const LOCK_ROW = 'lock'
/** Backup and restore of a large database take longer than the usual statement limit. */
export const BACKUP_TIMEOUT_MS = 30 * 60_000
/** Names of the applied migrations; empty without such a table. */
export async function ranMigrations(
  query: Database['query'],
  all: readonly Table[],
  options: BackupOptions,
): Promise<string[]> {
  const name = options.migrationsTable ?? MIGRATIONS_TABLE
  if (!all.some((table) => table.name === name)) return []
  const column = quote(options.migrationsColumn ?? MIGRATIONS_COLUMN)
  const { rows } = await query<{ name: string }>(
    `SELECT ${column}::text AS name FROM public.${quote(name)} ORDER BY ${column}::text COLLATE "C"`,
  )
  return rows.map((row) => row.name).filter((ran) => ran !== LOCK_ROW)
}

/**
 * Rows as lines: CSV of one column whose special characters never occur in JSON, so that nothing is
 * quoted or escaped.
 */
const AS_LINES = String.raw`(FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02', ESCAPE E'\x02')`

const rowsOf = (table: Table): string => {
  const order = table.key.length ? `ORDER BY ${table.key.map(quote).join(', ')}` : ''
  return `SELECT ${lineOf(table)} FROM public.${quote(table.name)} ${order}`
}

/** The file's text; `counts` receives the rows of each table. */
async function* contents(
  { query, copyOut }: Tx & Copy,
  options: BackupOptions,
  counts: Map<string, number>,
): AsyncGenerator<string | Buffer> {
  const line = (value: BackupHeader | TableEnd | BackupEnd): string => `${JSON.stringify(value)}\n`
  const all = await tables(query)
  const bookkeeping = options.migrationsTable ?? MIGRATIONS_TABLE
  const header: BackupHeader = {
    format: 'back-office-backup',
    version: 1,
    createdAt: new Date().toISOString(),
    migrations: await ranMigrations(query, all, options),
    tables: all.filter(({ name }) => name !== bookkeeping && !OMITTED_TABLES.includes(name)),
    sequences: await sequences(query),
  }
  yield line(header)
  let rows = 0
  for (const table of header.tables) {
    yield* copyOut(`COPY (${rowsOf(table)}) TO STDOUT ${AS_LINES}`) as AsyncIterable<Buffer>
    // Summed by the database, so that a restore compares with what was stored.
    const sum = await checksum(query, table)
    yield line({ end: table.name, ...sum })
    counts.set(table.name, sum.rows)
    rows += sum.rows
  }
  yield line({ complete: true, rows })
}

/**
 * Writes a consistent snapshot of all tables of schema public to a gzip file of one JSON value per
 * line. The file gets its name only once it is complete. Memory does not grow with the rows.
 */
export async function backup(
  db: Database,
  file: string,
  options: BackupOptions = {},
): Promise<{ rows: number; tables: Record<string, number> }> {
  // Of its own: another backup may be writing a file of this name.
  const draft = `${file}.${randomUUID()}${DRAFT}`
  const counts = new Map<string, number>()
  await makeDirectory(path.dirname(path.resolve(file)))
  try {
    await db.transaction(
      (tx) =>
        pipeline(
          contents(tx, options, counts),
          createGzip(),
          fs.createWriteStream(draft, { mode: 0o600 }),
        ),
      { isolation: 'repeatable read', readOnly: true, timeoutMs: BACKUP_TIMEOUT_MS },
    )
    await moveDurably(draft, file)
  } catch (error) {
    await fs.promises.rm(draft, { force: true })
    throw error
  }
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { rows, tables: Object.fromEntries(counts) }
}
