import { keysOf } from '#schemas/define/permissions.ts'
import { renamesOf } from './schemaDiffFields.ts'
import { few, without } from './schemaDiffNames.ts'
import type { Say } from './schemaDiff.ts'
import type { ResourceModel } from './types.ts'

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

/** URLs of the pages. */
const diffRoutes = (say: Say, before: ResourceModel, after: ResourceModel): void => {
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
}

/** How the names of fields before relate to those of today. */
interface Names {
  readonly renames: ReadonlyMap<string, string>
  /** Names of today for names of before. */
  readonly here: (names: readonly string[]) => readonly string[]
  /** True for a field that still exists. */
  readonly exists: (name: string) => boolean
}

const namesOf = (before: ResourceModel, after: ResourceModel): Names => {
  const renames = renamesOf(before.fields, after.fields)
  return {
    renames,
    here: (names) => names.map((n) => renames.get(n) ?? n),
    exists: (name) =>
      after.fields.some((f) => f.name === name) || ['createdAt', 'updatedAt'].includes(name),
  }
}

type DiffList = (say: Say, before: ResourceModel, after: ResourceModel, names: Names) => void

/** Fields that views and links name: renamed or gone. */
const diffNames: DiffList = (say, before, after, { renames, exists }) => {
  const at = after.collection
  for (const [old, name] of renames) {
    say(
      'breaking',
      'view',
      `${at}.${name}`,
      `saved views and links that show, filter or sort by ${old} leave it out`,
    )
  }
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
}

const diffColumns: DiffList = (say, before, after, { here, exists }) => {
  const at = after.collection
  for (const name of without(here(before.list.columns), after.list.columns).filter(exists)) {
    say(
      'safe',
      'view',
      `${at}.${name}`,
      'is no longer a column by default; views that chose it keep it',
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
}

/** What a list can be sorted and filtered by. */
const diffChoices: DiffList = (say, before, after, { here, exists }) => {
  const at = after.collection
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
      'is no longer a quick filter: saved views and links that filter by it show all rows',
    )
  }
  for (const name of without(after.list.filters, here(before.list.filters))) {
    say('safe', 'view', `${at}.${name}`, 'is a new quick filter')
  }
}

/** The usual order, and the fields that the search covers. */
const diffOrderAndSearch: DiffList = (say, before, after, { here }) => {
  const at = after.collection
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

/** URLs of the pages, and the list parameters in saved views and links. */
export const diffScreens = (say: Say, before: ResourceModel, after: ResourceModel): void => {
  diffRoutes(say, before, after)
  const names = namesOf(before, after)
  for (const diff of [diffNames, diffColumns, diffChoices, diffOrderAndSearch]) {
    diff(say, before, after, names)
  }
}
