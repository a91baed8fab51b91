import fs from 'node:fs/promises'
import path from 'node:path'
import { backup, type BackupOptions, DRAFT } from './backup.ts'
import type { Database, DatabaseLog } from './pool.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A server that is restarted every hour has its backup too. */
const FIRST_MS = 60_000
const KEPT = 7
const NAME = /^backup-(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})(\d{2}Z)\.ndjson\.gz$/
/** A draft that was not written to for this long was left by a program that was killed. */
const LEFT_MS = 2 * 60 * 60_000
/** A backup may be larger than the one before by this factor. */
const GROWTH = 1.2
const MB = 1_000_000

const nameAt = (time: Date): string =>
  `backup-${time.toISOString().replaceAll(':', '').replace(/\.\d+/, '')}.ndjson.gz`

const timeOf = (name: string): number => Date.parse(name.replace(NAME, '$1:$2:$3'))

/**
 * Names of backups, oldest first. One from the future was made while the system time was wrong:
 * nobody knows how old it is, so it counts as the oldest.
 */
const backupsIn = async (directory: string): Promise<string[]> => {
  const found = await fs.readdir(directory).catch(() => [])
  const names = found.filter((name) => NAME.test(name)).sort()
  const now = nameAt(new Date())
  return [...names.filter((name) => name > now), ...names.filter((name) => name <= now)]
}

const removeLeftDrafts = async (directory: string): Promise<void> => {
  for (const name of await fs.readdir(directory).catch(() => [])) {
    if (!name.endsWith(DRAFT)) continue
    const place = path.join(directory, name)
    const found = await fs.stat(place).catch(() => undefined)
    if (found && Math.abs(Date.now() - found.mtimeMs) > LEFT_MS) await fs.rm(place, { force: true })
  }
}

/** A backup like the newest one would fill the disk, on which PostgreSQL writes too. */
export class NoRoomForBackup extends Error {
  override readonly name = 'NoRoomForBackup'
  readonly neededMb: number
  readonly freeMb: number
  constructor(directory: string, neededBytes: number, freeBytes: number) {
    const needed = Math.ceil(neededBytes / MB)
    const free = Math.floor(freeBytes / MB)
    super(
      `There is not enough room in ${directory}: a backup needs about ${needed} MB, and ${free} MB are free`,
    )
    this.neededMb = needed
    this.freeMb = free
  }
}

const requireRoom = async (directory: string, keepFreeBytes: number): Promise<void> => {
  const newest = (await backupsIn(directory)).at(-1)
  if (!newest) return
  const { size } = await fs.stat(path.join(directory, newest))
  const { bavail, bsize } = await fs.statfs(directory)
  const needed = size * GROWTH + keepFreeBytes
  if (bavail * bsize < needed) throw new NoRoomForBackup(directory, needed, bavail * bsize)
}

/** A kept backup: file name, size and creation time. */
export interface KeptBackup {
  readonly name: string
  readonly bytes: number
  readonly at: string
}

/** Backups in `<dataDir>/backups`, newest first. */
export async function listBackups(dataDir: string): Promise<KeptBackup[]> {
  const directory = path.join(dataDir, 'backups')
  const names = (await backupsIn(directory)).reverse()
  return Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await fs.stat(path.join(directory, name))
      return { name, bytes: size, at: mtime.toISOString() }
    }),
  )
}

interface RoomOptions {
  /** Bytes that must remain free on the disk; default 0. */
  readonly keepFreeBytes?: number
}

/**
 * Backs up into `<dataDir>/backups`, keeps the newest seven files, and returns the new one's path.
 * Throws `NoRoomForBackup` before anything is written.
 */
export async function backupNow(
  db: Database,
  dataDir: string,
  log: DatabaseLog,
  { keepFreeBytes = 0, ...options }: BackupOptions & RoomOptions = {},
): Promise<string> {
  const directory = path.join(dataDir, 'backups')
  await removeLeftDrafts(directory)
  await requireRoom(directory, keepFreeBytes)
  const file = path.join(directory, nameAt(new Date()))
  const { rows } = await backup(db, file, options)
  log.info(`Backup of ${rows} rows written to ${file}.`)
  for (const old of (await backupsIn(directory)).slice(0, -KEPT)) {
    await fs.rm(path.join(directory, old))
  }
  return file
}

interface ScheduleOptions extends BackupOptions, RoomOptions {
  /** Called with each new file. */
  readonly made?: (file: string) => Promise<void>
}

/**
 * For the embedded database: a backup a day, the first a minute after the start when the newest file
 * is a day old. Does not keep the process alive; logs a failure and retries in the next hour. Returns
 * a function that stops it.
 */
export function scheduleBackups(
  db: Database,
  dataDir: string,
  log: DatabaseLog,
  { made = async () => {}, ...options }: ScheduleOptions = {},
): () => void {
  let running = false
  const check = async (): Promise<void> => {
    if (running) return
    running = true
    try {
      const directory = path.join(dataDir, 'backups')
      const newest = (await backupsIn(directory)).at(-1)
      const age = newest ? Date.now() - timeOf(newest) : Infinity
      // Negative: made while the system time was wrong.
      if (age >= 0 && age < DAY_MS) return
      await made(await backupNow(db, dataDir, log, options))
    } catch (error) {
      log.error(`The scheduled backup failed: ${(error as Error).message}`)
    } finally {
      running = false
    }
  }
  const first = setTimeout(() => void check(), FIRST_MS).unref()
  const timer = setInterval(() => void check(), DAY_MS / 24).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
