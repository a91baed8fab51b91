import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDirectory, sync } from '../../durable.ts'
import { DatabaseInUse, DatabaseUnusable } from '../errors.ts'
import { lockDirectory } from '../lock.ts'
import type { DatabaseState } from '../pool.ts'
import type { DatabaseLog } from '../query.ts'
import { canCountStatements, findBinaries } from './binaries.ts'
import { inspectDirectory, unusableMessage } from './inspect.ts'
import { stopOrphan } from './orphan.ts'
import { initialise, launch, type PostgresProcess, type Programs, readPid } from './process.ts'
import { APPLICATION, prepareApplication, socketUrl, untilReady } from './ready.ts'
import { chooseRunner } from './runner.ts'
import { productSettings, statementSettings } from './settings.ts'
import { isOutOfRoom, supervise } from './supervise.ts'

/** Room for a path of a Unix socket on every system, and the name PostgreSQL gives the socket. */
const SOCKET_PATH_BYTES = 103
const SOCKET_NAME = '/.s.PGSQL.5432'
const POLL_MS = 100
/** How often a command looks again whether the server it wants to join has ended. */
const ATTEMPTS = 5

/** A running embedded database: where to connect, and the way to let go of it. */
export type Embedded = { readonly url: string; readonly close: () => Promise<void> }

export type EmbeddedOptions = {
  /** The application's data directory. Besides `database` it gets `server.lock`, `database.lock` and `socket`. */
  readonly dataDir: string
  /** Connect to the database of a server that runs on the directory, instead of refusing. */
  readonly beside?: boolean | undefined
  readonly log: DatabaseLog
  readonly onState: (state: DatabaseState) => void
  /** Called when PostgreSQL finds no room on the disk. */
  readonly makeRoom?: (() => void) | undefined
}

/** A private directory for the socket: below the data directory, or where that path is too long, the system's temporary one. */
function socketDirectory(dataDir: string): { socket: string; remove: () => void } {
  const near = path.join(dataDir, 'socket')
  const fits = Buffer.byteLength(near + SOCKET_NAME) <= SOCKET_PATH_BYTES
  // With the lock held, what lies there is of a server that ended.
  fs.rmSync(near, { recursive: true, force: true })
  if (fits) fs.mkdirSync(near, { mode: 0o700 })
  const socket = fits ? near : fs.mkdtempSync(path.join(os.tmpdir(), 'back-office-'))
  return { socket, remove: () => fs.rmSync(socket, { recursive: true, force: true }) }
}

/** A new database is made beside its place and moved there whole: being killed meanwhile leaves no half of one. */
async function create(programs: Programs, directory: string): Promise<void> {
  const draft = `${directory}.new`
  fs.rmSync(draft, { recursive: true, force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  give(programs, draft)
  // It syncs every file.
  await initialise(programs, draft)
  fs.rmSync(directory, { recursive: true, force: true })
  fs.renameSync(draft, directory)
  await sync(path.dirname(directory))
}

/** Lets the user that PostgreSQL runs as have a file or directory. */
function give({ runner: { uid, gid } }: Programs, place: string): void {
  if (uid !== undefined) fs.chownSync(place, uid, gid ?? uid)
}

async function start(
  dataDir: string,
  { log, onState, makeRoom }: EmbeddedOptions,
): Promise<Embedded> {
  const directory = path.join(dataDir, 'database')
  const lock = path.join(dataDir, 'database.lock')
  const isNew = (await inspectDirectory(directory)) === 'new'
  const programs: Programs = {
    binaries: findBinaries(path.join(dataDir, 'lib')),
    runner: chooseRunner([dataDir]),
  }
  try {
    if (isNew) await create(programs, directory)
  } catch (error) {
    throw new DatabaseUnusable(unusableMessage(directory, (error as Error).message))
  }
  fs.closeSync(fs.openSync(lock, 'a', 0o600))
  give(programs, lock)
  await stopOrphan(directory, lock, log)
  const { socket, remove } = socketDirectory(dataDir)
  give(programs, socket)
  const run = async (): Promise<PostgresProcess> => {
    const stalePid = await stopOrphan(directory, lock, log)
    const server = launch({
      ...programs,
      directory,
      lock,
      socket,
      settings: {
        ...productSettings,
        ...(canCountStatements(programs.binaries) ? statementSettings : {}),
      },
      stalePid,
    })
    try {
      await untilReady(server, socket, log, () => onState('recovering'))
      return server
    } catch (error) {
      await server.stop()
      if (isOutOfRoom(server.said())) makeRoom?.()
      throw error
    }
  }
  let first: PostgresProcess | undefined
  try {
    // Recovering on a full disk takes room that was held back for it.
    first = await run().catch((error: unknown) => {
      if (!isOutOfRoom((error as Error).message)) throw error
      return run()
    })
    await prepareApplication(socket)
    const { stop } = supervise(first, run, { log, onState, makeRoom })
    onState('ready')
    const close = async (): Promise<void> => {
      await stop()
      remove()
    }
    return { url: socketUrl(socket, APPLICATION, APPLICATION), close }
  } catch (error) {
    await first?.stop()
    remove()
    if (error instanceof DatabaseUnusable) throw error
    throw new DatabaseUnusable(unusableMessage(directory, (error as Error).message))
  }
}

/** The database of a server that holds the directory's lock, as soon as it is ready; undefined when that server has ended. */
async function join(dataDir: string, holder: number): Promise<Embedded | undefined> {
  for (;;) {
    const found = readPid(path.join(dataDir, 'database'))
    if (found?.ready) {
      return { url: socketUrl(found.socket, APPLICATION, APPLICATION), close: async () => {} }
    }
    if (holder === 0) return undefined
    try {
      process.kill(holder, 0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined
    }
    await sleep(POLL_MS)
  }
}

/**
 * Starts PostgreSQL on the files below the data directory, making them when there are none, and restarts it when it ends by
 * itself. Throws `DatabaseInUse` when another process runs on them, `DatabaseUnusable` when they or the programs cannot be used.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, beside } = options
  const place = path.resolve(dataDir)
  await makeDirectory(place)
  for (let attempt = 1; ; attempt++) {
    let release: () => void
    try {
      release = lockDirectory(path.join(place, 'server'))
    } catch (error) {
      const joined =
        beside && error instanceof DatabaseInUse ? await join(place, error.pid) : undefined
      if (joined) {
        options.onState('ready')
        return joined
      }
      if (!beside || !(error instanceof DatabaseInUse) || attempt === ATTEMPTS) throw error
      await sleep(POLL_MS)
      continue
    }
    try {
      const { url, close } = await start(place, options)
      return { url, close: () => close().finally(release) }
    } catch (error) {
      release()
      throw error
    }
  }
}
