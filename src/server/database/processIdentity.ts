import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'

/** Enough to recognise a process later: its id alone may be reused. */
export type ProcessIdentity = {
  pid: number
  /** When it started, in the system's unit; null if unknown. */
  start: string | null
  host: string
  /** Where its id is valid: boot of the machine and, in containers, the process namespace. */
  space: string | null
}

const firstOf = (read: () => string): string | null => {
  try {
    return read().trim() || null
  } catch {
    return null
  }
}

/**
 * Start time of a living process, `'dead'` if it is gone or a zombie, null if the system does not
 * say.
 */
function startOf(pid: number): string | null {
  if (fs.existsSync('/proc/self/stat')) {
    const stat = firstOf(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
    if (!stat) return 'dead'
    // The name, in brackets, may contain spaces and brackets; the state is the 1st and the start
    // time the 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? 'dead' : (fields[19] ?? null)
  }
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    return !line || line.startsWith('Z') ? 'dead' : line.replace(/^\S+\s+/, '')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'dead'
  }
}

const space = (): string | null =>
  firstOf(
    () =>
      `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fs.readlinkSync('/proc/self/ns/pid')}`,
  )

/** This process. */
export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  start: startOf(process.pid),
  host: os.hostname(),
  space: space(),
})

/**
 * True when that very process still runs; `'unknown'` if its id belongs to a space we cannot see.
 */
export function isAlive(identity: ProcessIdentity): boolean | 'unknown' {
  if (identity.host !== os.hostname() || identity.space !== space()) {
    const sameHost = identity.host === os.hostname()
    const boot = identity.space?.split(' ')[0]
    // The same machine after a restart: no earlier process survives.
    if (sameHost && boot && boot !== space()?.split(' ')[0]) return false
    return 'unknown'
  }
  try {
    process.kill(identity.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const start = startOf(identity.pid)
  if (start === 'dead') return false
  return start === null || identity.start === null || start === identity.start
}
