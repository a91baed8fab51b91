import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { checkResources } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { createApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { exposureWarnings } from './exposed.ts'
import { refuseDemoPassword } from './demo/passwords.ts'
import { DatabaseInUse, DatabaseUnusable } from './database/pool.ts'
import { firstAccounts, firstStart, type FirstAccount } from './firstStart.ts'
import { openDataDirectory } from './database/dataDirectory.ts'
import { configuredFileStore } from './fileStores.ts'
import { listen, type Starting } from './listen.ts'
import { StartProblem } from './base/startProblem.ts'
import { endlessRoom, watchRoom, type Room } from './health/room.ts'
import { MigrationMismatch } from './migrations/migrate.ts'
import { noteScheduledBackup } from './security/scheduled.ts'
import { scheduleBackups } from './database/schedule.ts'
import { createServices, type Services } from './services.ts'

/** Time for running requests to finish after a stop signal. */
const GRACE_MS = 4000
/** Time for the whole shutdown; then the process exits anyway. PostgreSQL shuts down by itself. */
const STOP_MS = 9000

const checkDeclarations = (): void => {
  const problems = checkResources(resources)
  for (const p of problems) {
    console[p.level === 'error' ? 'error' : 'warn'](
      `${p.level}: ${p.at}: ${p.message}${p.hint ? ` (${p.hint})` : ''} [${p.id}]`,
    )
  }
  if (problems.some((p) => p.level === 'error')) {
    throw new StartProblem(
      'The declarations in schemas/ are wrong; the server does not start until they are corrected.',
    )
  }
}

const stopOnSignal = (server: Server, services: Services): void => {
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      console.error('Something did not end in time; the process ends without it.')
      process.exit(0)
    }, STOP_MS).unref()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Open event streams would keep the server running forever; everything else may finish.
    await services.hub.close()
    const impatient = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    await closed
    clearTimeout(impatient)
    await services.close()
    process.exit(0)
  }
  const asked = () =>
    void stop().catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  process.on('SIGTERM', asked)
  process.on('SIGINT', asked)
}

/**
 * Disk space matters only if something is stored locally: the embedded database or uploaded files.
 */
const roomOf = async (config: Config): Promise<Room> => {
  const { dataDir, diskReserveBytes: reserveBytes } = config
  const isLocal = !config.databaseUrl || configuredFileStore(config, console).current === 'local'
  if (!isLocal || reserveBytes === 0) return endlessRoom
  await openDataDirectory(dataDir)
  return watchRoom({ dataDir, reserveBytes, log: console })
}

const start = async (): Promise<void> => {
  const config = readConfig()
  if (config.firebaseProblem) console.warn(config.firebaseProblem)
  for (const warning of exposureWarnings(config)) console.warn(warning)
  checkDeclarations()
  let status: Starting = 'starting'
  const { server, address, serve } = await listen(config, undefined, () => status)
  const services = await createServices(config, {
    room: await roomOf(config),
    onState: (state) => {
      status = state === 'recovering' ? state : 'starting'
    },
  })
  try {
    await firstStart(services, announce, makeDemoDataApart)
    await refuseDemoPassword(services.db.query, services.model, config.exposed)
    serve(createApp(services).fetch)
    stopOnSignal(server, services)
    await services.jobs.start()
    if (services.db.kind === 'embedded') {
      scheduleBackups(services.db, config.dataDir, console, {
        made: (file) => noteScheduledBackup(services.db.query, file),
        keepFreeBytes: config.diskReserveBytes,
      })
    }
    console.log(`Ready at ${address}`)
  } catch (error) {
    await services.close()
    throw error
  }
}

const DEMO_DATA = '--demo-data'

const announce = ({ email, password }: FirstAccount): void =>
  console.log(`Account ${email}${password ? `, password ${password}` : ''}`)

/**
 * Creating demo data takes hundreds of megabytes; a separate process releases them when it exits.
 */
const makeDemoDataApart = async (): Promise<void> => {
  const words = [...process.execArgv, process.argv[1]!, DEMO_DATA]
  const child = spawn(process.execPath, words, { stdio: 'inherit' })
  const end = (signal: NodeJS.Signals): void => {
    child.kill(signal)
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
  const [code] = (await once(child, 'close')) as [number | null]
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, end)
  if (code !== 0) throw new StartProblem('The demo data could not be created; see above.')
}

/** Runs in that process, while the server that started it holds the lock of the first start. */
const makeDemoData = async (): Promise<void> => {
  const services = await createServices(readConfig(), { beside: true })
  try {
    for (const account of await firstAccounts(services)) announce(account)
  } finally {
    await services.close()
  }
}

const expectedErrors = [
  ConfigError,
  DatabaseInUse,
  DatabaseUnusable,
  MigrationMismatch,
  StartProblem,
]

try {
  await (process.argv.includes(DEMO_DATA) ? makeDemoData() : start())
} catch (error) {
  console.error(
    expectedErrors.some((kind) => error instanceof kind) ? (error as Error).message : error,
  )
  process.exit(1)
}
