/**
 * Setup of the journeys: starts and seeds one product, whose data directory is copied for all of
 * them. `npm test` makes one for several projects and passes it on.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProduct, TEMPLATE } from './product.ts'

/** Writes the demo data to an empty directory. */
export const makeTemplate = async (dataDir: string): Promise<void> => {
  const product = await startProduct({ dataDir })
  await product.stop({ keep: true })
}

export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env[TEMPLATE]) return undefined
  const dataDir = await mkdtemp(path.join(tmpdir(), 'journey-template-'))
  await makeTemplate(dataDir)
  process.env[TEMPLATE] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
