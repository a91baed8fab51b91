import { readFileSync } from 'node:fs'
import path from 'node:path'
import { APPLICATION, socketUrl } from '#server/database/embedded/ready.ts'
import { testSettings } from '#server/database/embedded/settings.ts'
import { startPostgres } from './postgres.ts'
import { TEMPLATE } from './product.ts'

/** A PostgreSQL server with the demo data, for products that share it. */
export interface DemoDatabase {
  /** Its address and the secret that its data was written with, for the environment of a product. */
  readonly env: { readonly DATABASE_URL: string; readonly SECRET: string }
  stop(): Promise<void>
}

/**
 * Starts a server of its own on a copy of the template of the journeys. A product on an empty
 * database takes 23 CPU seconds for the same data.
 */
export const startDemoDatabase = async (): Promise<DemoDatabase> => {
  const template = process.env[TEMPLATE]
  if (!template) throw new Error(`${TEMPLATE} is missing; the projects of vitest set it.`)
  const { socket, stop } = await startPostgres(testSettings, path.join(template, 'database'))
  return {
    env: {
      DATABASE_URL: socketUrl(socket, APPLICATION, APPLICATION),
      SECRET: readFileSync(path.join(template, 'secret'), 'utf8').trim(),
    },
    stop,
  }
}
