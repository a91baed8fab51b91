/** Kills the product under load, repeatedly. */
import fs from 'node:fs'
import path from 'node:path'
import { readPid } from '#server/database/embedded/process.ts'
import { bare, damage, nothing, signIn, startLoad, type Damage } from './load.ts'
import { startProduct } from './product.ts'

export type Outcome = Damage & {
  readonly acknowledged: number
  /** PostgreSQL processes left after everything was stopped. */
  readonly orphans: number
}

/** Neither gone nor a zombie that nobody waits for. */
const isAlive = (pid: number): boolean =>
  fs.existsSync(`/proc/${pid}/stat`) &&
  !fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')

type Options = {
  /** Changes the directory after it was created. */
  readonly before?: () => void
  readonly onRound?: (round: number) => void
  /** What to kill first: 0 Node, 1 PostgreSQL and then Node, 2 both at once. */
  readonly firstVictim?: number
}

/**
 * Starts the product on a directory and kills it under sixteen writers at a random moment, `rounds`
 * times: in turn Node, PostgreSQL (which restarts, and the writers continue, until Node is killed)
 * and both at once. Rejects when a start fails.
 */
export async function killRounds(
  dataDir: string,
  rounds: number,
  { before = () => {}, onRound = () => {}, firstVictim = 0 }: Options = {},
): Promise<Outcome> {
  const kept = nothing()
  const servers: number[] = []
  const files = path.join(dataDir, 'database')
  const server = (): number => {
    const { pid } = readPid(files)!
    if (!servers.includes(pid)) servers.push(pid)
    return pid
  }
  await (await startProduct({ dataDir, env: bare })).stop({ keep: true })
  before()
  for (let round = 0; round < rounds; round++) {
    const product = await startProduct({ dataDir, env: bare })
    const load = startLoad(product, await signIn(product), kept)
    await load.more(16 + Math.floor(Math.random() * 300))
    const pid = server()
    const victim = (round + firstVictim) % 3
    if (victim !== 0) process.kill(pid, 'SIGKILL')
    if (victim === 1) {
      await load.more(100)
      server()
    }
    const ending = load.stop()
    await product.stop({ signal: 'SIGKILL', keep: true })
    await ending
    onRound(round + 1)
  }
  const last = await startProduct({ dataDir, env: bare })
  server()
  const found = await damage(dataDir, kept)
  await last.stop({ keep: true })
  return {
    ...found,
    acknowledged: [...kept.records.values()].reduce((sum, version) => sum + version, 0),
    orphans: servers.filter(isAlive).length,
  }
}
