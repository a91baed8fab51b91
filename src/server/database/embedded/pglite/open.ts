import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { DatabaseLog, Query } from '../../query.ts'

/** An opened database of an earlier version, on one connection. */
export type OldDatabase = { readonly query: Query; readonly close: () => Promise<void> }

/** Opens a copy of the old files; rejects with a reason, a clause of a sentence. */
export type OpenOld = (directory: string, log: DatabaseLog) => Promise<OldDatabase>

const NAME = '@electric-sql/pglite'
/** The version that wrote the files, as npm's lock file describes it. */
const LOCKED = {
  version: '0.5.16',
  resolved: 'https://registry.npmjs.org/@electric-sql/pglite/-/pglite-0.5.16.tgz',
  integrity:
    'sha512-Nj8KcIsJL748W408U2N8q4+9IlONdpRIU8MJypIAAINMJ5nqKyqpX7Mgg/5XKkXiAib3AoZGR6hnJFlrlLBrcg==',
}

/** Opens the directory of its first argument and runs the statements it is sent, in order. */
const PROGRAM = `
const { PGlite } = await import('${NAME}')
const { pg_trgm } = await import('${NAME}/contrib/pg_trgm')
const database = await PGlite.create({ dataDir: process.argv[1], extensions: { pg_trgm } })
let last = Promise.resolve()
process.on('message', ({ text, values }) => {
  last = last.then(async () => {
    try {
      const { rows, affectedRows } = await database.query(text, values)
      process.send({ rows, rowCount: affectedRows || rows.length })
    } catch (error) {
      process.send({ failed: String(error?.message ?? error) })
    }
  })
})
process.on('disconnect', () => process.exit())
process.send({ ready: true })
`

type Reply = {
  readonly ready?: true
  readonly failed?: string
  readonly rows?: never[]
  readonly rowCount?: number
}

/**
 * PGlite in a process of its own, whose memory is freed at the end; it finds the package from the
 * directory `from`.
 */
async function openFrom(from: string, directory: string): Promise<OldDatabase> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, directory], {
    cwd: from,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr!.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-2000)))
  const ended = once(child, 'close')
  const receive = async (): Promise<Reply> => {
    const [first] = (await Promise.race([once(child, 'message'), ended])) as [Reply | number]
    if (first === null || typeof first !== 'object') {
      throw new Error(/^\w*Error.*$/m.exec(said)?.[0] ?? 'PGlite stopped unexpectedly')
    }
    if (first.failed) throw new Error(first.failed)
    return first
  }
  await receive()
  return {
    async query(text, values) {
      child.send({ ...(typeof text === 'string' ? { text } : text), ...(values && { values }) })
      const { rows = [], rowCount = 0 } = await receive()
      return { rows, rowCount }
    },
    async close() {
      child.kill()
      await ended
    },
  }
}

/** Installs the package into `directory`, checked against its recorded checksum. */
async function install(directory: string): Promise<void> {
  const dependencies = { [NAME]: LOCKED.version }
  const lock = {
    name: 'old',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'old', dependencies }, [`node_modules/${NAME}`]: LOCKED },
  }
  fs.writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ dependencies }))
  fs.writeFileSync(path.join(directory, 'package-lock.json'), JSON.stringify(lock))
  const child = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(/npm error (.*)/.exec(said)?.[1] ?? `npm ended with ${code}`)
}

/**
 * Opens files of PGlite with the installed package, or else with one from the npm registry that is
 * removed at the end.
 */
export const openPglite: OpenOld = async (directory, log) => {
  const here = import.meta.dirname
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'back-office-pglite-'))
  const remove = (): void => fs.rmSync(temporary, { recursive: true, force: true })
  try {
    const opened = await openFrom(here, directory).catch(async (error: Error) => {
      if (!error.message.includes('ERR_MODULE_NOT_FOUND')) throw error
      log.info(`Fetching ${NAME} ${LOCKED.version}, which reads the old files…`)
      await install(temporary).catch((failed: Error) => {
        throw new Error(
          `the package ${NAME} ${LOCKED.version}, which reads them, could not be fetched (${failed.message})`,
        )
      })
      return openFrom(temporary, directory)
    })
    return { ...opened, close: () => opened.close().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
