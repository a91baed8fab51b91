import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { DatabaseUnusable } from '../errors.ts'

/** How PostgreSQL's programs run: behind `prefix`, or as another user. */
export type Runner = {
  readonly prefix: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

const NOBODY = 65534

function idsOf(user: string): { uid: number; gid: number } | undefined {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/**
 * PostgreSQL refuses to run as root. In a user namespace it sees another user while its files stay
 * root's, which also works below directories that others cannot enter. Without namespaces it runs
 * as `postgres` or `nobody`, if they can reach every directory of `places`. Throws
 * `DatabaseUnusable`, saying what to do, when neither is possible.
 */
export function chooseRunner(
  places: readonly string[],
  { unshare = 'unshare', isRoot = process.getuid?.() === 0 } = {},
): Runner {
  if (!isRoot) return { prefix: [] }
  const prefix = [unshare, '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status === 0) return { prefix }
  for (const user of ['postgres', 'nobody']) {
    const ids = idsOf(user)
    if (ids && places.every((place) => spawnSync('test', ['-x', place], ids).status === 0)) {
      return { prefix: [], ...ids }
    }
  }
  throw new DatabaseUnusable(
    `PostgreSQL does not run as root, and here neither user namespaces nor the users postgres and nobody can be used for ${places.join(' and ')}. ` +
      'Start the server as an ordinary user, set DATA_DIR to a directory that others may enter, or set DATABASE_URL to a PostgreSQL server. Nothing was changed.',
  )
}
