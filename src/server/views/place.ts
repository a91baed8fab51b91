/** Rules of one list's views: limits, names, defaults of roles, and who writes when. */
import { say } from '#model/message.ts'
import { MAX_OWN_VIEWS, MAX_SHARED_VIEWS, MAX_VIEWS_OF_PERSON } from '#model/views.ts'
import type { Tx } from '../database/pool.ts'
import type { Access } from '../permissions/types.ts'
import { forbidden, invalid, Problem } from '../base/problem.ts'
import { SHARE, type ViewRow } from './rows.ts'

/** What decides where a view is listed, and under which name. */
export type Place = Pick<ViewRow, 'id' | 'kind' | 'collection' | 'path' | 'name' | 'shared'> & {
  readonly account: string | null
}

/** Views are written one at a time: two requests cannot exceed a limit or take a name together. */
export const lockViews = (tx: Tx) =>
  tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', ['views'])

/** 409 beyond the list's limit when the view is `added` there; 422 for a name in use. */
export const requirePlace = async (tx: Tx, view: Place, added: boolean): Promise<void> => {
  const { rows } = await tx.query<{ n: number; same: boolean | null }>(
    `SELECT count(*)::int AS n, bool_or(lower(name) = lower($6)) AS same FROM views
WHERE collection = $1 AND path = $2 AND shared = $3 AND ($3 OR account_id = $4) AND id <> $5::uuid AND kind = $7 AND deleted_at IS NULL`,
    [view.collection, view.path, view.shared, view.account, view.id, view.name, view.kind],
  )
  const { n, same } = rows[0]!
  const most = view.shared ? MAX_SHARED_VIEWS : MAX_OWN_VIEWS
  if (added && n >= most) {
    throw new Problem(
      409,
      'too_many',
      say('A list has at most {{n}} views of this kind.', { n: most }),
    )
  }
  if (same) {
    throw invalid([
      { path: 'name', code: 'taken', message: 'A view of this list already has this name' },
    ])
  }
}

/**
 * 409 when a person keeps too many views, whatever lists they are for: names of pages are free, and a
 * deleted view is kept for a while.
 */
export const requireRoom = async (tx: Tx, account: string): Promise<void> => {
  const { rows } = await tx.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM views WHERE account_id = $1',
    [account],
  )
  if (rows[0]!.n < MAX_VIEWS_OF_PERSON) return
  throw new Problem(
    409,
    'too_many',
    say('You can keep at most {{n}} views, including those deleted lately.', {
      n: MAX_VIEWS_OF_PERSON,
    }),
  )
}

/** A role has one default per list: takes these roles from the list's other views. */
export const takeDefaults = async (
  tx: Tx,
  { id, collection, path }: Place,
  roles: readonly string[],
): Promise<void> => {
  if (!roles.length) return
  await tx.query(
    'UPDATE views SET default_roles = array(SELECT unnest(default_roles) EXCEPT SELECT unnest($4::uuid[])) WHERE collection = $1 AND path = $2 AND id <> $3::uuid AND default_roles && $4::uuid[]',
    [collection, path, id, roles],
  )
}

/** 403 for those who may not share views. */
export const requireShare = (access: Access): void => {
  if (!access.can(SHARE)) throw forbidden()
}

/** The account of a person; 403 for the system. */
export const accountOf = ({ actor }: Access): string => {
  if (actor.accountId === null || actor.kind === 'system') throw forbidden()
  return actor.accountId
}
