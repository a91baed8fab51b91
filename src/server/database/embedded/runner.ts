import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseUnusable } from '../errors.ts'

/** How PostgreSQL's programs run: behind `prefix`, or as another user. */
export type Runner = {
  readonly prefix: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

/** A user whom PostgreSQL can run as. */
type Ids = { readonly uid: number; readonly gid: number }

const NOBODY = 65534
const USERS = ['postgres', 'nobody']

function idsOf(user: string): Ids | undefined {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** True when that user can enter a directory, or run a program. */
export const canReach = (place: string, { uid, gid }: Ids): boolean =>
  spawnSync('test', ['-x', place], { uid, gid }).status === 0

/** The topmost directory on the way to `place` that the user cannot enter; undefined if none. */
const barrier = (place: string, ids: Ids): string | undefined => {
  const whole = path.resolve(place)
  const parent = path.dirname(whole)
  const above = parent === whole ? undefined : barrier(parent, ids)
  return above ?? (canReach(whole, ids) ? undefined : whole)
}

/**
 * PostgreSQL refuses to run as root. In a user namespace it sees another user while its files stay
 * root's, which also works below directories that others cannot enter. Without namespaces it runs
 * as `postgres` or `nobody`, if they can enter every directory above `dataDir`; that one is opened
 * for passing through, not for listing. Throws `DatabaseUnusable`, saying what to do, when neither
 * is possible.
 */
export function chooseRunner(
  dataDir: string,
  { unshare = 'unshare', isRoot = process.getuid?.() === 0 } = {},
): Runner {
  if (!isRoot) return { prefix: [] }
  const prefix = [unshare, '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status === 0) return { prefix }
  const barriers = new Set<string>()
  for (const ids of USERS.flatMap((user) => idsOf(user) ?? [])) {
    const closed = barrier(dataDir, ids)
    if (closed === path.resolve(dataDir)) {
      // Its contents stay private by their own modes.
      fs.chmodSync(closed, (fs.statSync(closed).mode & 0o7777) | 0o111)
    }
    if (closed === undefined || canReach(dataDir, ids)) return { prefix: [], ...ids }
    barriers.add(closed)
  }
  throw new DatabaseUnusable(
    `PostgreSQL does not run as root, and here neither user namespaces nor the users ${USERS.join(' and ')} can be used` +
      (barriers.size ? `: they cannot enter ${[...barriers].join(' and ')}. ` : '. ') +
      'Start the server as an ordinary user, set DATA_DIR to a directory that others may enter, or set DATABASE_URL to a PostgreSQL server. Nothing was changed.',
  )
}

/**
 * Gives a file, or a directory with everything below, to the user that PostgreSQL runs as: an
 * earlier start may have run it as another. The directory itself comes last, so that a change that
 * was cut off is repeated.
 */
export function own(place: string, { uid, gid }: Runner): void {
  if (process.getuid?.() !== 0) return
  const stat = fs.statSync(place)
  if (stat.uid === (uid ?? 0)) return
  const below = stat.isDirectory()
    ? fs.readdirSync(place, { recursive: true, encoding: 'utf8' })
    : []
  for (const name of [...below, '']) fs.lchownSync(path.join(place, name), uid ?? 0, gid ?? 0)
}
