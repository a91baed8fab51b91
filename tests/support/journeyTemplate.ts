/** Before the journeys: one product is started and seeded, and its data directory serves all of them as a copy. */
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
