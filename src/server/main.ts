import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { checkResources } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { createApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { DatabaseInUse, DatabaseUnusable } from './database/pool.ts'
import { createAdmin, ensureBuiltInRoles, hasNoAccount, type FirstAccount } from './firstStart.ts'
import { MigrationMismatch } from './migrations/migrate.ts'
import { createServices, type Services } from './services.ts'

/** A start that cannot go on, with what the operator should do. */
class StartProblem extends Error {}

const graceMs = 10_000

const checkDeclarations = (): void => {
  const problems = checkResources(resources)
  for (const p of problems) console[p.level === 'error' ? 'error' : 'warn'](`${p.level}: ${p.at}: ${p.message}${p.hint ? ` (${p.hint})` : ''} [${p.id}]`)
  if (problems.some((p) => p.level === 'error')) throw new StartProblem('The declarations in schemas/ are wrong; the server does not start until they are mended.')
}

const firstAccounts = async (services: Services): Promise<readonly FirstAccount[]> => {
  await ensureBuiltInRoles(services)
  if (!(await hasNoAccount(services))) return []
  if (!services.config.demo) return [await createAdmin(services)]
  console.log('Seeding demo data …')
  const { seedDemo } = await import('./rules/demo/seed.ts')
  return seedDemo(services)
}

const listen = (server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<string> => new Promise((resolve, reject) => {
  server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new StartProblem(`Port ${port} is already in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`)
    : error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL' ? new StartProblem(`The server may not listen on ${host}:${port}. Choose another HOST or PORT.`) : error))
  server.listen(port, host, () => {
    const address = server.address()
    resolve(`http://${host.includes(':') ? `[${host}]` : host}:${typeof address === 'object' && address ? address.port : port}`)
  })
})

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
  const asked = () => void stop().catch((error: unknown) => { console.error(error); process.exit(1) })
  process.on('SIGTERM', asked)
  process.on('SIGINT', asked)
}

const start = async (): Promise<void> => {
  const config = readConfig()
  checkDeclarations()
  const services = await createServices(config)
  try {
    // At once: a random password is nowhere else, and the start may still fail.
    for (const { email, password } of await firstAccounts(services)) console.log(`Account ${email}${password ? `, password ${password}` : ''}`)
    const server = createAdaptorServer({ fetch: createApp(services).fetch }) as Server
    const address = await listen(server, config)
    stopOnSignal(server, services)
    await services.jobs.start()
    if (services.db.kind === 'embedded') console.log('The embedded database survives a crash of this program, but not a loss of power. Set DATABASE_URL to a PostgreSQL server for that.')
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
