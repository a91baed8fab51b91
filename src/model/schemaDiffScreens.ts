import { keysOf } from '#schemas/define/permissions.ts'
import { diffFields, renamesOf } from './schemaDiffFields.ts'
import type { Say } from './schemaDiff.ts'
import type { ResourceModel } from './types.ts'

const few = (names: readonly string[]): string =>
  names.length > 6
    ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`
    : names.join(', ')
const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((n) => !others.includes(n))

/** Transitions, actions and PDF documents: what can be called on a record. */
export const diffActions = (say: Say, before: ResourceModel, after: ResourceModel): void => {
  const at = after.collection
  if (before.initial !== after.initial && before.initial && after.initial) {
    say(
      'breaking',
      'api',
      `${at}.state`,
      `new records begin as "${after.initial}" instead of "${before.initial}"`,
    )
  }
  const described = (t: { from: string; name: string }) => `${t.from} → ${t.name}`
  const [old, current] = [before.transitions.map(described), after.transitions.map(described)]
  const gone = without(old, current)
  const added = without(current, old)
  if (gone.length) say('breaking', 'api', `${at}.state`, `can no longer go ${few(gone)}`)
  if (added.length && before.states.length) {
    say('safe', 'api', `${at}.state`, `can now go ${few(added)}`)
  }
  for (const target of new Set(
    after.transitions
      .filter(
        (t) =>
          t.reason && before.transitions.some((b) => described(b) === described(t) && !b.reason),
      )
      .map((t) => t.name),
  )) {
    say('breaking', 'api', `${at}.state`, `asks for a reason on the way to "${target}"`)
  }
  for (const action of before.actions ?? []) {
    const now = after.actions.find((a) => a.name === action.name)
    if (!now) {
      say('breaking', 'api', `${at}.actions.${action.name}`, 'is gone')
      continue
    }
    diffFields(say, `${at}.actions.${action.name}`, action.fields, now.fields, 'input')
    const everywhere = after.states.map((s) => s.value)
    const lost = without(
      action.from.length ? action.from : everywhere,
      now.from.length ? now.from : everywhere,
    ).filter((s) => everywhere.includes(s))
    if (lost.length) {
      say(
        'breaking',
        'api',
        `${at}.actions.${action.name}`,
        `can no longer be taken in ${few(lost)}`,
      )
    }
  }
  for (const name of without(
    after.actions.map((a) => a.name),
    (before.actions ?? []).map((a) => a.name),
  )) {
    say('safe', 'api', `${at}.actions.${name}`, 'is new')
  }
  const names = (r: ResourceModel) => (r.documents ?? []).map((d) => d.name)
  for (const name of without(names(before), names(after))) {
    say('breaking', 'api', `${at}.documents.${name}`, 'is gone')
  }
  for (const name of without(names(after), names(before))) {
    say('safe', 'api', `${at}.documents.${name}`, 'is new')
  }
  if (before.appendOnly !== after.appendOnly) {
    say(
      after.appendOnly ? 'breaking' : 'safe',
      'api',
      at,
      after.appendOnly
        ? 'rows can no longer be changed or deleted'
        : 'rows can be changed and deleted',
    )
  }
  if (before.readOnly !== after.readOnly) {
    say(
      after.readOnly ? 'breaking' : 'safe',
      'api',
      at,
      after.readOnly ? 'rows are made by the server alone' : 'rows can be made by clients',
    )
  }
}

/** Unique field sets. */
export const diffUnique = (say: Say, before: ResourceModel, after: ResourceModel): void => {
  const renames = renamesOf(before.fields, after.fields)
  const set = (names: readonly string[]) => names.map((n) => renames.get(n) ?? n).join(' + ')
  const [old, now] = [before.unique.map(set), after.unique.map((names) => names.join(' + '))]
  for (const names of without(now, old)) {
    say(
      'breaking',
      'api',
      `${after.collection}.${names}`,
      'must be unique: calls that repeat one are refused',
    )
    if (
      names
        .split(' + ')
        .some((n) => before.fields.some((f) => f.name === n || renames.get(f.name) === n))
    ) {
      say(
        'backfill',
        'table',
        `${after.collection}.${names}`,
        'rows that agree make the migration fail; make them differ first',
      )
    }
  }
  for (const names of without(old, now)) {
    say('safe', 'api', `${after.collection}.${names}`, 'need not be unique any more')
  }
}

/** Permission keys, and the rows visible to staff of a tenant. */
export const diffPermissions = (say: Say, before: ResourceModel, after: ResourceModel): void => {
  const keys = (r: ResourceModel) => keysOf({ ...r, actions: r.actions ?? [] })
  const gone = without(keys(before), keys(after))
  const fresh = without(keys(after), keys(before))
  if (gone.length) {
    say(
      'breaking',
      'permission',
      after.entity,
      `keys are gone, and roles that name them, allowing or denying, no longer do anything by it: ${few(gone)}`,
    )
  }
  if (fresh.length) {
    say(
      'safe',
      'permission',
      after.entity,
      `new keys, held by roles whose patterns cover them: ${few(fresh)}`,
    )
  }
  if (JSON.stringify(before.scope) !== JSON.stringify(after.scope)) {
    say(
      'breaking',
      'permission',
      `${after.collection}.scope`,
      `staff of a tenant see other rows: ${JSON.stringify(before.scope ?? 'none')} → ${JSON.stringify(after.scope ?? 'none')}`,
    )
  }
}

/** URLs of the pages, and the list parameters in saved views and links. */
export const diffScreens = (say: Say, before: ResourceModel, after: ResourceModel): void => {
  const at = after.collection
  for (const place of ['path', 'createPath'] as const) {
    if (before[place] === after[place]) continue
    if (before[place]) {
      say(
        'breaking',
        'route',
        `${at}.${place}`,
        `${before[place]} is gone${after[place] ? `, ${after[place]} takes its place` : ''}: links, bookmarks and menu entries that lead there find nothing`,
      )
    } else say('safe', 'route', `${at}.${place}`, `${after[place]} is new`)
  }
  const renames = renamesOf(before.fields, after.fields)
  for (const [old, name] of renames) {
    say(
      'breaking',
      'view',
      `${at}.${name}`,
      `saved views and links that show, filter or sort by ${old} leave it out`,
    )
  }
  const here = (names: readonly string[]) => names.map((n) => renames.get(n) ?? n)
  const exists = (name: string) =>
    after.fields.some((f) => f.name === name) || ['createdAt', 'updatedAt'].includes(name)
  for (const name of before.fields
    .map((f) => f.name)
    .filter((n) => !renames.has(n) && !exists(n))) {
    say(
      'breaking',
      'view',
      `${at}.${name}`,
      'saved views and links that show, filter or sort by it leave it out',
    )
  }
  for (const name of without(here(before.list.columns), after.list.columns).filter(exists)) {
    say(
      'safe',
      'view',
      `${at}.${name}`,
      'is no column of its own accord any more; views that chose it keep it',
    )
  }
  for (const name of without(after.list.columns, here(before.list.columns))) {
    say(
      'safe',
      'view',
      `${at}.${name}`,
      'is a new column; views that chose their columns keep theirs',
    )
  }
  for (const name of without(here(before.list.sortable), after.list.sortable).filter(exists)) {
    say(
      'breaking',
      'view',
      `${at}.${name}`,
      'no longer sorts the list: saved views and links that sort by it come in the usual order',
    )
  }
  for (const name of without(here(before.list.filters), after.list.filters).filter(exists)) {
    say(
      'breaking',
      'view',
      `${at}.${name}`,
      'is no quick filter any more: saved views and links that filter by it show all rows',
    )
  }
  for (const name of without(after.list.filters, here(before.list.filters))) {
    say('safe', 'view', `${at}.${name}`, 'is a new quick filter')
  }
  if (
    here([before.list.sort.replace(/^-/, '')])[0] !== after.list.sort.replace(/^-/, '') ||
    before.list.sort.startsWith('-') !== after.list.sort.startsWith('-')
  ) {
    say('safe', 'view', at, `is sorted by ${after.list.sort} instead of ${before.list.sort}`)
  }
  if (here(before.list.search).join() !== after.list.search.join()) {
    say(
      'backfill',
      'table',
      `${at}.search`,
      `is looked through by ${after.list.search.join(', ')} instead of ${before.list.search.join(', ')}; rows there are when they are saved again`,
    )
  }
}
