/** Saved views and mappings as rows, and as a reader gets them. */
import type { Model, ResourceModel } from '#model/types.ts'
import type { SavedView, ViewKind } from '#model/views.ts'
import type { Query } from '../database/query.ts'
import type { Access } from '../permissions/types.ts'
import { actorNames } from '../store/read/actors.ts'
import { kinds, type SavedState } from './kinds.ts'

/** The key that shares views and changes those that others shared; never a tenant's. */
export const SHARE = 'organisation.views'

/** One stored view. */
export interface ViewRow {
  readonly id: string
  readonly version: number
  readonly account_id: string | null
  /** The owner's person record and name. */
  readonly owner_id: string | null
  readonly owner_name: string | null
  readonly kind: ViewKind
  readonly collection: string
  readonly path: string
  readonly name: string
  readonly state: SavedState
  readonly shared: boolean
  readonly roles: readonly string[]
  readonly default_roles: readonly string[]
  readonly deleted: boolean
}

/** Select list of a `ViewRow`, over `FROM`. */
export const ROW = `v.id, v.version, v.account_id, u."personId" AS owner_id, u.name AS owner_name, v.kind, v.collection, v.path, v.name, v.state, v.shared, v.roles, v.default_roles, v.deleted_at IS NOT NULL AS deleted`
export const FROM = 'views v LEFT JOIN "user" u ON u.id = v.account_id'

/** The collection whose list or import page a caller may open; undefined for any other. */
export const placeOf = (
  model: Model,
  access: Access,
  { kind, collection }: { readonly kind: ViewKind; readonly collection: string },
): ResourceModel | undefined => {
  const resource = model.resources.find((r) => r.collection === collection)
  return resource && access.can(kinds[kind].key(resource)) ? resource : undefined
}

const overlap = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((one) => b.includes(one))

export const isMine = (row: ViewRow, { actor }: Access): boolean =>
  row.account_id !== null && row.account_id === actor.accountId

/**
 * True when the caller may see a view: their own, one shared with a role of theirs, or, for the own
 * staff, with everybody; and every shared one for those who may share. Always only of lists they
 * may open.
 */
export const maySee = (row: ViewRow, model: Model, access: Access): boolean =>
  placeOf(model, access, row) !== undefined &&
  (isMine(row, access) ||
    (row.shared &&
      (access.can(SHARE) ||
        (row.roles.length
          ? overlap(row.roles, access.actor.roleIds)
          : access.actor.tenant === null))))

/** True when the caller, who sees it, may change a view. */
export const mayChange = (row: ViewRow, access: Access): boolean =>
  isMine(row, access) || (row.shared && access.can(SHARE))

/** Views as the caller gets them, without the parts they may not see. */
export const shownViews = async (
  query: Query,
  model: Model,
  access: Access,
  rows: readonly ViewRow[],
): Promise<SavedView<SavedState>[]> => {
  const named = await actorNames(
    { query },
    model,
    access,
    rows.map((row) => row.owner_id),
  )
  return rows.flatMap((row) => {
    const resource = placeOf(model, access, row)
    if (!resource) return []
    const mine = isMine(row, access)
    const { state, missing } = kinds[row.kind].cut(resource, model, row.state, { access, mine })
    const changes = mayChange(row, access)
    return [
      {
        id: row.id,
        version: row.version,
        kind: row.kind,
        collection: row.collection,
        path: row.path,
        name: row.name,
        state,
        missing: missing.length,
        shared: row.shared,
        mine,
        mayChange: changes,
        owner: named({ id: row.owner_id, name: row.owner_name }),
        roles: changes ? row.roles : [],
        defaultRoles: changes ? row.default_roles : [],
        roleDefault: row.shared && overlap(row.default_roles, access.actor.roleIds),
      },
    ]
  })
}
