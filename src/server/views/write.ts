/** Saving and changing views. */
import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import { VIEW_DAYS, type SavedView, type ViewKind } from '#model/views.ts'
import type { Database, Tx } from '../database/pool.ts'
import type { Access } from '../permissions/types.ts'
import { forbidden, invalid, notFound, Problem } from '../base/problem.ts'
import { onBehalfOf } from '../permissions/access.ts'
import type { TxWriteContext } from '../store/write/unit.ts'
import { recordView } from './audit.ts'
import { checkedState, checkRoles, type NewView, type ViewChange } from './input.ts'
import { kinds, type SavedState } from './kinds.ts'
import {
  accountOf,
  requirePlace,
  requireRoom,
  requireShare,
  lockViews,
  takeDefaults,
} from './place.ts'
import { requireView } from './read.ts'
import { isMine, mayChange, placeOf, shownViews, type ViewRow } from './rows.ts'

export interface ViewWriteParts {
  readonly db: Database
  readonly model: Model
}

/** Runs a write of views in the caller's transaction, or in its own. */
export const writingViews = <T>(
  { db }: ViewWriteParts,
  { tx }: TxWriteContext,
  run: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const locked = async (inside: Tx): Promise<T> => {
    await lockViews(inside)
    return run(inside)
  }
  return tx ? locked(tx) : db.transaction(locked)
}

/** The view after a write, as its writer gets it. */
export const viewAfter = async (
  tx: Tx,
  { model }: ViewWriteParts,
  access: Access,
  row: ViewRow,
): Promise<SavedView<SavedState>> => {
  const [view] = await shownViews(tx.query, model, access, [row])
  if (!view) throw notFound('view')
  return view
}

/** 422 for defaults of what has none. */
const requireDefaults = (kind: ViewKind, defaultRoles: readonly string[]): void => {
  if (kind === 'list' || !defaultRoles.length) return
  const message = 'Only views of lists can be a default'
  throw invalid([{ path: 'defaultRoles', code: 'invalid_value', message }])
}

/**
 * Saves a view of a list, or a mapping of an import page, that the caller may open; sharing needs
 * `organisation.views`.
 */
export const createView = (
  parts: ViewWriteParts,
  context: TxWriteContext,
  given: NewView,
): Promise<SavedView<SavedState>> =>
  writingViews(parts, context, async (tx) => {
    const { access } = context
    const { model } = parts
    const account = accountOf(access)
    const { kind, collection, path, name, shared, roles, defaultRoles } = given
    const resource = placeOf(model, access, given)
    if (!resource) {
      throw invalid([
        { path: 'collection', code: 'unknown_name', message: 'There is no such list' },
      ])
    }
    if (shared) requireShare(access)
    else if (roles.length || defaultRoles.length) {
      throw invalid([{ path: 'shared', code: 'required', message: 'Only a shared view has roles' }])
    }
    requireDefaults(kind, defaultRoles)
    const state = checkedState(kind, resource, model, given.state, access)
    await checkRoles(tx, model, access, 'roles', roles)
    await checkRoles(tx, model, access, 'defaultRoles', defaultRoles)
    const place = { id: uuidv7(), kind, account, collection, path, name, shared }
    await requirePlace(tx, place, true)
    await tx.query(`DELETE FROM views WHERE deleted_at < now() - interval '${VIEW_DAYS} days'`)
    await requireRoom(tx, account)
    await tx.query(
      'INSERT INTO views (id, account_id, collection, path, name, state, shared, roles, default_roles, kind) VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10)',
      [
        place.id,
        account,
        collection,
        path,
        name,
        JSON.stringify(state),
        shared,
        roles,
        defaultRoles,
        kind,
      ],
    )
    await takeDefaults(tx, place, defaultRoles)
    if (shared) {
      const entry = { id: place.id, version: 1, action: 'create' }
      await recordView(tx, entry, undefined, { name, shared, roles, defaultRoles, state }, context)
    }
    const row = await requireView({ query: tx.query, model }, access, place.id)
    return viewAfter(tx, parts, access, row)
  })

/**
 * The row to change; 404 for one the caller may not see, 403 for one they may not change, 412 with
 * `current` for another version.
 */
export const requireChange = async (
  tx: Tx,
  parts: ViewWriteParts,
  access: Access,
  asked: { readonly id: string; readonly version: number; readonly deleted?: boolean },
): Promise<ViewRow> => {
  accountOf(access)
  const from = { query: tx.query, model: parts.model }
  const row = await requireView(from, access, asked.id, { deleted: asked.deleted ?? false })
  if (!mayChange(row, access)) throw forbidden()
  if (row.version === asked.version) return row
  throw new Problem(
    412,
    'stale_version',
    'This view was changed in the meantime. Review the latest version and try again.',
    { members: { current: await viewAfter(tx, parts, access, row) } },
  )
}

/** 409 when replacing the state would lose parts that only others see. */
const requireWhole = (model: Model, row: ViewRow, access: Access): void => {
  const resource = placeOf(model, access, row)!
  const missing = (reader: Access, mine: boolean): number =>
    kinds[row.kind].cut(resource, model, row.state, { access: reader, mine }).missing.length
  if (missing(access, isMine(row, access)) === missing(onBehalfOf(access.actor), true)) return
  throw new Problem(409, 'hidden_parts', kinds[row.kind].hiddenParts)
}

const valuesOf = (row: ViewRow, change: ViewChange) => {
  const shared = change.shared ?? row.shared
  return {
    name: change.name ?? row.name,
    state: row.state,
    shared,
    roles: shared ? (change.roles ?? row.roles) : [],
    defaultRoles: shared ? (change.defaultRoles ?? row.default_roles) : [],
  }
}

type Values = ReturnType<typeof valuesOf>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** True when more or other people would see the view, or open the list with it. */
const spreads = (before: Values, after: Values): boolean =>
  after.shared &&
  !(
    before.shared &&
    same(after.roles, before.roles) &&
    same(after.defaultRoles, before.defaultRoles)
  )

/** Changes some parts of a view. Who it is shared with, and defaults, need `organisation.views`. */
export const changeView = (
  parts: ViewWriteParts,
  context: TxWriteContext,
  asked: { readonly id: string; readonly version: number },
  change: ViewChange,
): Promise<SavedView<SavedState>> =>
  writingViews(parts, context, async (tx) => {
    const { access } = context
    const { model } = parts
    const row = await requireChange(tx, parts, access, asked)
    const before = valuesOf(row, {})
    const after = valuesOf(row, change)
    if (change.state !== undefined) {
      requireWhole(model, row, access)
      const resource = placeOf(model, access, row)!
      after.state = checkedState(row.kind, resource, model, change.state, access)
    }
    requireDefaults(row.kind, after.defaultRoles)
    if (spreads(before, after)) {
      requireShare(access)
      await checkRoles(tx, model, access, 'roles', change.roles ?? [])
      await checkRoles(tx, model, access, 'defaultRoles', change.defaultRoles ?? [])
    }
    // A view without an owner becomes that of the person who stops sharing it.
    const account = row.account_id ?? (after.shared ? null : accountOf(access))
    const place = { ...row, ...after, account }
    await requirePlace(tx, place, after.shared !== before.shared)
    await tx.query(
      'UPDATE views SET name = $2, state = $3::jsonb, shared = $4, roles = $5, default_roles = $6, account_id = $7, version = version + 1, updated_at = now() WHERE id = $1::uuid',
      [
        row.id,
        after.name,
        JSON.stringify(after.state),
        after.shared,
        after.roles,
        after.defaultRoles,
        account,
      ],
    )
    await takeDefaults(tx, place, after.defaultRoles)
    const version = row.version + 1
    if (before.shared || after.shared) {
      await recordView(tx, { id: row.id, version, action: 'update' }, before, after, context)
    }
    const { defaultRoles: default_roles, ...values } = after
    return viewAfter(tx, parts, access, {
      ...row,
      ...values,
      default_roles,
      account_id: account,
      version,
    })
  })
