/** Free space on the disk of the data directory: writes to a full disk could be lost half-way. */
import { randomFillSync } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { DatabaseLog } from '../database/query.ts'
import { writeDurably } from '../base/durable.ts'

const MB = 1_000_000
/** Reserved for PostgreSQL, which has to write its log before anything can be deleted. */
const BALLAST_BYTES = 64 * MB
const LOOK_MS = 1000
const WATCH_MS = 5000

/** Whether there is space for writes. */
export type Room = {
  /** As of the last check. */
  readonly full: boolean
  /** Checks again, at most once a second; returns true when the disk is full. */
  look(): Promise<boolean>
  /** Frees the ballast for a database that cannot start without it; false when there is none. */
  release(): boolean
  close(): void
}

export type RoomOptions = {
  readonly dataDir: string
  /** The disk counts as full below this many free bytes. */
  readonly reserveBytes: number
  readonly log: DatabaseLog
  /** Returns the number of free bytes; for tests. */
  readonly free?: (directory: string) => Promise<number>
  readonly ballastBytes?: number
  readonly now?: () => number
}

/** For installations that keep nothing on a local disk. */
export const endlessRoom: Room = {
  full: false,
  look: async () => false,
  release: () => false,
  close: () => {},
}

const freeBytes = async (directory: string): Promise<number> => {
  const { bavail, bsize } = await fs.promises.statfs(directory)
  return bavail * bsize
}

/** Random bytes, so that a compressing file system cannot shrink the file. */
function* noise(bytes: number): Iterable<Uint8Array> {
  const chunk = new Uint8Array(MB)
  for (let left = bytes; left > 0; left -= MB) yield randomFillSync(chunk.subarray(0, left))
}

/**
 * Watches the disk of an existing data directory. When free space falls below half of the ballast,
 * the ballast is freed so that the database can finish its work; it is restored when there is
 * plenty of space.
 */
export const watchRoom = ({
  dataDir,
  reserveBytes,
  log,
  free = freeBytes,
  ballastBytes = BALLAST_BYTES,
  now = Date.now,
}: RoomOptions): Room => {
  const ballast = path.join(dataDir, 'ballast')
  let full = false
  let lookedAt = -Infinity
  let looking: Promise<boolean> | undefined
  let keeping: Promise<unknown> | undefined

  const release = (): boolean => {
    if (!fs.existsSync(ballast)) return false
    fs.rmSync(ballast, { force: true })
    log.warn('The disk is full: the space that was held back is given to the database.')
    return true
  }
  const measure = async (): Promise<boolean> => {
    const bytes = await free(dataDir)
    lookedAt = now()
    const before = full
    full = bytes < reserveBytes
    if (full !== before) {
      if (full) {
        log.error(
          `The disk is full: ${Math.floor(bytes / MB)} MB are free in ${path.resolve(dataDir)}, and ${reserveBytes / MB} MB are needed. Nothing is written until there is room.`,
        )
      } else log.info('There is room on the disk again.')
    }
    if (bytes < ballastBytes / 2) release()
    else if (bytes >= reserveBytes + 2 * ballastBytes && !fs.existsSync(ballast)) {
      keeping ??= writeDurably(ballast, noise(ballastBytes))
        .catch(() => undefined)
        .finally(() => (keeping = undefined))
    }
    return full
  }
  const look = async (): Promise<boolean> => {
    if (now() - lookedAt < LOOK_MS) return full
    looking ??= measure()
      // A disk that cannot be queried will refuse writes by itself.
      .catch(() => full)
      .finally(() => (looking = undefined))
    return looking
  }
  const timer = setInterval(() => void look(), WATCH_MS)
  timer.unref()
  void look()
  return {
    get full() {
      return full
    },
    look,
    release,
    close: () => clearInterval(timer),
  }
}
