import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A PostgreSQL server of its own for tests. */
export type TestPostgres = {
  /** Where `freshDatabase` finds it: a URL without database name. */
  socketUrl: string
  /** Creates an empty database (the name gets a random tail) and returns its URL. */
  url: (databaseName?: string) => Promise<string>
  stop: () => Promise<void>
}

const NEEDS = ['initdb', 'postgres']

function binaries(): string {
  const versions = fs.existsSync('/usr/lib/postgresql')
    ? fs.readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
    : []
  const places = [
    ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  const found = places.find(
    (place) => place && NEEDS.every((name) => fs.existsSync(path.join(place, name))),
  )
  if (!found)
    throw new Error(
      'These tests need PostgreSQL, which was not found. On Debian or Ubuntu: apt-get install -y postgresql',
    )
  return found
}

/** PostgreSQL refuses to run as root; its own system user does it then. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Creates an empty database on a server of `startPostgres`. */
export async function freshDatabase(socketUrl: string, name = 'test'): Promise<string> {
  const database = `${name}_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: urlOf(socketUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
  return urlOf(socketUrl, database)
}

const urlOf = (socketUrl: string, database: string): string =>
  socketUrl.replace('/?', `/${database}?`)

async function answers(socketUrl: string, server: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${said()}`)
    const client = new pg.Client({ connectionString: urlOf(socketUrl, 'postgres') })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(50)
    }
  }
  throw new Error(`PostgreSQL did not answer within 30 s:\n${said()}`)
}

/** Starts a server on a Unix socket in a scratch directory; it never listens on the network and never syncs. */
export async function startPostgres(): Promise<TestPostgres> {
  const place = binaries()
  const user = unprivileged()
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'pg-test-'))
  if (user.uid !== undefined) fs.chownSync(root, user.uid, user.gid ?? 0)
  const data = path.join(root, 'data')
  const calm = { ...user, cwd: root, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  execFileSync(
    path.join(place, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'],
    { ...calm, stdio: 'pipe' },
  )
  const server = spawn(
    path.join(place, 'postgres'),
    [
      '-D',
      data,
      '-k',
      root,
      '-c',
      'listen_addresses=',
      '-c',
      'fsync=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'max_connections=200',
    ],
    { ...calm, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  server.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4000)))
  // SIGQUIT is PostgreSQL's immediate shutdown.
  const kill = (): void => void server.kill('SIGQUIT')
  process.once('exit', kill)
  const socketUrl = `postgres://postgres@/?host=${encodeURIComponent(root)}`
  const stop = async (): Promise<void> => {
    process.off('exit', kill)
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      kill()
      await ended
    }
    fs.rmSync(root, { recursive: true, force: true })
  }
  try {
    await answers(socketUrl, server, () => said)
  } catch (error) {
    await stop()
    throw error
  }
  return { socketUrl, url: (name) => freshDatabase(socketUrl, name), stop }
}

/** Where test files find the server that `setup` started. */
export const SOCKET_URL = 'TEST_POSTGRES_SOCKET_URL'
/** Where test files find a prepared embedded database to start from. */
export const TEMPLATE = 'TEST_EMBEDDED_TEMPLATE'

/** For vitest's `globalSetup`: one PostgreSQL server and one prepared embedded database for all test files. */
export default async function setup(): Promise<() => Promise<void>> {
  const { makeTemplate } = await import('./database.ts')
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-template-'))
  const template = path.join(scratch, 'template.tar')
  const [server] = await Promise.all([startPostgres(), makeTemplate(template)])
  process.env[SOCKET_URL] = server.socketUrl
  process.env[TEMPLATE] = template
  return async () => {
    await server.stop()
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}
