import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Runner } from './runner.ts'
import { type Settings, settingArguments } from './settings.ts'

/** What is needed to run a PostgreSQL program. */
export type Programs = { readonly binaries: Binaries; readonly runner: Runner }

/** A running PostgreSQL server. */
export type PostgresProcess = {
  /** The end of its output, for messages. */
  said: () => string
  /** Whether it has ended. */
  ended: () => boolean
  /** Resolves when it has ended, for whatever reason. */
  exited: Promise<void>
  /**
   * Aborts running statements and writes everything to disk; forces an immediate shutdown after
   * `patienceMs`.
   */
  stop: (patienceMs?: number) => Promise<void>
}

/**
 * Holds the database lock while any PostgreSQL process lives (they inherit it), and asks PostgreSQL
 * to stop when the pipe of descriptor 3 closes: because we close it, or because we were killed.
 */
const SHIM = `trap '' INT TERM HUP
umask 077
lock=$1; shift
if command -v flock >/dev/null 2>&1; then exec 9>>"$lock"; flock -n 9 || exit 75; fi
"$@" 3<&- &
server=$!
( read -r _ <&3; kill -INT $server ) 9>&- 2>/dev/null &
watcher=$!
exec 3<&-
wait $server; code=$?
kill -KILL $watcher 2>/dev/null
exit $code`

const SAID_CHARACTERS = 4000

const environment = ({ binaries }: Programs): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
  ...binaries.env,
})

const command = ({ runner }: Programs, ...words: string[]): [string, string[]] => {
  const [program, ...rest] = [...runner.prefix, ...words]
  return [program!, rest]
}

const ids = ({ runner: { uid, gid } }: Programs): { uid?: number; gid?: number } => ({
  ...(uid === undefined ? {} : { uid }),
  ...(gid === undefined ? {} : { gid }),
})

/** Creates the files of a new, empty cluster in `directory`. Rejects with `initdb`'s output. */
export async function initialise(
  programs: Programs,
  directory: string,
  { sync = true } = {},
): Promise<void> {
  const options = ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '--locale-provider=builtin']
  options.push('--builtin-locale=C.UTF-8', '--auth-local=trust', '--auth-host=reject')
  options.push('--no-instructions', ...(sync ? [] : ['--no-sync']))
  const initdb = path.join(programs.binaries.directory, 'initdb')
  const [program, words] = command(programs, initdb, '-D', directory, ...options)
  const child = spawn(program, words, {
    ...ids(programs),
    cwd: '/',
    env: environment(programs),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`initdb failed: ${said.trim() || `code ${code}`}`)
}

/** The contents of a running server's `postmaster.pid`; undefined when there is none. */
export function readPid(
  directory: string,
): { pid: number; socket: string; ready: boolean } | undefined {
  try {
    const lines = fs.readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Math.abs(Number(lines[0]))
    return pid > 0
      ? { pid, socket: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
      : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export type Launch = Programs & {
  readonly directory: string
  /** File that PostgreSQL and all its processes keep locked. */
  readonly lock: string
  /** Directory of the Unix socket. */
  readonly socket: string
  readonly settings: Settings
  /** Process id in a `postmaster.pid` that is known to be stale. */
  readonly stalePid?: number | undefined
}

/** Sends a signal; ignores a process that has already ended. */
function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Starts a server; it is ready when a connection succeeds. It stops when this process ends, however
 * that happens.
 */
export function launch(given: Launch): PostgresProcess {
  const [program, words] = command(
    given,
    '/bin/sh',
    '-c',
    SHIM,
    'postgres-shim',
    given.lock,
    path.join(given.binaries.directory, 'postgres'),
    '-D',
    given.directory,
    '-k',
    given.socket,
    ...settingArguments(given.settings),
  )
  const child = spawn(program, words, {
    ...ids(given),
    cwd: '/',
    // Its own process group: terminal signals reach only us, and we stop it last.
    detached: true,
    env: {
      ...environment(given),
      ...(given.stalePid ? { PG_GRANDPARENT_PID: String(given.stalePid) } : {}),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let ended = false
  child.stderr!.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-SAID_CHARACTERS)
  })
  const pipe = child.stdio[3] as Duplex
  pipe.on('error', () => {})
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      ended = true
      pipe.destroy()
      resolve()
    }
    child.once('error', (error) => {
      said += error.message
      end()
    })
    child.once('exit', end)
  })
  child.unref()
  for (const stream of [child.stderr, pipe]) (stream as { unref?: () => void }).unref?.()
  return {
    said: () => said.trim(),
    ended: () => ended,
    exited,
    async stop(patienceMs = 8000) {
      if (ended) return
      const { pid } = readPid(given.directory) ?? {}
      pipe.destroy()
      const waited = new AbortController()
      const late = sleep(patienceMs, true, { signal: waited.signal }).catch(() => false)
      if (await Promise.race([exited.then(() => false), late])) {
        // Immediate shutdown: recovery follows at the next start, and nothing acknowledged is lost.
        if (pid) signalIfAlive(pid, 'SIGQUIT')
        await exited
      }
      waited.abort()
    },
  }
}
