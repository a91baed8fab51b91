import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { makeDirectory, moveDurably } from '../base/durable.ts'
import { lineOf, quote, type Sequence, sequences, type Table, tables } from './catalogue.ts'
import type { Database } from './pool.ts'

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
/**
 * Row used as a lock on databases without advisory locks (see migrations/migrate.ts); not a
 * migration.
 */
const LOCK_ROW = 'lock'
/** Backup and restore of a large database take longer than the usual statement limit. */
export const BACKUP_TIMEOUT_MS = 30 * 60_000
const ROWS_PER_FETCH = 500

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

/** The same sum as `checksum` computes in SQL, over the written lines. */
export class LineSum {
  rows = 0
  #sum = 0n

  add(line: string): void {
    this.rows++
    this.#sum += BigInt(`0x${createHash('md5').update(line).digest('hex').slice(0, 12)}`)
  }

  get checksum(): string {
    return this.#sum.toString()
  }
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
  const draft = `${file}.part`
  await makeDirectory(path.dirname(path.resolve(file)))
  const gzip = createGzip()
  const output = fs.createWriteStream(draft, { mode: 0o600 })
  gzip.pipe(output)
  const failed = new Promise<never>((_, reject) => output.once('error', reject))
  failed.catch(() => {})
  const write = async (line: string): Promise<void> => {
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), failed])
  }
  try {
    const counted = await db.transaction(
      async ({ query }) => {
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
        await write(JSON.stringify(header))
        const counts: Record<string, number> = {}
        for (const table of header.tables) {
          const sum = new LineSum()
          const order = table.key.length ? `ORDER BY ${table.key.map(quote).join(', ')}` : ''
          await query(
            `DECLARE dump NO SCROLL CURSOR FOR SELECT ${lineOf(table)} AS line FROM public.${quote(table.name)} ${order}`,
          )
          for (;;) {
            const { rows } = await query<{ line: string }>(`FETCH ${ROWS_PER_FETCH} FROM dump`)
            for (const { line } of rows) {
              sum.add(line)
              await write(line)
            }
            if (rows.length < ROWS_PER_FETCH) break
          }
          await query('CLOSE dump')
          await write(
            JSON.stringify({
              end: table.name,
              rows: sum.rows,
              checksum: sum.checksum,
            } satisfies TableEnd),
          )
          counts[table.name] = sum.rows
        }
        return counts
      },
      { isolation: 'repeatable read', readOnly: true, timeoutMs: BACKUP_TIMEOUT_MS },
    )
    const rows = Object.values(counted).reduce((sum, count) => sum + count, 0)
    await write(JSON.stringify({ complete: true, rows } satisfies BackupEnd))
    gzip.end()
    await finished(output)
    await moveDurably(draft, file)
    return { rows, tables: counted }
  } catch (error) {
    gzip.destroy()
    output.destroy()
    await fs.promises.rm(draft, { force: true })
    throw error
  }
}
