import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { initialise, launch, type Programs } from '#server/database/embedded/process.ts'
import { preparePrograms } from '#server/database/embedded/programs.ts'
import {
  APPLICATION,
  prepareApplication,
  socketUrl,
  untilReady,
  withClient,
} from '#server/database/embedded/ready.ts'
import { type Settings, testSettings } from '#server/database/embedded/settings.ts'

/** A separate PostgreSQL server for tests. */
export type TestPostgres = {
  /** Directory of its Unix socket; `freshDatabase` takes it. */
  socket: string
  /** Directory of its files. */
  directory: string
  stop: () => Promise<void>
}

/** Environment variable with the socket directory of the server that `setup` started. */
export const SOCKET = 'TEST_POSTGRES_SOCKET'
/**
 * Environment variable with the files of a cluster that was never started, to start another one
 * from.
 */
const PRISTINE = 'TEST_POSTGRES_PRISTINE'

const ROOM_BYTES = 2 ** 30
const quiet = { info: (): void => {}, warn: (): void => {}, error: (): void => {} }

const memory = '/dev/shm'
const PREFIX = 'back-office-tests'

/** Unmounts disks of killed runs: their directories cannot be removed before. */
const unmountBelow = (folder: string): void => {
  const mounts = fs.existsSync('/proc/mounts') ? fs.readFileSync('/proc/mounts', 'utf8') : ''
  for (const line of mounts.split('\n')) {
    const place = line.split(' ')[1] ?? ''
    if (place.startsWith(`${folder}/`)) spawnSync('umount', ['-l', place])
  }
}

/** Removes what killed runs left in memory. */
const sweep = (): void => {
  if (!fs.existsSync(memory)) return
  for (const name of fs.readdirSync(memory)) {
    const pid = new RegExp(`^${PREFIX}-(\\d+)-`).exec(name)?.[1]
    if (pid && !fs.existsSync(`/proc/${pid}`)) {
      const folder = path.join(memory, name)
      unmountBelow(folder)
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** A scratch directory, in memory if there is room. */
export function scratch(name: string): string {
  const room = fs.existsSync(memory) ? fs.statfsSync(memory) : undefined
  const roomy = room !== undefined && room.bavail * room.bsize > ROOM_BYTES
  return fs.mkdtempSync(
    path.join(roomy ? memory : os.tmpdir(), `${PREFIX}-${process.pid}-${name}-`),
  )
}

/** Creates the files of a cluster that test servers are copied from. */
async function makePristine(root: string): Promise<string> {
  const programs = preparePrograms(root)
  const directory = path.join(root, 'pristine')
  fs.mkdirSync(directory, { mode: 0o700 })
  if (programs.runner.uid !== undefined) {
    fs.chmodSync(root, 0o711)
    fs.chownSync(directory, programs.runner.uid, programs.runner.gid ?? 0)
  }
  await initialise(programs, directory, { sync: false })
  return directory
}

/** Copies files of a cluster and makes them readable to the user that runs PostgreSQL. */
export const copied = (from: string, to: string, { uid, gid }: Programs['runner']): void => {
  fs.cpSync(from, to, { recursive: true })
  if (uid === undefined) return
  for (const name of ['.', ...(fs.readdirSync(to, { recursive: true }) as string[])]) {
    fs.chownSync(path.join(to, name), uid, gid ?? uid)
  }
}

/**
 * Starts a server on a Unix socket in a scratch directory, on a copy of the files of a stopped one
 * (default: an empty one); it never listens on the network and, by default, never syncs.
 */
export async function startPostgres(
  settings: Settings = testSettings,
  files?: string,
): Promise<TestPostgres> {
  const root = scratch('pg')
  fs.chmodSync(root, 0o711)
  try {
    const programs = preparePrograms(root)
    const from = files ?? process.env[PRISTINE] ?? (await makePristine(root))
    const directory = path.join(root, 'data')
    const socket = path.join(root, 's')
    copied(from, directory, programs.runner)
    fs.mkdirSync(socket, { mode: 0o700 })
    if (programs.runner.uid !== undefined) {
      fs.chownSync(socket, programs.runner.uid, programs.runner.gid ?? 0)
    }
    const lock = path.join(socket, 'lock')
    const server = launch({ ...programs, directory, lock, socket, settings })
    await untilReady(server, socket, quiet)
    await prepareApplication(socket)
    return {
      socket,
      directory,
      async stop() {
        // Nobody needs its files: an immediate stop skips writing them.
        await server.stop(0)
        fs.rmSync(root, { recursive: true, force: true })
      },
    }
  } catch (error) {
    fs.rmSync(root, { recursive: true, force: true })
    throw error
  }
}

/** Runs `work` on a superuser connection to a server's maintenance database. */
const asSuperuser = <T>(socket: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(socketUrl(socket, 'postgres', 'postgres'), work)

const create = (client: pg.Client, database: string, template: string): Promise<unknown> =>
  client.query(
    `CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${APPLICATION} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`,
  )

/**
 * Creates a database, empty or as a copy of `template`, and returns its URL. It belongs to a role
 * without special rights.
 */
export async function freshDatabase(
  socket: string,
  { name = 'test', template = APPLICATION } = {},
): Promise<string> {
  const database = `${name}_${randomBytes(6).toString('hex')}`
  await asSuperuser(socket, (client) => create(client, database, template))
  return socketUrl(socket, APPLICATION, database)
}

/** Drops a database of `freshDatabase` and closes its connections. */
export async function dropDatabase(url: string): Promise<void> {
  const { pathname, searchParams } = new URL(url)
  const socket = searchParams.get('host') ?? ''
  await asSuperuser(socket, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(pathname.slice(1))} WITH (FORCE)`),
  )
}

/**
 * Name of a template database that `fill` created once for all test files: of several concurrent
 * callers, one fills it. `key` identifies its content.
 */
export async function templateDatabase(
  socket: string,
  key: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  const name = `template_${key}`
  await asSuperuser(socket, async (client) => {
    const exists = async (): Promise<boolean> =>
      ((await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rowCount ?? 0) >
      0
    if (await exists()) return
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    if (await exists()) return
    const draft = await freshDatabase(socket, { name: 'draft' })
    await fill(draft)
    await client.query(
      `ALTER DATABASE ${pg.escapeIdentifier(new URL(draft).pathname.slice(1))} RENAME TO ${pg.escapeIdentifier(name)}`,
    )
  })
  return name
}

/** Environment variable with the process that started the server of `SOCKET`. */
const STARTED_BY = 'TEST_POSTGRES_STARTED_BY'

/** For vitest's `globalSetup`: one PostgreSQL server for all test files, of all projects of a run. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // A run of vitest inside a test has other tables: it starts its own.
  if (process.env[STARTED_BY] === String(process.pid)) return undefined
  process.env[STARTED_BY] = String(process.pid)
  sweep()
  const root = scratch('pg-pristine')
  process.env[PRISTINE] = await makePristine(root)
  fs.chmodSync(root, 0o755)
  const server = await startPostgres()
  process.env[SOCKET] = server.socket
  return async () => {
    await server.stop()
    fs.rmSync(root, { recursive: true, force: true })
  }
}
