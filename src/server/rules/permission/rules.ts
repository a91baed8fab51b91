/**
 * Permission keys as records: generated from the schemas, so nobody writes them and they have no
 * history.
 */
import { v5 as uuidv5 } from 'uuid'
import { historyKey } from '#schemas/define/historyKey.ts'
import { noteKey } from '#schemas/define/noteKey.ts'
import { revealKey } from '#schemas/define/revealKey.ts'
import { keysOf, systemKeys, type Action } from '#schemas/define/permissions.ts'
import { own } from '#schemas/define/own.ts'
import { words } from '#schemas/define/words.ts'
import { searchText } from '#model/fold.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Query } from '../../database/query.ts'

const NAMESPACE = '6f0b7c1e-3d52-5d0a-9b7e-2c8f1a4e7d90'
const ACTIONS: Readonly<Record<Action, string>> = {
  list: 'List',
  read: 'Read',
  create: 'Add',
  update: 'Change',
  delete: 'Move to the trash',
  purge: 'Delete permanently',
  export: 'Export',
  import: 'Import',
  undo: 'Undo what others did',
}

type PermissionRow = {
  readonly id: string
  readonly key: string
  readonly label: string
  readonly entity: string
  readonly kind: 'action' | 'field' | 'transition'
}

const rowOf = (
  key: string,
  label: string,
  entity: string,
  kind: PermissionRow['kind'],
): PermissionRow => ({ id: uuidv5(key, NAMESPACE), key, label, entity, kind })

const describe = (resource: ResourceModel, key: string): PermissionRow => {
  const {
    entity,
    label: { many },
  } = resource
  const [, second = '', third = '', fourth = ''] = key.split('.')
  if (second === 'field' && third) {
    return rowOf(
      key,
      `${many}: ${fourth === 'read' ? 'see' : 'change'} “${resource.fields.find((f) => f.name === third)?.label ?? third}”`,
      entity,
      'field',
    )
  }
  if (second === 'transition' && third) {
    return rowOf(
      key,
      `${many}: make ${resource.states.find((s) => s.value === third)?.label.toLowerCase() ?? third}`,
      entity,
      'transition',
    )
  }
  if (key === historyKey(entity)) {
    return rowOf(key, `${many}: import the history of another system`, entity, 'action')
  }
  if (key === noteKey(entity)) return rowOf(key, `${many}: write notes`, entity, 'action')
  if (key === revealKey(entity)) {
    return rowOf(key, `${many}: reveal sensitive values`, entity, 'action')
  }
  return rowOf(
    key,
    `${many}: ${(ACTIONS[second as Action] ?? resource.actions.find((a) => a.name === second)?.label ?? words(second)).toLowerCase()}`,
    entity,
    'action',
  )
}

/** One row per permission key. The same key always has the same id. */
export const permissionRows = (model: Model): PermissionRow[] => [
  ...model.resources.flatMap((r) => keysOf(r).map((key) => describe(r, key))),
  ...systemKeys.map((key) => {
    const [entity = '', action = ''] = key.split('.')
    return rowOf(key, `${words(entity)}: ${words(action).toLowerCase()}`, entity, 'action')
  }),
]

/**
 * Syncs the stored list with the schemas: adds new keys, removes obsolete ones, leaves the rest
 * untouched. Safe to run in several processes at once.
 */
export const syncPermissions = async (db: { query: Query }, model: Model): Promise<void> => {
  const resource = model.resources.find((r) => r.entity === 'permission')
  if (!resource) return
  const rows = permissionRows(model)
    .map((row) => ({
      ...row,
      search: searchText(resource.list.search.map((name) => own(row, name) ?? null)),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const given = JSON.stringify(rows)
  const bring = () =>
    db.query(
      `INSERT INTO permissions AS p (id, version, created_at, updated_at, search, key, label, entity, kind)
     SELECT s.id, 1, now(), now(), s.search, s.key, s.label, s.entity, s.kind FROM json_populate_recordset(NULL::permissions, $1::json) s ORDER BY s.id
     ON CONFLICT (id) DO UPDATE SET label = excluded.label, search = excluded.search, entity = excluded.entity, kind = excluded.kind, updated_at = now(), version = p.version + 1
     WHERE (p.label, p.search, p.entity, p.kind) IS DISTINCT FROM (excluded.label, excluded.search, excluded.entity, excluded.kind)`,
      [given],
    )
  // When another process adds the same key at the same moment, the unique index of keys may fail
  // before that of ids; by then the row exists.
  await bring().catch((error: unknown) => {
    if ((error as { code?: string }).code === '23505') return bring()
    throw error
  })
  await db.query('DELETE FROM permissions WHERE NOT id = ANY($1::uuid[])', [
    rows.map((row) => row.id),
  ])
}
