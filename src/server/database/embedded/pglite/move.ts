import fs from 'node:fs'
import path from 'node:path'
import { sync } from '../../../base/durable.ts'
import { DatabaseInUse, DatabaseUnusable } from '../../errors.ts'
import type { Levels } from '../../levels.ts'
import { lockDirectory } from '../../lock.ts'
import { type DatabaseLog, runQuery } from '../../query.ts'
import { launch, type Programs } from '../process.ts'
import { APPLICATION, prepareApplication, socketUrl, untilReady, withClient } from '../ready.ts'
import { productSettings } from '../settings.ts'
import { socketDirectory } from '../socket.ts'
import { copyDatabase } from './copy.ts'
import { type OldDatabase, openPglite, type OpenOld } from './open.ts'
import { isPglite, notMoved } from './recognise.ts'

/** What a program gives to move an old database: its migrations, and for tests how to open it. */
export type Moving = { readonly levels: Levels; readonly openOld?: OpenOld }

type Move = {
  readonly dataDir: string
  readonly programs: Programs
  readonly moving: Moving | undefined
  readonly log: DatabaseLog
  /** Creates an empty cluster in a directory. */
  readonly create: (directory: string) => Promise<void>
}

/** Time for writing everything to disk at the end. */
const STOP_MS = 10 * 60_000

/** Names below the data directory. */
const placesIn = (dataDir: string) => ({
  /** The database. */
  current: path.join(dataDir, 'database'),
  /** Where the old files stay. */
  kept: path.join(dataDir, 'database.pglite'),
  /** A copy of the old files, to be opened: opening writes to them. */
  copy: path.join(dataDir, 'database.copy'),
  /** The new database while it is filled, and once it is complete. */
  filling: path.join(dataDir, 'database.moving'),
  complete: path.join(dataDir, 'database.moved'),
})

const remove = (...places: readonly string[]): void => {
  for (const place of places) fs.rmSync(place, { recursive: true, force: true })
}

function bytesOf(directory: string): number {
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0)
}

/** A free name for the old files: an earlier move may have left some. */
function freeName(wanted: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if (!fs.existsSync(name)) return name
  }
}

/**
 * Puts a completely filled database in the old one's place; also after a move that was cut off in
 * between. Does nothing otherwise.
 */
export async function finishMove(dataDir: string): Promise<void> {
  const { current, kept, complete } = placesIn(dataDir)
  if (!fs.existsSync(complete)) return
  if (fs.existsSync(current)) {
    if (!(await isPglite(current).catch(() => false))) return
    fs.renameSync(current, freeName(kept))
    await sync(dataDir)
  }
  fs.renameSync(complete, current)
  await sync(dataDir)
}

/** Runs `work` with the address of a server on `directory`, which has stopped when it resolves. */
async function withServer(
  { dataDir, programs, log }: Move,
  directory: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const { socket, remove: removeSocket } = socketDirectory(dataDir, programs.runner)
  const lock = path.join(socket, 'lock')
  const server = launch({ ...programs, directory, lock, socket, settings: productSettings })
  try {
    await untilReady(server, socket, log)
    await prepareApplication(socket)
    await work(socketUrl(socket, APPLICATION, APPLICATION))
  } finally {
    await server.stop(STOP_MS)
    removeSocket()
  }
}

async function fill(move: Move, { levels, openOld = openPglite }: Moving): Promise<void> {
  const { dataDir, log } = move
  const { current, copy, filling } = placesIn(dataDir)
  const { bavail, bsize } = fs.statfsSync(dataDir)
  const needed = 3 * bytesOf(current)
  if (bavail * bsize < needed) {
    throw new Error(`the move needs ${Math.ceil(needed / 2 ** 20)} MB of room on the disk`)
  }
  fs.cpSync(current, copy, { recursive: true })
  let old: OldDatabase | undefined
  try {
    old = await openOld(copy, log)
    const { query } = old
    await move.create(filling)
    await withServer(move, filling, (url) =>
      withClient(url, (client) =>
        copyDatabase(query, (text, values) => runQuery(client, text, values), levels, log),
      ),
    )
  } finally {
    await old?.close()
  }
}

/**
 * Moves the data of PGlite, the database of earlier versions, into a new database beside it, and
 * puts that in its place; the old files stay, as `database.pglite`. When anything fails, throws
 * `DatabaseUnusable`, saying how to move them by hand, and has changed nothing.
 */
export async function movePglite(move: Move): Promise<void> {
  const { dataDir, moving, log } = move
  const { current, kept, copy, filling, complete } = placesIn(dataDir)
  if (!moving) throw new DatabaseUnusable(notMoved(current, 'start the server to move them'))
  // The lock of the earlier version, which may still run.
  const release = lockDirectory(current)
  try {
    remove(copy, filling)
    log.info(
      'Moving the data of an earlier version from PGlite to PostgreSQL; this may take some minutes…',
    )
    await fill(move, moving)
    fs.renameSync(filling, complete)
    await sync(dataDir)
  } catch (error) {
    if (error instanceof DatabaseInUse) throw error
    throw new DatabaseUnusable(notMoved(current, (error as Error).message))
  } finally {
    remove(copy, filling)
    release()
  }
  await finishMove(dataDir)
  log.info(`The old files are in ${kept}; delete them when you no longer need them.`)
}
