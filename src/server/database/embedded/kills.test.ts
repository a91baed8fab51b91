import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { scratch } from '#tests/support/postgres.ts'
import { openDatabase } from '../pool.ts'
import { readPid } from './process.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 10)
const dataDir = scratch('kills')
let child: ChildProcess | undefined
afterAll(() => {
  child?.kill('SIGKILL')
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Sixteen writers, each a row and its note in one transaction, which print what was acknowledged; failed ones try again. */
const WRITERS = `import(${JSON.stringify(path.join(import.meta.dirname, '../pool.ts'))}).then(async ({ openDatabase }) => {
  const log = { info() {}, warn() {}, error() {} }
  const db = await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, log, maxConnections: 16 })
  await db.query('CREATE TABLE IF NOT EXISTS rows (id text PRIMARY KEY, filler text)')
  await db.query('CREATE TABLE IF NOT EXISTS notes (id text PRIMARY KEY)')
  const round = process.argv[1]
  const write = async (writer) => {
    for (let n = 0; ; n++) {
      const id = [round, writer, n].join('-')
      try {
        await db.transaction(async (tx) => {
          await tx.query('INSERT INTO rows VALUES ($1, $2)', [id, 'x'.repeat(n % 800)])
          await tx.query('INSERT INTO notes VALUES ($1)', [id])
        })
        process.stdout.write(id + '\\n')
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  for (let writer = 0; writer < 16; writer++) void write(writer)
})`

const isAlive = (pid: number): boolean =>
  fs.existsSync(`/proc/${pid}/stat`) &&
  !fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')

it(
  `keeps every acknowledged write, whole, when the program, PostgreSQL or both are killed, ${ROUNDS} times`,
  async () => {
    const acknowledged: string[] = []
    const servers: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const writer = spawn(process.execPath, ['--import', 'tsx', '-e', WRITERS, `${round}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = writer
      const closed = new Promise<void>((resolve) => writer.once('close', () => resolve()))
      let text = ''
      writer.stdout.on('data', (part: Buffer) => (text += part.toString()))
      const written = async (count: number): Promise<void> => {
        while (text.split('\n').length <= count) {
          if (writer.exitCode !== null) throw new Error(`The writers ended: ${writer.exitCode}`)
          await sleep(5)
        }
      }
      await written(16 + Math.floor(Math.random() * 200))
      const { pid } = readPid(path.join(dataDir, 'database'))!
      servers.push(pid)
      const victim = round % 3
      if (victim !== 0) process.kill(pid, 'SIGKILL')
      if (victim === 1) {
        // It is started again, and the writers go on.
        await written(text.split('\n').length + 100)
        servers.push(readPid(path.join(dataDir, 'database'))!.pid)
      }
      writer.kill('SIGKILL')
      await closed
      acknowledged.push(...text.split('\n').slice(0, -1))
    }
    const db = await openDatabase({ dataDir, log: silentLog })
    const { rows } = await db.query<{ id: string }>('SELECT id FROM rows')
    const kept = new Set(rows.map(({ id }) => id))
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 16)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    const halves = await db.query(
      'SELECT id FROM rows FULL JOIN notes n USING (id) WHERE rows.id IS NULL OR n.id IS NULL',
    )
    expect(halves.rows).toEqual([])
    await db.close()
    expect(servers.filter(isAlive)).toEqual([])
  },
  120_000 + 60_000 * ROUNDS,
)
