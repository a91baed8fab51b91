import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { launch, type PostgresProcess, readPid } from '#server/database/embedded/process.ts'
import { socketUrl, untilReady, withClient } from '#server/database/embedded/ready.ts'
import { testSettings } from '#server/database/embedded/settings.ts'
import { silentLog } from './database.ts'
import { preparePrograms } from '#server/database/embedded/programs.ts'
import { copied, scratch, startPostgres, type TestPostgres } from './postgres.ts'

/** A primary that allows streaming replicas, and acknowledges what is in its log. */
export const startPrimary = (): Promise<TestPostgres> =>
  startPostgres({ ...testSettings, max_wal_senders: 4, synchronous_commit: 'on' })

/** A streaming replica of a test server. */
export interface Replica {
  /** URL on the replica of a database of the primary. */
  readonly urlOf: (primaryUrl: string) => string
  /** Runs SQL as the superuser. */
  readonly run: (sql: string) => Promise<Record<string, unknown>[]>
  /**
   * Sends a signal to the server and waits if that ends it; `SIGSTOP` and `SIGCONT` go to all of
   * its processes.
   */
  readonly signal: (signal: NodeJS.Signals) => Promise<void>
  /** Restarts it on its files. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Files that a base backup leaves out. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts']

/**
 * Copies the files of a running primary, between the calls that make this safe, as `pg_basebackup`
 * does.
 */
async function copyRunning(primary: TestPostgres, to: string, root: string): Promise<void> {
  const client = new pg.Client({
    connectionString: socketUrl(primary.socket, 'postgres', 'postgres'),
  })
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('replica', true)")
    const programs = preparePrograms(root)
    copied(primary.directory, to, programs.runner)
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT * FROM pg_backup_stop(false)',
    )
    for (const name of LEFT_OUT) fs.rmSync(path.join(to, name), { force: true })
    const { uid, gid } = programs.runner
    for (const [name, text] of [
      ['backup_label', rows[0]!.labelfile],
      ['standby.signal', ''],
    ] as const) {
      fs.writeFileSync(path.join(to, name), text, { mode: 0o600 })
      if (uid !== undefined) fs.chownSync(path.join(to, name), uid, gid ?? uid)
    }
  } finally {
    await client.end()
  }
}

/** Starts a replica of a running primary on a Unix socket. */
export async function startReplica(primary: TestPostgres): Promise<Replica> {
  const root = scratch('replica')
  fs.chmodSync(root, 0o711)
  const directory = path.join(root, 'data')
  const socket = path.join(root, 's')
  const programs = preparePrograms(root)
  await copyRunning(primary, directory, root)
  fs.mkdirSync(socket, { mode: 0o700 })
  if (programs.runner.uid !== undefined) {
    fs.chownSync(socket, programs.runner.uid, programs.runner.gid ?? 0)
  }
  let server: PostgresProcess
  const start = async (): Promise<void> => {
    const { pid } = readPid(directory) ?? {}
    server = launch({
      ...programs,
      directory,
      lock: path.join(socket, 'lock'),
      socket,
      stalePid: pid,
      settings: {
        ...testSettings,
        max_wal_senders: 4,
        primary_conninfo: `host=${primary.socket} user=postgres`,
        hot_standby_feedback: 'on',
        wal_receiver_status_interval: 1,
        wal_retrieve_retry_interval: '100ms',
      },
    })
    await untilReady(server, socket, silentLog)
  }
  await start()
  return {
    urlOf: (primaryUrl) =>
      primaryUrl.replace(encodeURIComponent(primary.socket), encodeURIComponent(socket)),
    run: (sql) =>
      withClient(
        socketUrl(socket, 'postgres', 'postgres'),
        async (client) => (await client.query<Record<string, unknown>>(sql)).rows,
      ),
    async signal(signal) {
      const { pid } = readPid(directory)!
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') {
        process.kill(pid, signal)
        return server.exited
      }
      const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
      for (const one of [pid, ...children.split(' ').map(Number)]) {
        process.kill(one, signal)
      }
    },
    start,
    async stop() {
      await server.stop(0)
      fs.rmSync(root, { recursive: true, force: true })
    },
  }
}
