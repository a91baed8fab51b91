/**
 * Collections kept in Firestore: which of the configured ones are eligible, and what each person
 * may do with their documents.
 */
import { fieldsOnAll } from '../permissions/fieldsOn.ts'
import { judgeAll, type Facts } from '#model/documents/eligible.ts'
import { narrowed, withoutDocuments, type Narrowed } from '#model/documents/narrow.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import type { Access } from '../permissions/types.ts'
import type { RecordData } from '../store/types.ts'
import { uses, type FirebaseConfig } from './config.ts'
import { customToken } from './customToken.ts'
import { documentReader } from './documentReader.ts'
import { LETTERS } from './rulesFile.ts'

type Operation = keyof typeof LETTERS

/**
 * Lifetime of a person's document permissions: a permission removed from a role stays effective
 * this long for documents.
 */
export const RIGHTS_MS = 10 * 60_000

/** Token with which a page signs in to the document database. */
export interface DocumentGrant {
  readonly token: string
  /** Instant. */
  readonly expiresAt: string
  readonly person: string
}

export interface Documents {
  /** The collections kept in Firestore; the server keeps none of their records meanwhile. */
  readonly collections: ReadonlySet<string>
  /** By collection, the restrictions of its pages. */
  readonly pages: Readonly<Record<string, Narrowed>>
  /**
   * Loads a record for the server's business rules; undefined for collections that the server
   * keeps.
   */
  load(collection: string, id: string): Promise<RecordData | undefined> | undefined
  /** Removes the permission keys that have no meaning in Firestore. */
  keys(access: Access, keys: readonly string[]): string[]
  /** Signs what a person may do; the caller must be a person of the back-office. */
  grant(access: Access): Promise<DocumentGrant>
}

const whole = (access: Access, resource: ResourceModel, operation: Operation): boolean => {
  const key = `${resource.entity}.${operation}`
  const reading = operation === 'list' || operation === 'read'
  return (
    access.can(key) &&
    access.rows(resource, 't', sqlValues(), reading ? 'read' : 'write', key) === 'true'
  )
}

/**
 * Returns the actions that a Firestore rule can permit: those on all rows and all fields. Users who
 * may see or write only some rows or fields get none, since rules would show them the rest.
 */
export const operationsOf = (access: Access, resource: ResourceModel): ReadonlySet<Operation> => {
  const readable = fieldsOnAll(access, resource, 'read')
  if (!resource.fields.every((f) => readable.has(f.name))) return new Set()
  const writesBy = (operation: Operation): boolean => {
    const writable = fieldsOnAll(access, resource, 'write', `${resource.entity}.${operation}`)
    return resource.fields.filter((f) => !f.derived).every((f) => writable.has(f.name))
  }
  const reads = whole(access, resource, 'read')
  const may: Readonly<Record<Operation, boolean>> = {
    list: reads,
    read: reads,
    create: reads && writesBy('create'),
    update: reads && writesBy('update'),
    delete: reads,
    purge: reads,
  }
  return new Set(
    (Object.keys(LETTERS) as Operation[]).filter(
      (operation) => may[operation] && whole(access, resource, operation),
    ),
  )
}

const none: Documents = {
  collections: new Set(),
  pages: {},
  load: () => undefined,
  keys: (_, keys) => [...keys],
  grant: () => Promise.reject(new Error('No documents are configured.')),
}

/**
 * Decides which of the configured resources are kept in Firestore. Ineligible ones stay on the
 * server, each with a warning that says why.
 */
export const openDocuments = (
  config: FirebaseConfig | undefined,
  model: Model,
  facts: Facts,
  warn: (line: string) => void,
): Documents => {
  if (!uses(config, 'documents')) return none
  const { serviceAccount, emulators } = config
  if (!serviceAccount && !emulators.auth) {
    warn(
      'Documents stay on the server: serviceAccount is missing in FIREBASE_CONFIG, and what a person may do is signed with it.',
    )
    return none
  }
  const verdicts = judgeAll(model, facts)
  const chosen = config.documents.resources.flatMap((collection) => {
    const refusals = verdicts.find((v) => v.collection === collection)?.refusals ?? [
      'There is no such collection.',
    ]
    if (refusals.length) warn(`"${collection}" stays on the server: ${refusals.join(' ')}`)
    return refusals.length ? [] : model.resources.filter((r) => r.collection === collection)
  })
  const byEntity = new Map(chosen.map((r) => [r.entity, r]))
  const isAbout = (key: string): ResourceModel | undefined => byEntity.get(key.split('.', 1)[0]!)
  const read = documentReader(config)
  return {
    collections: new Set(chosen.map((r) => r.collection)),
    pages: Object.fromEntries(chosen.map((r) => [r.collection, narrowed(r)])),
    load(collection, id) {
      const resource = chosen.find((r) => r.collection === collection)
      return resource && read(resource, id)
    },
    keys: (access, keys) =>
      keys.filter((key) => {
        const resource = isAbout(key)
        if (!resource) return true
        const operation = key.split('.')[1]!
        if ((withoutDocuments as readonly string[]).includes(operation)) return false
        const operations = operationsOf(access, resource)
        return Object.hasOwn(LETTERS, operation)
          ? operations.has(operation as Operation)
          : operations.size > 0
      }),
    async grant(access) {
      const person = access.actor.personId
      if (person === null) {
        throw new Error('Only people of the back-office have rights to documents.')
      }
      const until = Date.now() + RIGHTS_MS
      const documents = Object.fromEntries(
        chosen.map((r) => [
          r.collection,
          [...operationsOf(access, r)].map((operation) => LETTERS[operation]),
        ]),
      )
      return {
        token: await customToken(
          { uid: `back-office-${person}`, claims: { documents, person, until } },
          emulators.auth ? undefined : serviceAccount,
        ),
        expiresAt: new Date(until).toISOString(),
        person,
      }
    },
  }
}
