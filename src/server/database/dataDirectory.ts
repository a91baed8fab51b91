import fs from 'node:fs/promises'
import path from 'node:path'
import { makeDirectory } from '../base/durable.ts'
import { DatabaseUnusable } from './errors.ts'
import { lockDirectory } from './lock.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const isFull = (error: unknown): boolean => FULL.has((error as NodeJS.ErrnoException).code ?? '')

/** Passes errors that already say what to do; the system's own become a sentence. */
function explained(dataDir: string, error: unknown): Error {
  if (!(error instanceof Error) || !('syscall' in error)) return error as Error
  return new DatabaseUnusable(
    isFull(error)
      ? `The disk of the data directory ${dataDir} is full. Free some space, then start again.`
      : `The data directory ${dataDir} cannot be used: ${error.message}. ` +
          'Set DATA_DIR to a directory that this user may read and write, or start as the user who owns it. Nothing was changed.',
  )
}

/** Creates the data directory. Throws `DatabaseUnusable` when this user may not write to it. */
export async function openDataDirectory(dataDir: string): Promise<void> {
  const place = path.resolve(dataDir)
  try {
    await makeDirectory(place)
    await fs.access(place, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw explained(place, error)
  }
}

/**
 * Locks the data directory for a server and returns the release function. On a full disk it calls
 * `makeRoom` first. Throws `DatabaseInUse` or `DatabaseUnusable`.
 */
export function lockServer(dataDir: string, makeRoom?: () => void): () => void {
  const server = path.join(dataDir, 'server')
  try {
    try {
      return lockDirectory(server)
    } catch (error) {
      if (!isFull(error) || !makeRoom) throw error
      makeRoom()
      return lockDirectory(server)
    }
  } catch (error) {
    throw explained(dataDir, error)
  }
}
