import fs from 'node:fs/promises'
import path from 'node:path'

const CONTROL_FILE = 'global/pg_control'
/** Offset of the checksum version in the control file of PostgreSQL 18, on every 64-bit platform. */
const CHECKSUM_VERSION_AT = 248

/**
 * True for files written by PGlite, the database of earlier versions of this program: they have no
 * checksums; ours always do.
 */
export async function isPglite(directory: string): Promise<boolean> {
  const control = await fs.readFile(path.join(directory, CONTROL_FILE))
  return control.length > CHECKSUM_VERSION_AT + 4 && control.readUInt32LE(CHECKSUM_VERSION_AT) === 0
}

/** Message shown when data of PGlite cannot be moved: why, and how to do it by hand. */
export const notMoved = (directory: string, reason: string): string =>
  `The files in ${directory} were written by an earlier version of this program, by PGlite; this version keeps its data in PostgreSQL, and could not move them: ${reason}. ` +
  'To move them by hand: with the earlier version run "npm run backup -- old.ndjson.gz", move the directory aside (keep it), then with this version run "npm run restore -- old.ndjson.gz". Nothing was changed.'
