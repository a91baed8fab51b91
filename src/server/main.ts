import type { Server } from 'node:http'
import { checkResources } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { exposureWarnings } from './exposed.ts'
import { refuseDemoPassword } from './demoAccounts.ts'
import { DatabaseInUse, DatabaseUnusable } from './database/pool.ts'
import { firstAccounts } from './firstStart.ts'
import { listen, StartProblem } from './listen.ts'
import { MigrationMismatch } from './migrations/migrate.ts'
import { noteScheduledBackup } from './security/scheduled.ts'
import { scheduleBackups } from './database/schedule.ts'
import { createServices, type Services } from './services.ts'

const graceMs = 10_000

const checkDeclarations = (): void => {
  const problems = checkResources(resources)
  for (const p of problems) {
    console[p.level === 'error' ? 'error' : 'warn'](
      `${p.level}: ${p.at}: ${p.message}${p.hint ? ` (${p.hint})` : ''} [${p.id}]`,
    )
  }
  if (problems.some((p) => p.level === 'error')) {
    throw new StartProblem(
      'The declarations in schemas/ are wrong; the server does not start until they are mended.',
    )
  }
}

const stopOnSignal = (server: Server, services: Services): void => {
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Open streams of events would keep the server for ever; everything else may finish.
    await services.hub.close()
    const impatient = setTimeout(() => server.closeAllConnections(), graceMs)
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

const start = async (): Promise<void> => {
  const config = readConfig()
  if (config.firebaseProblem) console.warn(config.firebaseProblem)
  for (const warning of exposureWarnings(config)) console.warn(warning)
  checkDeclarations()
  const { server, address, serve } = await listen(config)
  const services = await createServices(config)
  try {
    // At once: a random password is nowhere else, and the start may still fail.
    for (const { email, password } of await firstAccounts(services)) {
      console.log(`Account ${email}${password ? `, password ${password}` : ''}`)
    }
    await refuseDemoPassword(services.db.query, config.exposed)
    serve(createApp(services).fetch)
    stopOnSignal(server, services)
    await services.jobs.start()
    if (services.db.kind === 'embedded') {
      scheduleBackups(services.db, config.dataDir, console, {
        made: (file) => noteScheduledBackup(services.db.query, file),
      })
    }
    console.log(`Ready at ${address}`)
  } catch (error) {
    await services.close()
    throw error
  }
}

const foreseen = [ConfigError, DatabaseInUse, DatabaseUnusable, MigrationMismatch, StartProblem]

try {
  await start()
} catch (error) {
  console.error(foreseen.some((kind) => error instanceof kind) ? (error as Error).message : error)
  process.exit(1)
}
