import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { own, type Runner } from './runner.ts'

/** Maximum path length of a Unix socket on every system, and PostgreSQL's name for the socket. */
const SOCKET_PATH_BYTES = 103
const SOCKET_NAME = '/.s.PGSQL.5432'

/**
 * A private directory for the socket: below the data directory, or in the system's temporary one if
 * that path is too long.
 */
export function socketDirectory(
  dataDir: string,
  runner: Runner,
): { socket: string; remove: () => void } {
  const near = path.join(dataDir, 'socket')
  const fits = Buffer.byteLength(near + SOCKET_NAME) <= SOCKET_PATH_BYTES
  // We hold the lock, so anything here was left by a server that ended.
  fs.rmSync(near, { recursive: true, force: true })
  if (fits) fs.mkdirSync(near, { mode: 0o700 })
  const socket = fits ? near : fs.mkdtempSync(path.join(os.tmpdir(), 'back-office-'))
  own(socket, runner)
  return { socket, remove: () => fs.rmSync(socket, { recursive: true, force: true }) }
}
