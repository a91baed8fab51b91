/** Generates `firestore.rules`: who may do what with the documents of each eligible resource. */
import { reservationPrefix, STANDARD } from '#model/documents/codec.ts'
import type { ResourceModel } from '#model/types.ts'
import { fieldCondition, ruleList, ruleText, UUID } from './ruleConditions.ts'

/** Maximum documents one request may read: the largest page, or a count that stops there. */
export const MOST_READ = 1001

/** One-letter codes of the permissions in a token. */
export const LETTERS = {
  list: 'l',
  read: 'r',
  create: 'c',
  update: 'u',
  delete: 'd',
  purge: 'p',
} as const

/** Converts a collection to a valid function name in the rules. */
const word = (collection: string): string => collection.replace(/[^A-Za-z0-9]/g, '_')

const hashOf = (resource: ResourceModel, at: string, fields: readonly string[]): string => {
  const one = (name: string) =>
    `hashing.sha256(${at}.${name}${resource.fields.find((f) => f.name === name)?.kind === 'email' ? '.lower()' : ''}).toHexString().lower()`
  return fields.length === 1
    ? one(fields[0]!)
    : `hashing.sha256(${fields.map(one).join(' + ')}).toHexString().lower()`
}

const documentsAt = '/databases/$(database)/documents'

/** Conditions that every reservation a live record needs is held by it after the request. */
const holds = (resource: ResourceModel): string[] =>
  resource.unique.map((fields) => {
    const empty = fields.map((name) => `d.${name} == null`).join(' || ')
    return `(${empty} || getAfter(${documentsAt}/unique/$(${ruleText(reservationPrefix(resource.collection, fields))} + ${hashOf(resource, 'd', fields)})).data.record == id)`
  })

const shapeOf = (resource: ResourceModel): string[] => {
  const names = [...resource.fields.map((f) => f.name), ...STANDARD]
  return [
    `d.keys().hasOnly(${ruleList(names)})`,
    `d.keys().hasAll(${ruleList(names)})`,
    ...resource.fields.map((f) => fieldCondition(`d.${f.name}`, f)),
  ]
}

const lines = (parts: readonly string[], indent: string): string => parts.join(`\n${indent}&& `)

const matchOf = (resource: ResourceModel): string => {
  const { collection } = resource
  const name = word(collection)
  const immutable = resource.fields.filter((f) => f.immutable).map((f) => f.name)
  const kept = ['createdAt', 'createdBy', ...immutable]
  const reserved = holds(resource)
  return `
    function ${name}Shape(d) {
      return ${lines(shapeOf(resource), '        ')};
    }
${
  reserved.length
    ? `    function ${name}Unique(database, d, id) {
      return ${lines(reserved, '        ')};
    }
`
    : ''
}    match /${collection}/{id} {
      allow get: if may('${collection}', '${LETTERS.read}');
      allow list: if may('${collection}', '${LETTERS.list}') && request.query.limit <= ${MOST_READ};
      allow create: if may('${collection}', '${LETTERS.create}') && id.matches(${ruleText(UUID)})
        && ${name}Shape(request.resource.data) && made(request.resource.data)${reserved.length ? ` && ${name}Unique(database, request.resource.data, id)` : ''};
      allow update: if ${name}Shape(request.resource.data) && changed(request.resource.data, resource.data)
        && !request.resource.data.diff(resource.data).affectedKeys().hasAny(${ruleList(kept)})
        && ((may('${collection}', '${LETTERS.update}') && edited(request.resource.data, resource.data))
          || (may('${collection}', '${LETTERS.delete}') && (trashed(request.resource.data, resource.data) || restored(request.resource.data, resource.data))))${
            reserved.length
              ? `
        && (request.resource.data.deleted || ${name}Unique(database, request.resource.data, id))`
              : ''
          };
      allow delete: if may('${collection}', '${LETTERS.purge}') && resource.data.deleted;
    }`
}

/**
 * Rules for who may reserve or release a unique value: only those who write its record in the same
 * request.
 */
const uniqueOf = (resources: readonly ResourceModel[]): string => {
  const sets = resources.flatMap((resource) =>
    resource.unique.map((fields) => ({
      resource,
      fields,
      prefix: reservationPrefix(resource.collection, fields),
    })),
  )
  if (!sets.length) return ''
  const after = (collection: string, id: string) => `${documentsAt}/${collection}/$(${id})`
  const isFor = (prefix: string) => `key[0:${prefix.length}] == ${ruleText(prefix)}`
  const writes = (collection: string) =>
    `(may('${collection}', '${LETTERS.create}') || may('${collection}', '${LETTERS.update}') || may('${collection}', '${LETTERS.delete}'))`
  const rights = [...new Set(sets.map((s) => s.resource.collection))].map(writes).join(' || ')
  const create = sets.map(
    ({
      resource,
      fields,
      prefix,
    }) => `(${isFor(prefix)} && ${writes(resource.collection)} && !getAfter(${after(resource.collection, 'request.resource.data.record')}).data.deleted
          && key == ${ruleText(prefix)} + ${hashOf(resource, `getAfter(${after(resource.collection, 'request.resource.data.record')}).data`, fields)})`,
  )
  const remove = sets.map(({ resource, fields, prefix }) => {
    const record = `getAfter(${after(resource.collection, 'resource.data.record')}).data`
    return `(${isFor(prefix)} && (${writes(resource.collection)} || may('${resource.collection}', '${LETTERS.purge}')) && (!existsAfter(${after(resource.collection, 'resource.data.record')}) || ${record}.deleted
          || ${fields.map((name) => `${record}.${name} == null`).join(' || ')} || key != ${ruleText(prefix)} + ${hashOf(resource, record, fields)}))`
  })
  return `
    // Values that no two live records may share: a document per value, named by its hash, that says whose it is.
    match /unique/{key} {
      allow get: if ${rights};
      allow create: if request.resource.data.keys().hasOnly(['record']) && request.resource.data.record is string
        && (${create.join('\n        || ')});
      allow delete: if ${remove.join('\n        || ')};
    }`
}

/**
 * Returns the rules for these resources. Permissions come with the token that the server signs for
 * a person: per collection the codes of `LETTERS`, valid until a time a few minutes ahead.
 */
export const rulesFile = (resources: readonly ResourceModel[]): string => `rules_version = '2';
// Written by \`npm run generate\` from the schemas; do not edit. It was not evaluated where it was written: the emulator
// that can do so is a download. \`npm run test:rules\` evaluates it where Java 21 and the emulator are.
service cloud.firestore {
  match /databases/{database}/documents {
    function may(collection, letter) {
      return request.auth != null && request.auth.token.until is int && request.time.toMillis() < request.auth.token.until
        && request.auth.token.documents is map && collection in request.auth.token.documents && letter in request.auth.token.documents[collection];
    }
    function made(d) {
      return d.version == 1 && d.createdAt == request.time && d.updatedAt == request.time && d.createdBy == request.auth.token.person && d.updatedBy == d.createdBy
        && d.deleted == false && d.deletedAt == null;
    }
    function changed(d, old) {
      return d.version == old.version + 1 && d.updatedAt == request.time && d.updatedBy == request.auth.token.person;
    }
    function edited(d, old) {
      return !old.deleted && d.deleted == false && d.deletedAt == null;
    }
    function trashed(d, old) {
      return !old.deleted && d.deleted == true && d.deletedAt == request.time && d.diff(old).affectedKeys().hasOnly(['deleted', 'deletedAt', 'version', 'updatedAt', 'updatedBy']);
    }
    function restored(d, old) {
      return old.deleted && d.deleted == false && d.deletedAt == null && d.diff(old).affectedKeys().hasOnly(['deleted', 'deletedAt', 'version', 'updatedAt', 'updatedBy']);
    }
${resources.map(matchOf).join('\n')}
${uniqueOf(resources)}
    // Whatever is named nowhere above is closed.
  }
}
`
