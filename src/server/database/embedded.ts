import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { inspectDirectory, openUntouched } from './dataDirectory.ts'
import { embeddedPool } from './embeddedPool.ts'
import { type EmbeddedOptions, EmbeddedServer } from './embeddedServer.ts'
import { lockDirectory } from './lock.ts'

/** A new database is made beside its place and moved there whole: being killed meanwhile leaves no half of one. */
async function create(options: EmbeddedOptions): Promise<void> {
  const draft = `${options.directory}.creating`
  await fs.rm(draft, { recursive: true, force: true })
  await fs.mkdir(draft, { recursive: true, mode: 0o700 })
  const server = await EmbeddedServer.open({ ...options, directory: draft, queryTimeoutMs: 60_000 })
  await server.close()
  await fs.rm(options.directory, { recursive: true, force: true })
  await fs.rename(draft, options.directory)
}

async function openFiles(options: EmbeddedOptions): Promise<EmbeddedServer> {
  if ((await inspectDirectory(options.directory)) === 'new') await create(options)
  const { template: _, ...existing } = options
  return await openUntouched(options.directory, () => EmbeddedServer.open(existing))
}

/** Opens (or makes) the embedded database and holds its lock until `close`. */
export async function openEmbedded(options: EmbeddedOptions): Promise<{
  pool: pg.Pool
  allow: (timeoutMs: number | undefined) => void
  close: () => Promise<void>
}> {
  const inMemory = options.directory === 'memory://'
  if (!inMemory) await fs.mkdir(path.dirname(options.directory), { recursive: true, mode: 0o700 })
  const release = inMemory ? (): void => {} : lockDirectory(options.directory)
  try {
    const server = inMemory ? await EmbeddedServer.open(options) : await openFiles(options)
    const { pool, allow } = embeddedPool(server)
    const close = async (): Promise<void> => {
      await pool.end()
      await server.close()
      release()
    }
    return { pool, allow, close }
  } catch (error) {
    release()
    throw error
  }
}
