/** Contents of the matrix: every permission key with its label. Pure. */
import { approvalKeys } from '#schemas/define/approvals.ts'
import { historyKey } from '#schemas/define/historyKey.ts'
import { noteKey } from '#schemas/define/noteKey.ts'
import { revealKey } from '#schemas/define/revealKey.ts'
import { actions, keysOf, systemKeys, type Action } from '#schemas/define/permissions.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { label, t, type TextKey } from '#ui/i18n.ts'

/** A key with its label. */
export interface KeyItem {
  readonly key: string
  readonly label: string
}
/** A field with its read and write keys; without `write`, it is read-only. */
export interface FieldItem {
  readonly name: string
  readonly label: string
  readonly read: string
  readonly write?: string
}

/** A line of the matrix. */
export interface Line {
  readonly entity: string
  readonly label: string
  readonly group: string
  /** Undefined for lines of the installation. */
  readonly resource?: ResourceModel
  /** Key of each action; null when the entity has no such action. */
  readonly actions: Readonly<Record<Action, string | null>>
  readonly own: readonly KeyItem[]
  readonly fields: readonly FieldItem[]
  readonly transitions: readonly KeyItem[]
  /** All keys that can be granted here. */
  readonly keys: readonly string[]
}

export const actionText: Readonly<Record<Action, TextKey>> = {
  list: 'permission.list',
  read: 'permission.read',
  create: 'permission.create',
  update: 'permission.update',
  delete: 'permission.delete',
  purge: 'permission.purge',
  export: 'permission.export',
  import: 'permission.import',
  undo: 'permission.undo',
}
const systemText: Readonly<Record<(typeof systemKeys)[number], TextKey>> = {
  'organisation.update': 'permission.organisationUpdate',
  'organisation.views': 'permission.organisationViews',
  'system.audit': 'permission.systemAudit',
  'system.status': 'permission.systemStatus',
  'system.backup': 'permission.systemBackup',
}
const approvalText: Readonly<Record<(typeof approvalKeys)[number], TextKey>> = {
  approve: 'permission.approve',
  override: 'permission.override',
}

const CHANGING: readonly Action[] = ['update', 'delete', 'purge']
const has = (resource: ResourceModel, action: Action): boolean =>
  !(resource.appendOnly && CHANGING.includes(action)) &&
  !(resource.readOnly && (action === 'create' || action === 'import'))

const lineOf = (resource: ResourceModel): Line => {
  const { entity } = resource
  const keys = Object.fromEntries(
    actions.map((a) => [a, has(resource, a) ? `${entity}.${a}` : null]),
  ) as Line['actions']
  const own = [
    ...resource.actions.map((a) => ({ key: `${entity}.${a.name}`, label: label(a.label) })),
    ...(has(resource, 'import')
      ? [{ key: historyKey(entity), label: t('permission.importHistory') }]
      : []),
    { key: noteKey(entity), label: t('permission.note') },
    ...(resource.fields.some((f) => f.sensitive)
      ? [{ key: revealKey(entity), label: t('permission.reveal') }]
      : []),
    ...(resource.approvals
      ? approvalKeys.map((name) => ({ key: `${entity}.${name}`, label: t(approvalText[name]) }))
      : []),
  ]
  const fields = resource.fields.map((f): FieldItem => ({
    name: f.name,
    label: label(f.label),
    read: `${entity}.field.${f.name}.read`,
    ...(f.derived || f.kind === 'state' || resource.readOnly
      ? {}
      : { write: `${entity}.field.${f.name}.write` }),
  }))
  const reached = new Set(resource.transitions.map((transition) => transition.name))
  const transitions = resource.states
    .filter((s) => reached.has(s.value))
    .map((s) => ({ key: `${entity}.transition.${s.value}`, label: label(s.label) }))
  return {
    entity,
    resource,
    own,
    fields,
    transitions,
    actions: keys,
    label: label(resource.label.many),
    group: label(resource.nav.group),
    keys: [
      ...Object.values(keys).filter((k) => k !== null),
      ...own.map((i) => i.key),
      ...fields.flatMap((f) => (f.write ? [f.read, f.write] : [f.read])),
      ...transitions.map((i) => i.key),
    ],
  }
}

const none = Object.fromEntries(actions.map((a) => [a, null])) as Line['actions']
const systemLine = (): Line => ({
  entity: '',
  label: t('permission.installation'),
  group: t('permission.installationGroup'),
  actions: none,
  fields: [],
  transitions: [],
  keys: systemKeys,
  own: systemKeys.map((key) => ({ key, label: t(systemText[key]) })),
})

/** All lines in navigation order, grouped; the installation comes last. */
export const linesOf = (model: Model): readonly Line[] => {
  const lines = model.resources.map(lineOf)
  // Entities without a page follow those of the navigation.
  const paged = (group: string) => lines.some((line) => line.group === group && line.resource?.path)
  const groups = [...new Set(lines.map((line) => line.group))].sort(
    (a, b) => Number(paged(b)) - Number(paged(a)),
  )
  return [...groups.flatMap((group) => lines.filter((line) => line.group === group)), systemLine()]
}

/** All keys a role can grant. */
export const universeOf = (model: Model): readonly string[] => [
  ...model.resources.flatMap(keysOf),
  ...systemKeys,
]

/** Text for a key: what it allows, and on what. */
export const wordsOf = (
  lines: readonly Line[],
): ReadonlyMap<string, { readonly line: Line; readonly label: string }> =>
  new Map(
    lines.flatMap((line) => [
      ...actions.flatMap((a) => {
        const key = line.actions[a]
        return key ? [[key, { line, label: t(actionText[a]) }] as const] : []
      }),
      ...line.own.map((i) => [i.key, { line, label: i.label }] as const),
      ...line.fields.flatMap((f) => [
        [f.read, { line, label: t('permission.readsField', { field: f.label }) }] as const,
        ...(f.write
          ? [[f.write, { line, label: t('permission.writesField', { field: f.label }) }] as const]
          : []),
      ]),
      ...line.transitions.map(
        (i) => [i.key, { line, label: t('permission.movesTo', { state: i.label }) }] as const,
      ),
    ]),
  )

/** Lines that match the search: by entity, key, field or state. */
export const matching = (lines: readonly Line[], search: string): readonly Line[] => {
  const wanted = search.trim().toLocaleLowerCase()
  if (!wanted) return lines
  return lines.filter((line) =>
    [
      line.label,
      line.group,
      ...line.keys,
      ...line.own.map((i) => i.label),
      ...line.fields.map((f) => f.label),
      ...line.transitions.map((i) => i.label),
    ].some((text) => text.toLocaleLowerCase().includes(wanted)),
  )
}

/**
 * Keys that a tick sets: with the first of List and Read come the fields, since a record without
 * fields shows nothing.
 */
export const tickedKeys = (
  { actions: { list, read }, fields }: Pick<Line, 'actions' | 'fields'>,
  key: string,
  { has, may }: { has: (key: string) => boolean; may: (key: string) => boolean },
): readonly string[] =>
  (key === list || key === read) && !fields.some((f) => has(f.read))
    ? [key, ...fields.map((f) => f.read).filter(may)]
    : [key]

/** True when records are listed or read without a single field. */
export const showsNothing = (
  { actions: { list, read }, fields }: Pick<Line, 'actions' | 'fields'>,
  has: (key: string) => boolean,
): boolean =>
  fields.length > 0 &&
  [list, read].some((key) => key !== null && has(key)) &&
  !fields.some((f) => has(f.read))
