import fs from 'node:fs/promises'
import path from 'node:path'
import { backup, type BackupOptions } from './backup.ts'
import type { Database, DatabaseLog } from './pool.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A server that is restarted every hour has its backup too. */
const FIRST_MS = 60_000
const KEPT = 7
const NAME = /^backup-\d{4}-\d{2}-\d{2}T\d{6}Z\.ndjson\.gz$/

const nameAt = (time: Date): string =>
  `backup-${time.toISOString().replaceAll(':', '').replace(/\.\d+/, '')}.ndjson.gz`

const backupsIn = async (directory: string): Promise<string[]> =>
  (await fs.readdir(directory).catch(() => [])).filter((name) => NAME.test(name)).sort()

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

/**
 * Backs up into `<dataDir>/backups`, keeps the newest seven files, and returns the new one's path.
 */
export async function backupNow(
  db: Database,
  dataDir: string,
  log: DatabaseLog,
  options: BackupOptions = {},
): Promise<string> {
  const directory = path.join(dataDir, 'backups')
  const file = path.join(directory, nameAt(new Date()))
  const { rows } = await backup(db, file, options)
  log.info(`Backup of ${rows} rows written to ${file}.`)
  for (const old of (await backupsIn(directory)).slice(0, -KEPT)) {
    await fs.rm(path.join(directory, old))
  }
  return file
}

interface ScheduleOptions {
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
  { made = async () => {}, ...options }: BackupOptions & ScheduleOptions = {},
): () => void {
  let running = false
  const check = async (): Promise<void> => {
    if (running) return
    running = true
    try {
      const directory = path.join(dataDir, 'backups')
      const newest = (await backupsIn(directory)).at(-1)
      const age = newest
        ? Date.now() - (await fs.stat(path.join(directory, newest))).mtimeMs
        : Infinity
      if (age >= DAY_MS) await made(await backupNow(db, dataDir, log, options))
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
