import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { DatabaseUnusable } from '../errors.ts'
import { MAJOR } from './binaries.ts'

/** Message shown when the embedded database cannot be opened. */
export const unusableMessage = (directory: string, reason: string): string =>
  `The database in ${directory} cannot be opened: ${reason}. Its files were left as they are. ` +
  'Check that this user may read and write them and that the disk is not full; if they are damaged, move the ' +
  'directory aside (keep it) and restore the newest file of the backups directory into a new one.'

const CONTROL_FILE = 'global/pg_control'
/** Offset of the checksum version in PostgreSQL 18's control file. */
const CHECKSUM_VERSION_AT = 248

/**
 * True for data in PGlite's format, which earlier versions of this program used: it has no
 * checksums; ours always does.
 */
async function isPglite(directory: string): Promise<boolean> {
  const control = await fs.readFile(path.join(directory, CONTROL_FILE))
  return control.length > CHECKSUM_VERSION_AT + 4 && control.readUInt32LE(CHECKSUM_VERSION_AT) === 0
}

/**
 * Checks whether the directory is still to be created, without changing anything. Throws
 * `DatabaseUnusable` when it contains something other than a readable database of this version.
 */
export async function inspectDirectory(directory: string): Promise<'new' | 'existing'> {
  const refuse = (reason: string): never => {
    throw new DatabaseUnusable(unusableMessage(directory, reason))
  }
  const names = await fs
    .readdir(directory)
    .catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : refuse(error.message)))
  if (names.length === 0) return 'new'
  for (const name of ['PG_VERSION', 'base', 'global', CONTROL_FILE, 'pg_wal', 'pg_xact']) {
    await fs
      .access(path.join(directory, name), constants.R_OK | constants.W_OK)
      .catch((error: NodeJS.ErrnoException) =>
        refuse(error.code === 'ENOENT' ? `${name} is missing` : error.message),
      )
  }
  const version = (await fs.readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim()
  if (version !== MAJOR) {
    throw new DatabaseUnusable(
      `The files in ${directory} were written by PostgreSQL ${version.slice(0, 20)}, this version brings ${MAJOR}. ` +
        'Make a backup with the version of this program that wrote them (npm run backup), move the directory aside, and restore the backup with this one (npm run restore). Nothing was changed.',
    )
  }
  if (await isPglite(directory)) {
    throw new DatabaseUnusable(
      `The files in ${directory} were written by an earlier version of this program, by PGlite; this version keeps its data in PostgreSQL. ` +
        'To move the data: with the earlier version run "npm run backup -- old.ndjson.gz", move the directory aside (keep it), then with this version run "npm run restore -- old.ndjson.gz". Nothing was changed.',
    )
  }
  return 'existing'
}
