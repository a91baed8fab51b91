import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnusable } from '../errors.ts'
import type { DatabaseLog } from '../query.ts'
import { readPid } from './process.ts'

const POLL_MS = 50
const GENTLE_MS = 60_000

/** True when some process holds the lock; undefined if the system has no `flock`. */
function isLocked(lock: string): boolean | undefined {
  const { status, error } = spawnSync('flock', ['--nonblock', lock, 'true'])
  return error ? undefined : status !== 0
}

/**
 * True when a command line as `ps` prints it, with paths that may contain spaces, is that of a
 * server of exactly this directory.
 */
export const isServerLine = (line: string, directory: string): boolean =>
  /^(?:.*\/)?postgres -D /.test(line) && `${line.trimEnd()} `.includes(`/postgres -D ${directory} `)

/**
 * True when `pid` is a PostgreSQL server of exactly this directory: the id alone may have been
 * reused.
 */
export function isServerOf(pid: number, directory: string): boolean {
  try {
    if (fs.existsSync('/proc/self/cmdline')) {
      const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return /(^|\/)postgres$/.test(words[0] ?? '') && words.includes(directory)
    }
    const line = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
    })
    return isServerLine(line, directory)
  } catch {
    return false
  }
}

/**
 * Makes sure that no server of an earlier start runs on these files. An orphan gets SIGINT, after a
 * minute SIGQUIT, and is never killed. Returns the process id in a stale `postmaster.pid`. Throws
 * `DatabaseUnusable` when something keeps the files in use.
 */
export async function stopOrphan(
  directory: string,
  lock: string,
  log: DatabaseLog,
  { gentleMs = GENTLE_MS, patienceMs = 2 * GENTLE_MS } = {},
): Promise<number | undefined> {
  const begun = Date.now()
  let asked: NodeJS.Signals | undefined
  for (;;) {
    const pid = readPid(directory)?.pid
    const alive = pid !== undefined && isServerOf(pid, directory)
    // Its children may outlive it briefly and hold the lock.
    if (!alive && !isLocked(lock)) break
    const waited = Date.now() - begun
    if (waited > patienceMs) {
      throw new DatabaseUnusable(
        `Another process${pid ? ` (${pid})` : ''} keeps the database in ${directory} in use and does not stop. End it, then start again; nothing was changed.`,
      )
    }
    const signal = waited > gentleMs ? 'SIGQUIT' : 'SIGINT'
    if (alive && asked !== signal) {
      asked = signal
      log.warn(`Stopping PostgreSQL of an earlier start (process ${pid})…`)
      try {
        process.kill(pid, signal)
      } catch {
        // It has already ended.
      }
    }
    await sleep(POLL_MS)
  }
  const file = path.join(directory, 'postmaster.pid')
  // PostgreSQL takes an empty file for another process's start in progress.
  if (fs.statSync(file, { throwIfNoEntry: false })?.size === 0) fs.rmSync(file)
  return readPid(directory)?.pid
}
