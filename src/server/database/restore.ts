import fs from 'node:fs'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import {
  BACKUP_TIMEOUT_MS,
  type BackupEnd,
  type BackupHeader,
  type BackupOptions,
  OMITTED_TABLES,
  MIGRATIONS_TABLE,
  ranMigrations,
  type TableEnd,
} from './backup.ts'
import { checksum, foreignKeys, quote, type Table, tables } from './catalogue.ts'
import { ageForeignIds } from './foreignIds.ts'
import { type Levels, rebuildAt, unknownLevel } from './levels.ts'
import type { Copy, Database } from './pool.ts'
import { grantApplication } from './privileges.ts'

/** The backup cannot be restored; the database is unchanged. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

export type RestoreOptions = BackupOptions & {
  /** Empties the tables first, in the same transaction, instead of refusing when they have rows. */
  replace?: boolean
  /** Allows a backup of an older level: its tables are created first and migrated afterwards. */
  levels?: Levels
  /** Checks the restored data before the commit; returns why to reject it. */
  accept?: (query: Database['query']) => Promise<string | undefined>
}

const CHUNK_CHARACTERS = 65_536

const refuse = (message: string): never => {
  throw new RestoreRefused(`${message} The database was left as it was.`)
}

/**
 * Lines of a gzip file, one at a time; rejects when the file is damaged. Only a line feed ends a
 * line: `readline` would also split at U+2028, which JSON leaves as it is.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  const text = new PassThrough({ encoding: 'utf8' })
  // An error destroys `text`, which rejects the reader.
  pipeline(fs.createReadStream(file), createGunzip(), text, () => {})
  let rest = ''
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest) yield rest
  } catch (error) {
    refuse(`The backup ${file} cannot be read: ${(error as Error).message}.`)
  } finally {
    text.destroy()
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return refuse('The backup is damaged: a line is not JSON.')
  }
}

const shapeOf = (all: readonly Table[]): string =>
  JSON.stringify(
    all.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.type])]),
  )

/** The tables to restore: an older backup contains some that are omitted today. */
const kept = ({ tables: all }: BackupHeader): Table[] =>
  all.filter(({ name }) => !OMITTED_TABLES.includes(name))

/**
 * Rejects what cannot be restored and creates missing tables of the backup's level. Returns the
 * migrations to apply afterwards.
 */
async function prepare(
  query: Database['query'],
  header: BackupHeader,
  options: RestoreOptions,
): Promise<readonly string[]> {
  const { levels } = options
  const bookkeeping = options.migrationsTable ?? MIGRATIONS_TABLE
  const unfit = levels && unknownLevel(levels, header.migrations)
  if (unfit) {
    refuse(unfit)
  }
  const present = await tables(query)
  const ran = await ranMigrations(query, present, options)
  if (!options.replace) {
    for (const { name } of present) {
      if (name === bookkeeping || OMITTED_TABLES.includes(name)) {
        continue
      }
      const { rowCount } = await query(`SELECT 1 FROM public.${quote(name)} LIMIT 1`)
      if (rowCount > 0) {
        refuse(`Table ${name} has rows already; a backup restores into an empty database.`)
      }
    }
  }
  const missing = header.migrations.filter((name) => !ran.includes(name))
  const extra = ran.filter((name) => !header.migrations.includes(name))
  const apart = missing.length > 0 || extra.length > 0
  if (apart && !levels) {
    refuse(
      `The backup was made at another version of the schema (migrations missing here: ${missing.join(', ') || 'none'}; unknown to the backup: ${extra.join(', ') || 'none'}). Restore with the version that made it.`,
    )
  }
  if (apart && levels) {
    if (ran.length === 0 && present.length > 0) {
      refuse('This database has tables that are not of this program.')
    }
    await rebuildAt(query, levels, header.migrations)
  }
  const there = apart ? await tables(query) : present
  if (
    shapeOf(there.filter(({ name }) => name !== bookkeeping && !OMITTED_TABLES.includes(name))) !==
    shapeOf(kept(header))
  ) {
    refuse(
      'The tables of this database are not those of the backup. Run the migrations of the version that made it first.',
    )
  }
  return apart && levels ? levels.ids.filter((id) => !header.migrations.includes(id)) : []
}

/** A row's texts as a line of `COPY … FROM STDIN`. */
const copyLine = (texts: readonly (string | null)[]): string =>
  `${texts.map((text) => (text === null ? '\\N' : text.replace(/[\\\n\r\t]/g, (c) => `\\${ESCAPES.get(c)}`))).join('\t')}\n`

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
])

/** Copies a table's lines into it and returns the line that ends them. */
async function load(
  copyIn: Copy['copyIn'],
  lines: AsyncIterator<string>,
  { name, columns }: Table,
): Promise<TableEnd> {
  let end: TableEnd | undefined
  async function* rows(): AsyncGenerator<string> {
    let chunk = ''
    for (;;) {
      const { value: line, done } = await lines.next()
      if (done) return refuse('The backup is cut off.')
      if (line.startsWith('{')) {
        end = parse(line) as TableEnd
        if (end.end !== name) refuse(`The backup is damaged: table ${name} has no end.`)
        return yield chunk
      }
      chunk += copyLine(parse(line) as (string | null)[])
      if (chunk.length >= CHUNK_CHARACTERS) {
        yield chunk
        chunk = ''
      }
    }
  }
  const names = columns.map((column) => quote(column.name)).join(', ')
  await piped(Readable.from(rows()), copyIn(`COPY public.${quote(name)} (${names}) FROM STDIN`))
  return end ?? refuse('The backup is cut off.')
}

/** Reads over a table that is omitted today. */
async function skip(lines: AsyncIterator<string>): Promise<TableEnd> {
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done) return refuse('The backup is cut off.')
    if (line.startsWith('{')) return parse(line) as TableEnd
  }
}

type Statements = Database['query']

/** Reads the first line: what the backup contains. */
async function headerOf(lines: AsyncIterator<string>, file: string): Promise<BackupHeader> {
  const first = await lines.next()
  const header = (first.done ? refuse(`${file} is empty.`) : parse(first.value)) as BackupHeader
  if (header.format !== 'back-office-backup' || header.version !== 1) {
    refuse(`${file} is not a backup of this application.`)
  }
  return header
}

/** Empties the tables that will be loaded, with `replace`, and those that are omitted. */
async function empty(query: Statements, header: BackupHeader, replace: boolean): Promise<void> {
  if (replace && header.tables.length) {
    await query(`TRUNCATE ${header.tables.map(({ name }) => `public.${quote(name)}`).join(', ')}`)
  }
  const omitted = (await tables(query)).filter(({ name }) => OMITTED_TABLES.includes(name))
  if (omitted.length) {
    await query(`TRUNCATE ${omitted.map(({ name }) => `public.${quote(name)}`).join(', ')}`)
  }
}

/** Loads every table and compares it with the backup's checksums; returns the number of rows. */
async function loadAll(
  { query, copyIn }: Pick<Copy, 'copyIn'> & { query: Statements },
  lines: AsyncIterator<string>,
  header: BackupHeader,
): Promise<number> {
  let rows = 0
  for (const table of header.tables) {
    if (OMITTED_TABLES.includes(table.name)) {
      rows += (await skip(lines)).rows
      continue
    }
    const end = await load(copyIn, lines, table)
    const found = await checksum(query, table)
    if (found.rows !== end.rows || found.checksum !== end.checksum) {
      refuse(
        `The backup is damaged: table ${table.name} has ${found.rows} rows that do not add up.`,
      )
    }
    rows += end.rows
  }
  const last = await lines.next()
  const ending = (last.done ? refuse('The backup is cut off.') : parse(last.value)) as BackupEnd
  if (!ending.complete || ending.rows !== rows) {
    refuse('The backup is damaged: its end does not fit.')
  }
  return rows
}

async function setSequences(query: Statements, { sequences }: BackupHeader): Promise<void> {
  for (const { name, last: value, called } of sequences) {
    await query('SELECT setval($1::regclass, $2::bigint, $3)', [
      `public.${quote(name)}`,
      value,
      called,
    ])
  }
}

/**
 * Restores a backup, all or nothing, into a database with the same migrations, or with `levels`
 * into one of any level of this program. Counts and checksums of the file are compared with the
 * tables' contents. Foreign keys are dropped and recreated, so that rows can refer to each
 * other in any order; recreating them checks every reference. Triggers do not run. Throws
 * `RestoreRefused`.
 */
export async function restore(
  db: Database,
  file: string,
  options: RestoreOptions = {},
): Promise<{ rows: number }> {
  const { application } = db
  let lines: AsyncGenerator<string> | undefined
  return db
    .asOwner((owner) =>
      owner.transaction(
        async ({ query, copyIn }) => {
          lines = linesOf(file)
          const header = await headerOf(lines, file)
          const later = await prepare(query, header, options)
          const keys = await foreignKeys(query)
          for (const { table, name } of keys) {
            await query(`ALTER TABLE public.${quote(table)} DROP CONSTRAINT ${quote(name)}`)
          }
          for (const { name } of header.tables) {
            await query(`ALTER TABLE public.${quote(name)} DISABLE TRIGGER USER`)
          }
          await empty(query, header, options.replace ?? false)
          const rows = await loadAll({ query, copyIn }, lines, header)
          await ageForeignIds(query, kept(header))
          for (const { name } of header.tables) {
            await query(`ALTER TABLE public.${quote(name)} ENABLE TRIGGER USER`)
          }
          for (const { table, name, definition } of keys) {
            await query(
              `ALTER TABLE public.${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`,
            )
          }
          await setSequences(query, header)
          if (later.length) {
            await options.levels?.apply(query, later)
          }
          const objection = await options.accept?.(query)
          if (objection) refuse(objection)
          if (application) await grantApplication(query, application)
          return { rows }
        },
        { timeoutMs: BACKUP_TIMEOUT_MS },
      ),
    )
    .finally(() => lines?.return(undefined))
}
