import { LOCK_ROW } from '../database/backup.ts'
import type { Database, Owner, Query, Tx } from '../database/pool.ts'
import { grantApplication } from '../database/privileges.ts'
import type { Levels } from '../database/levels.ts'
import { sqlState } from '../database/errors.ts'
import { migrationFiles } from './sql/index.ts'
import { checksumOf, inOrder, parseSql, type MigrationFile } from './sqlFile.ts'

/** Thrown when the database and this code's migrations do not match. Nothing was changed. */
export class MigrationMismatch extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationMismatch'
  }
}

interface MigrateOptions {
  log: { info(message: string): void }
  /** Default: the committed files. */
  files?: readonly MigrationFile[]
}

interface Applied {
  readonly id: string
  readonly checksum: string
  readonly trigram: boolean
}

/** Advisory lock held by the migrating process: any number no other program uses. */
const LOCK = 4_611_207
/** Building an index over a large table takes longer than the usual statement limit. */
const TIMEOUT_MS = 3_600_000

const TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  id text PRIMARY KEY, checksum text NOT NULL, trigram boolean NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

/** Two processes that create a table at once collide in the catalogue despite IF NOT EXISTS. */
const COLLISIONS = new Set(['23505', '42P07', '42710'])

/** The owner of the tables, and the database's capabilities. */
type Migrating = Owner & Pick<Database, 'capabilities'>

const makeTable = async (db: Migrating): Promise<void> => {
  try {
    await db.query(TABLE)
  } catch (error) {
    if (!COLLISIONS.has(sqlState(error) ?? '')) throw error
  }
}

/** Waits until no other process migrates; released at the end of the transaction. */
const lock = async (query: Query): Promise<void> =>
  void (await query('SELECT pg_advisory_xact_lock($1)', [LOCK]))

const appliedIn = async (tx: Pick<Tx, 'query'>): Promise<Map<string, Applied>> => {
  const { rows } = await tx.query<Applied>(
    'SELECT id, checksum, trigram FROM migrations WHERE id <> $1',
    [LOCK_ROW],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const verify = (applied: ReadonlyMap<string, Applied>, files: readonly MigrationFile[]): void => {
  const known = new Map(files.map((f) => [f.id, f]))
  const unknown = [...applied.keys()].filter((id) => !known.has(id)).sort()
  if (unknown.length > 0) {
    throw new MigrationMismatch(
      `This database is newer than this program: it holds the changes ${unknown.join(', ')}, which this version does not know. Start the newer version, or restore a backup made before the update.`,
    )
  }
  for (const file of files) {
    const row = applied.get(file.id)
    if (row && row.checksum !== checksumOf(file.sql)) {
      throw new MigrationMismatch(
        `The migration ${file.id} was edited after it was applied to this database. Put the file back as it was and write the change as a new migration (npm run generate).`,
      )
    }
  }
  const last = Math.max(-1, ...files.map((f, i) => (applied.has(f.id) ? i : -1)))
  const skipped = files.find((f, i) => i < last && !applied.has(f.id))
  if (skipped) {
    throw new MigrationMismatch(
      `The migration ${skipped.id} is older than what this database already holds, but was never applied to it. Give it a number after the newest one.`,
    )
  }
}

/** Runs the steps of a file and records it. */
const run = async (tx: Pick<Tx, 'query'>, file: MigrationFile, trigram: boolean): Promise<void> => {
  for (const { kind, sql } of parseSql(file.sql)) {
    if (kind === 'statement' || trigram) {
      await tx.query(sql)
    }
  }
  await tx.query('INSERT INTO migrations (id, checksum, trigram) VALUES ($1, $2, $3)', [
    file.id,
    checksumOf(file.sql),
    trigram,
  ])
}

/** Applies one file in one transaction; false if another process did so meanwhile. */
const apply = (
  db: Migrating,
  file: MigrationFile,
  files: readonly MigrationFile[],
): Promise<boolean> =>
  db.transaction(
    async (tx) => {
      await lock(tx.query)
      const applied = await appliedIn(tx)
      verify(applied, files)
      if (applied.has(file.id)) return false
      await run(tx, file, db.capabilities.trigram)
      return true
    },
    { timeoutMs: TIMEOUT_MS },
  )

/** Creates the trigram indexes that were skipped while the extension was missing. */
const catchUp = (db: Migrating, file: MigrationFile): Promise<void> =>
  db.transaction(
    async (tx) => {
      await lock(tx.query)
      if ((await appliedIn(tx)).get(file.id)?.trigram !== false) return
      for (const { kind, sql } of parseSql(file.sql)) {
        if (kind === 'trigram') {
          await tx.query(sql.replace('CREATE INDEX "', 'CREATE INDEX IF NOT EXISTS "'))
        }
      }
      await tx.query('UPDATE migrations SET trigram = true WHERE id = $1', [file.id])
    },
    { timeoutMs: TIMEOUT_MS },
  )

/**
 * Migrates the database to this code: applies the missing files in order, each in its own
 * transaction. Several processes may call it at once. A failing file leaves the database as it was
 * before that file.
 * @throws MigrationMismatch when the database is newer than the code or a committed file was
 * edited.
 */
export const migrate = (db: Database, options: MigrateOptions): Promise<void> =>
  db.asOwner(async (owner) => {
    const migrating = { ...owner, capabilities: db.capabilities }
    await applyAll(migrating, options)
    const { application } = db
    if (!application) return
    await migrating.transaction(async (tx) => {
      await lock(tx.query)
      await grantApplication(tx.query, application)
    })
  })

const applyAll = async (
  db: Migrating,
  { log, files = migrationFiles }: MigrateOptions,
): Promise<void> => {
  const ordered = inOrder(files)
  await makeTable(db)
  const applied = await appliedIn(db)
  verify(applied, ordered)
  for (const file of ordered) {
    const known = applied.get(file.id)
    if (!known) {
      if (await apply(db, file, ordered)) log.info(`Database: applied ${file.id}`)
    } else if (!known.trigram && db.capabilities.trigram) await catchUp(db, file)
  }
}

const created = (files: readonly MigrationFile[]): string[] => [
  ...new Set(
    files.flatMap(({ sql }) => [...sql.matchAll(/^CREATE TABLE "([^"]+)"/gm)].map((m) => m[1]!)),
  ),
]

/** This program's migrations as a restore uses them, inside its own transaction. */
export const migrationLevels = (
  { capabilities }: Pick<Database, 'capabilities'>,
  files: readonly MigrationFile[] = migrationFiles,
): Levels => {
  const ordered = inOrder(files)
  return {
    ids: ordered.map((file) => file.id),
    tables: [...created(ordered), 'migrations'],
    async apply(query, ids) {
      await lock(query)
      await query(TABLE)
      for (const file of ordered.filter(({ id }) => ids.includes(id))) {
        await run({ query }, file, capabilities.trigram)
      }
    },
  }
}

/** The same for an embedded database before it is opened: it can do everything. */
export const embeddedLevels = (): Levels =>
  migrationLevels({
    capabilities: { trigram: true, notify: true, sessions: true },
  })
