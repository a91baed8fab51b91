import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { DatabaseUnusable } from './errors.ts'

/** The PostgreSQL version whose files the embedded database reads. */
const FILES_VERSION = '18'

/** What a person reads when the embedded database cannot be opened. */
export function unusableMessage(directory: string, reason: string): string {
  return (
    `The database in ${directory} cannot be opened: ${reason}. Its files were left as they are. ` +
    'Check that this user may read and write them and that the disk is not full; if they are damaged, move the ' +
    'directory aside (keep it) and restore the newest file of the backups directory into a new one.'
  )
}

/**
 * Says whether the directory is still to be made, without changing anything.
 * Throws `DatabaseUnusable` when it holds something that is not a readable database of the right version.
 */
export async function inspectDirectory(directory: string): Promise<'new' | 'existing'> {
  const refuse = (reason: string): never => {
    throw new DatabaseUnusable(unusableMessage(directory, reason))
  }
  const names = await fs
    .readdir(directory)
    .catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : refuse(error.message)))
  if (names.length === 0) return 'new'
  for (const name of [
    'PG_VERSION',
    'base',
    'global',
    'global/pg_control',
    'pg_wal',
    'pg_xact',
    'postgresql.conf',
  ]) {
    await fs
      .access(path.join(directory, name), constants.R_OK | constants.W_OK)
      .catch((error: NodeJS.ErrnoException) =>
        refuse(error.code === 'ENOENT' ? `${name} is missing` : error.message),
      )
  }
  const version = (await fs.readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim()
  if (version !== FILES_VERSION)
    refuse(`its files are of PostgreSQL ${version.slice(0, 20)}, not ${FILES_VERSION}`)
  return 'existing'
}

/** Files that an attempt to open writes even when it fails (found by trying twelve kinds of damage). */
const isTouchedByOpening = (name: string): boolean =>
  /^(postmaster\.pid|global\/pg_control|pg_wal\/[^/]+|(.*\/)?pg_internal\.init)$/.test(name)

async function touchedFiles(directory: string): Promise<string[]> {
  const entries = await fs.readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    )
    .filter(isTouchedByOpening)
}

/**
 * Runs `open` and, when it throws, puts back every file that a failed start-up of PostgreSQL writes
 * (control file, log, caches), so that a damaged directory stays as it was found.
 */
export async function openUntouched<T>(directory: string, open: () => Promise<T>): Promise<T> {
  const aside = `${directory}.opening`
  await fs.rm(aside, { recursive: true, force: true })
  const before = await touchedFiles(directory)
  for (const name of before) {
    await fs.mkdir(path.dirname(path.join(aside, name)), { recursive: true })
    await fs.copyFile(
      path.join(directory, name),
      path.join(aside, name),
      constants.COPYFILE_FICLONE,
    )
  }
  try {
    return await open()
  } catch (error) {
    for (const name of await touchedFiles(directory)) {
      if (!before.includes(name)) await fs.rm(path.join(directory, name))
    }
    for (const name of before) await fs.copyFile(path.join(aside, name), path.join(directory, name))
    throw error
  } finally {
    await fs.rm(aside, { recursive: true, force: true })
  }
}
