/**
 * Setup of the journeys: starts and seeds one product, whose data directory is copied for all of
 * them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProduct, TEMPLATE } from './product.ts'

export default async (): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'journey-template-'))
  const product = await startProduct({ dataDir })
  await product.stop({ keep: true })
  process.env[TEMPLATE] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
