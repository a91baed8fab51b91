import { problem, type Check } from './problem.ts'
import { systemNames } from './permissions.ts'

/** Names under `/api` that are not collections (HTTP contract). */
export const reservedCollections = [
  'auth',
  'undo',
  'operations',
  'approvals',
  'jobs',
  'search',
  'events',
  'signals',
  'files',
  'me',
  'explain',
  'audit',
  'dashboard',
  'worklists',
  'views',
  'navigation',
  'organisation',
  'system',
  'health',
  'ready',
  'metrics',
  'openapi.json',
  'openapi',
  'config',
]
/** Paths reserved for the shell. */
const reservedPaths = ['/', '/auth', '/api', '/dashboard', '/settings', '/permission']

/** Checks the name of the collection. */
const checkCollection: Check = function* ({ key, def }, all) {
  const at = def.name || key
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(def.name)) {
    yield problem(
      'name.format',
      `${at}.name`,
      `"${def.name}" is not a collection name.`,
      'Use lower-case words joined by hyphens, plural: service-jobs.',
    )
  }
  if (reservedCollections.includes(def.name)) {
    yield problem(
      'name.reserved',
      `${at}.name`,
      `/api/${def.name} belongs to the server itself.`,
      'Choose another collection name.',
    )
  }
  if (all.some((o) => o.key !== key && o.def.name === def.name)) {
    yield problem(
      'name.duplicate',
      `${at}.name`,
      `Two entities are called "${def.name}".`,
      'Choose another collection name.',
    )
  }
}

const checkPermissionKey: Check = function* ({ key, def }, all) {
  const at = def.name || key
  if (!/^[a-z][A-Za-z0-9]*$/.test(def.permission)) {
    yield problem(
      'permission.format',
      `${at}.permission`,
      `"${def.permission}" is not a permission key.`,
      'Use camelCase, singular: serviceJob.',
    )
  }
  if (all.some((o) => o.key !== key && o.def.permission === def.permission)) {
    yield problem(
      'permission.duplicate',
      `${at}.permission`,
      `Two entities share the permission key "${def.permission}".`,
      'Give each its own.',
    )
  }
  if (systemNames.includes(def.permission)) {
    yield problem(
      'permission.reserved',
      `${at}.permission`,
      `"${def.permission}" is the installation's own.`,
      'Choose another permission key.',
    )
  }
  if (def.permission !== key) {
    yield problem(
      'permission.index',
      `${at}.permission`,
      `The index names this entity "${key}", its permission key is "${def.permission}".`,
      'Use one name for both.',
    )
  }
}

const checkPaths: Check = function* ({ key, def }, all) {
  const at = def.name || key
  for (const [name, path] of [
    ['path', def.path],
    ['createPath', def.createPath],
  ] as const) {
    if (path === '') continue
    if (!/^\/[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(path)) {
      yield problem(
        'path.format',
        `${at}.${name}`,
        `"${path}" is not a path.`,
        'Start with / and use letters, digits, - and _.',
      )
    }
    if (reservedPaths.includes(path)) {
      yield problem(
        'path.reserved',
        `${at}.${name}`,
        `${path} belongs to the shell.`,
        'Choose another path.',
      )
    }
    if (all.some((o) => o.key !== key && (o.def.path === path || o.def.createPath === path))) {
      yield problem(
        'path.duplicate',
        `${at}.${name}`,
        `${path} leads to two screens.`,
        'Give each screen its own path.',
      )
    }
  }
}

/** Checks the entity's names: collection, permission key, paths, labels. */
export const checkNames: Check = function* (resource, all) {
  const { key, def } = resource
  yield* checkCollection(resource, all)
  yield* checkPermissionKey(resource, all)
  if (!def.label.one.trim() || !def.label.many.trim()) {
    yield problem(
      'label.empty',
      `${def.name || key}.label`,
      'A label is empty.',
      'Give the entity a singular and a plural label.',
    )
  }
  yield* checkPaths(resource, all)
}
