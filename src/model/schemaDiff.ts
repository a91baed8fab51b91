import { diffFields } from './schemaDiffFields.ts'
import { diffActions } from './schemaDiffActions.ts'
import { diffPermissions, diffScreens, diffUnique } from './schemaDiffScreens.ts'
import type { Model, ResourceModel } from './types.ts'

/**
 * `backfill`: nothing breaks, but existing rows need a value or a check. `breaking`: something that
 * worked before no longer does.
 */
export type Severity = 'safe' | 'backfill' | 'breaking'

/** What is affected: calls, the database, grants of roles, URLs of pages, saved lists of people. */
export type Area = 'api' | 'table' | 'permission' | 'route' | 'view'

/** One consequence. `at` is a place such as `books.genre`; `message` continues it as a sentence. */
export interface ModelChange {
  readonly severity: Severity
  readonly area: Area
  readonly at: string
  readonly message: string
}

/** Reports one consequence. */
export type Say = (severity: Severity, area: Area, at: string, message: string) => void

const added = (say: Say, { collection, entity, path, table }: ResourceModel): void => {
  say('safe', 'api', collection, 'is new')
  say('safe', 'table', collection, `is the new table ${table}`)
  say('safe', 'permission', entity, `has the new keys ${entity}.*`)
  if (path) say('safe', 'route', collection, `${path} is new`)
}

const removed = (say: Say, { collection, entity, path, table }: ResourceModel): void => {
  say('breaking', 'api', collection, 'is gone with all its calls')
  say(
    'breaking',
    'table',
    collection,
    `the table ${table} is dropped with its rows (npm run generate -- --allow-destructive)`,
  )
  say('breaking', 'permission', entity, `all keys ${entity}.* are gone`)
  if (path) {
    say(
      'breaking',
      'route',
      collection,
      `${path} is gone: links, bookmarks and menu entries that lead there find nothing`,
    )
  }
  say('breaking', 'view', collection, 'its saved views are gone')
}

/**
 * Effects of changing one model to another on API, tables, permissions, routes and saved views, in
 * the order of the resources. Empty when none of these change. Compares only the model, not rules
 * in code. Resources match by collection, or by entity if the collection was renamed.
 */
export const diffModels = (before: Model, after: Model): ModelChange[] => {
  const changes: ModelChange[] = []
  const say: Say = (severity, area, at, message) => changes.push({ severity, area, at, message })
  const taken = new Set<ResourceModel>()
  for (const now of after.resources) {
    const old =
      before.resources.find((r) => r.collection === now.collection) ??
      before.resources.find(
        (r) =>
          r.entity === now.entity && !after.resources.some((a) => a.collection === r.collection),
      )
    if (!old) {
      added(say, now)
      continue
    }
    taken.add(old)
    if (old.collection !== now.collection) {
      say(
        'breaking',
        'api',
        now.collection,
        `was called ${old.collection}: calls of the former name find nothing`,
      )
      say(
        'breaking',
        'table',
        now.collection,
        `is the new table ${now.table}; ${old.table} is dropped with its rows`,
      )
      say('breaking', 'view', now.collection, `saved views of ${old.collection} are gone`)
    }
    diffFields(say, now.collection, old.fields, now.fields)
    for (const part of [diffUnique, diffActions, diffPermissions, diffScreens]) part(say, old, now)
  }
  for (const old of before.resources) if (!taken.has(old)) removed(say, old)
  return changes
}
