/**
 * The API as `npm run dev` runs it: reloaded whenever one of its sources changes, while the
 * database stays open.
 */
import { checkResources } from '#schemas/define/checks.ts'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { Database, DatabaseLog, QueryText } from '#server/database/pool.ts'
import { refuseDemoPassword } from '#server/demo/passwords.ts'
import { firstAccounts } from '#server/firstStart.ts'
import { createServices } from '#server/services.ts'
import { followSchemas } from './database.ts'

/** One running generation of the API. */
export interface DevelopmentApi {
  readonly fetch: (request: Request, env: never) => Response | Promise<Response>
  /** Stops its background work but leaves the database open. */
  close(): Promise<void>
}

export interface ApiParts {
  readonly config: Config
  /** Serial number of this API among those that used the database. */
  readonly generation: number
  readonly db: Database
  readonly log: DatabaseLog
}

/**
 * The database for one generation: `close` does nothing, and prepared statements get unique names.
 */
const forGeneration = (db: Database, generation: number): Database => {
  const own = (text: QueryText): QueryText =>
    typeof text === 'string' || !text.name ? text : { ...text, name: `${text.name}_${generation}` }
  return {
    ...db,
    query: (text, values) => db.query(own(text), values),
    transaction: (fn, options) =>
      db.transaction(
        (tx) => fn({ ...tx, query: (text, values) => tx.query(own(text), values) }),
        options,
      ),
    close: async () => {},
  }
}

/**
 * Starts the API from the current sources. Undefined while the schemas are invalid; the page shows
 * the errors.
 */
export const startApi = async ({
  config,
  generation,
  db,
  log,
}: ApiParts): Promise<DevelopmentApi | undefined> => {
  if (checkResources(resources).some((p) => p.level === 'error')) return undefined
  // An external server is never migrated automatically.
  if (db.kind === 'embedded') await followSchemas(db, compileModel(resources), log)
  const services = await createServices(config, { db: forGeneration(db, generation), log })
  for (const { email, password } of await firstAccounts(services)) {
    log.info(`Account ${email}${password ? `, password ${password}` : ''}`)
  }
  await refuseDemoPassword(services.db.query, services.model, config.exposed)
  await services.jobs.start()
  const app = createApp(services)
  return { fetch: (request, env) => app.fetch(request, env), close: services.close }
}
