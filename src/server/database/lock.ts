import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { DatabaseInUse } from './errors.ts'
import { type ProcessIdentity, isAlive, thisProcess } from './processIdentity.ts'

/** Heartbeat interval, for processes that cannot see the holder (another container, same disk). */
const HEARTBEAT_MS = 10_000
/** After this long without a heartbeat, an invisible holder counts as dead. */
const SILENCE_MS = 30_000
/** Age at which an unreadable lock file counts as left by a crash during writing. */
const UNREADABLE_MS = 5_000

type Holder = ProcessIdentity & { nonce: string }

function read(
  file: string,
): { text: string; holder: Holder | undefined; ageMs: number } | undefined {
  try {
    const ageMs = Date.now() - fs.statSync(file).mtimeMs
    const text = fs.readFileSync(file, 'utf8')
    try {
      return { text, holder: JSON.parse(text) as Holder, ageMs }
    } catch {
      return { text, holder: undefined, ageMs }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isHeld(found: { holder: Holder | undefined; ageMs: number }): boolean {
  if (!found.holder) return found.ageMs < UNREADABLE_MS
  const alive = isAlive(found.holder)
  return alive === 'unknown' ? found.ageMs < SILENCE_MS : alive
}

/**
 * Writes a new file. Its content is on disk before it gets its final name: after a power loss an
 * empty lock would refuse everyone.
 */
const writeNew = (file: string, text: string): void =>
  fs.writeFileSync(file, text, { flag: 'wx', mode: 0o600, flush: true })

/**
 * Creates `file` with its content atomically, so that nobody reads half of it; false if it exists.
 */
function createWhole(file: string, text: string): boolean {
  const draft = `${file}.${randomUUID()}`
  writeNew(draft, text)
  try {
    fs.linkSync(draft, file)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    // The file system has no hard links.
    try {
      writeNew(file, text)
      return true
    } catch (second) {
      if ((second as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw second
    }
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

function inUse(file: string, holder: Holder | undefined): DatabaseInUse {
  const pid = holder?.pid ?? 0
  const where = holder && holder.host !== os.hostname() ? ` on ${holder.host}` : ''
  return new DatabaseInUse(
    `The data directory is in use by process ${pid || '(unknown)'}${where} (${file}). ` +
      'Stop that process first, or set DATABASE_URL to let several processes share a PostgreSQL server.',
    pid,
  )
}

/**
 * Takes the lock, replacing a dead holder's. The replacement runs under a second lock named after
 * the first, and only if the file still has the dead holder's text: of several processes that find
 * the same dead lock, exactly one replaces it.
 */
function take(file: string, text: string, depth = 0): void {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (createWhole(file, text)) return
    const found = read(file)
    if (!found) continue
    if (isHeld(found) || depth > 3) throw inUse(file, found.holder)
    const guard = `${file}.replace`
    take(guard, text, depth + 1)
    try {
      if (read(file)?.text !== found.text) continue
      const draft = `${file}.${randomUUID()}`
      writeNew(draft, text)
      fs.renameSync(draft, file)
      return
    } finally {
      fs.rmSync(guard, { force: true })
    }
  }
  throw inUse(file, read(file)?.holder)
}

/**
 * Locks a data directory for this process with a file beside it, `<directory>.lock`. Throws
 * `DatabaseInUse` with the holder's process id immediately, before touching the directory. Returns
 * the release function, which also runs when the process exits; the next process replaces a killed
 * one's lock.
 */
export function lockDirectory(directory: string): () => void {
  const file = `${path.resolve(directory)}.lock`
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const text = JSON.stringify({ ...thisProcess(), nonce: randomUUID() } satisfies Holder)
  take(file, text)
  const heartbeat = setInterval(() => {
    const now = new Date()
    fs.utimes(file, now, now, () => {})
  }, HEARTBEAT_MS)
  heartbeat.unref()
  const release = (): void => {
    clearInterval(heartbeat)
    process.off('exit', release)
    if (read(file)?.text === text) fs.rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}
