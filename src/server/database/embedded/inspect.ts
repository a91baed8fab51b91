import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { DatabaseUnusable } from '../errors.ts'
import { MAJOR } from './binaries.ts'
import { isPglite } from './pglite/recognise.ts'

/** Message shown when the embedded database cannot be opened. */
export const unusableMessage = (directory: string, reason: string): string =>
  `The database in ${directory} cannot be opened: ${reason}. Its files were left as they are. ` +
  'Check that this user may read and write them and that the disk is not full; if they are damaged, move the ' +
  'directory aside (keep it) and restore the newest file of the backups directory into a new one.'

const CONTROL_FILE = 'global/pg_control'
/**
 * Checks what the directory is, without changing anything: still to be created, a database, or one
 * of an earlier version that has to be moved. Throws `DatabaseUnusable` when it contains something
 * else.
 */
export async function inspectDirectory(directory: string): Promise<'new' | 'existing' | 'pglite'> {
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
  return (await isPglite(directory)) ? 'pglite' : 'existing'
}
