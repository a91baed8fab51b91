import fs from 'node:fs'
import path from 'node:path'
import { type Binaries, findBinaries, linkLibraries, MAJOR } from './binaries.ts'
import { DatabaseUnusable } from '../errors.ts'
import type { Programs } from './process.ts'
import { canReach, chooseRunner, type Runner } from './runner.ts'

/** Makes files readable, and directories and programs usable, for every user. */
function open(place: string): void {
  const stat = fs.lstatSync(place)
  if (stat.isSymbolicLink()) return
  const usable = stat.isDirectory() || (stat.mode & 0o100) !== 0
  fs.chmodSync(place, usable ? 0o755 : 0o644)
  if (!stat.isDirectory()) return
  for (const name of fs.readdirSync(place)) open(path.join(place, name))
}

/**
 * The npm package's programs below `directory`, for a user who cannot enter the package. Made once
 * for each version; a kill never leaves half of them.
 */
function copyOf({ native, version }: NonNullable<Binaries['packaged']>, directory: string): string {
  const copy = path.join(directory, version)
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.new`
    fs.rmSync(directory, { recursive: true, force: true })
    fs.cpSync(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    open(directory)
    fs.renameSync(draft, copy)
  }
  return path.join(copy, 'native')
}

/**
 * The same programs where `runner` can use them: copied into the data directory if it cannot enter
 * the npm package. Throws `DatabaseUnusable`, saying what to do, for other programs.
 */
export function withinReach(binaries: Binaries, { uid, gid }: Runner, dataDir: string): Binaries {
  if (uid === undefined || gid === undefined) return binaries
  if (canReach(path.join(binaries.directory, 'postgres'), { uid, gid })) return binaries
  if (!binaries.packaged) {
    throw new DatabaseUnusable(
      `PostgreSQL does not run as root, and the user it would run as (id ${uid}) cannot enter ${binaries.directory}. ` +
        `Set POSTGRES_BIN to a directory with the programs of PostgreSQL ${MAJOR} that others may enter, or start the server as an ordinary user. Nothing was changed.`,
    )
  }
  const native = copyOf(binaries.packaged, path.join(dataDir, 'programs'))
  const env = linkLibraries(native, path.join(dataDir, 'lib'))
  return { ...binaries, directory: path.join(native, 'bin'), env }
}

/**
 * PostgreSQL's programs and the user they run as, for a database below `dataDir`. Throws
 * `DatabaseUnusable`, saying what to do, when they cannot run.
 */
export function preparePrograms(
  dataDir: string,
  options?: Parameters<typeof chooseRunner>[1],
): Programs {
  const binaries = findBinaries(path.join(dataDir, 'lib'))
  const runner = chooseRunner(dataDir, options)
  return { runner, binaries: withinReach(binaries, runner, dataDir) }
}
