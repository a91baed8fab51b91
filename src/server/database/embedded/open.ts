import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sync } from '../../base/durable.ts'
import { lockServer, openDataDirectory } from '../dataDirectory.ts'
import { DatabaseInUse, DatabaseUnusable } from '../errors.ts'
import type { DatabaseState } from '../pool.ts'
import type { DatabaseLog } from '../query.ts'
import { canCountStatements } from './binaries.ts'
import { inspectDirectory, unusableMessage } from './inspect.ts'
import { stopOrphan } from './orphan.ts'
import { initialise, launch, type PostgresProcess, type Programs, readPid } from './process.ts'
import { preparePrograms } from './programs.ts'
import { APPLICATION, prepareApplication, socketUrl, untilReady } from './ready.ts'
import { finishMove, movePglite, type Moving } from './pglite/move.ts'
import { own } from './runner.ts'
import { productSettings, statementSettings } from './settings.ts'
import { socketDirectory } from './socket.ts'
import { isDiskFull, supervise } from './supervise.ts'

const POLL_MS = 100
/** How often a command retries when the server it wants to join has ended. */
const ATTEMPTS = 5

/** A running embedded database: its address and a function that closes it. */
export type Embedded = { readonly url: string; readonly close: () => Promise<void> }

export type EmbeddedOptions = {
  /**
   * The application's data directory; also contains `database`, `server.lock`, `database.lock` and
   * `socket`.
   */
  readonly dataDir: string
  /** Connect to the database of a server running on the directory instead of refusing. */
  readonly beside?: boolean | undefined
  readonly log: DatabaseLog
  readonly onState: (state: DatabaseState) => void
  /** Called when PostgreSQL finds the disk full. */
  readonly makeRoom?: (() => void) | undefined
  /** Moves data of earlier versions; without it they are refused with a sentence. */
  readonly moving?: Moving | undefined
}

/**
 * Creates a new database beside its place and moves it there: a kill never leaves half of one.
 * `initdb` of a program that was killed may still run, so each start has a draft of its own.
 */
async function create(programs: Programs, directory: string): Promise<void> {
  const above = path.dirname(directory)
  const prefix = `${path.basename(directory)}.new`
  const remove = (place: string): void =>
    fs.rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  for (const name of fs.readdirSync(above)) {
    if (name.startsWith(prefix)) remove(path.join(above, name))
  }
  const draft = path.join(above, `${prefix}-${randomUUID()}`)
  try {
    fs.mkdirSync(draft, { mode: 0o700 })
    own(draft, programs.runner)
    // `initdb` syncs every file.
    await initialise(programs, draft)
    remove(directory)
    fs.renameSync(draft, directory)
  } catch (error) {
    remove(draft)
    throw error
  }
  await sync(above)
}

async function start(
  dataDir: string,
  { log, onState, makeRoom, moving }: EmbeddedOptions,
): Promise<Embedded> {
  const directory = path.join(dataDir, 'database')
  const lock = path.join(dataDir, 'database.lock')
  await finishMove(dataDir)
  const found = await inspectDirectory(directory)
  const programs = preparePrograms(dataDir)
  if (found === 'pglite') {
    const make = (place: string): Promise<void> => create(programs, place)
    await movePglite({ dataDir, programs, moving, log, create: make })
  }
  try {
    if (found === 'new') await create(programs, directory)
  } catch (error) {
    throw new DatabaseUnusable(unusableMessage(directory, (error as Error).message))
  }
  fs.closeSync(fs.openSync(lock, 'a', 0o600))
  own(lock, programs.runner)
  await stopOrphan(directory, lock, log)
  own(directory, programs.runner)
  const { socket, remove } = socketDirectory(dataDir, programs.runner)
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
      if (isDiskFull(server.said())) makeRoom?.()
      throw error
    }
  }
  let first: PostgresProcess | undefined
  try {
    // Recovery on a full disk needs the reserved room that was just released.
    first = await run().catch((error: unknown) => {
      if (!isDiskFull((error as Error).message)) throw error
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

/**
 * The database of the server that holds the directory's lock, once ready; undefined if that server
 * has ended.
 */
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
 * Starts PostgreSQL on the files below the data directory, creating them if needed, and restarts it
 * after a crash. Throws `DatabaseInUse` when another process runs on them, `DatabaseUnusable` when
 * they or the programs cannot be used.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, beside } = options
  const place = path.resolve(dataDir)
  await openDataDirectory(place)
  for (let attempt = 1; ; attempt++) {
    let release: () => void
    try {
      release = lockServer(place, options.makeRoom)
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
