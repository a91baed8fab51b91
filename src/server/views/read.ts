/** Reading saved views: what a caller may see of them. */
import { MAX_OWN_VIEWS, MAX_SHARED_VIEWS, type SavedView, type ViewKind } from '#model/views.ts'
import type { Model } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { notFound } from '../base/problem.ts'
import type { SavedState } from './kinds.ts'
import { FROM, maySee, ROW, shownViews, type ViewRow } from './rows.ts'

export interface ViewParts {
  readonly query: Query
  readonly model: Model
}

/** Which views: those of a list or an import page, or these ids. */
export type ViewsQuery =
  | { readonly kind: ViewKind; readonly collection: string; readonly path: string }
  | { readonly ids: readonly string[] }

/** The caller's views and those shared with them, by name. Views they may not see are left out. */
export const visibleViews = async (
  { query, model }: ViewParts,
  access: Access,
  asked: ViewsQuery,
): Promise<SavedView<SavedState>[]> => {
  const mine = access.actor.accountId
  const [where, values] =
    'ids' in asked
      ? ['v.id = ANY($2::uuid[])', [mine, asked.ids]]
      : [
          'v.collection = $2 AND v.path = $3 AND v.kind = $4',
          [mine, asked.collection, asked.path, asked.kind],
        ]
  const { rows } = await query<ViewRow>(
    `SELECT ${ROW} FROM ${FROM} WHERE v.deleted_at IS NULL AND (v.account_id = $1 OR v.shared) AND ${where} ORDER BY lower(v.name), v.id LIMIT ${MAX_OWN_VIEWS + 2 * MAX_SHARED_VIEWS}`,
    values,
  )
  const seen = rows.filter((row) => maySee(row, model, access))
  return shownViews(query, model, access, seen)
}

/** One row the caller may see, locked for `change`; 404 otherwise. Deleted ones on request. */
export const requireView = async (
  { query, model }: ViewParts,
  access: Access,
  id: string,
  { change = false, deleted = false } = {},
): Promise<ViewRow> => {
  const {
    rows: [row],
  } = await query<ViewRow>(
    `SELECT ${ROW} FROM ${FROM} WHERE v.id = $1::uuid${change ? ' FOR UPDATE OF v' : ''}`,
    [id],
  )
  if (!row || row.deleted !== deleted || !maySee(row, model, access)) {
    throw notFound('view')
  }
  return row
}

/** One view as the caller gets it; 404 for one they may not see. */
export const visibleView = async (
  parts: ViewParts,
  access: Access,
  id: string,
): Promise<SavedView<SavedState>> => {
  const [view] = await shownViews(parts.query, parts.model, access, [
    await requireView(parts, access, id),
  ])
  if (!view) throw notFound('view')
  return view
}
