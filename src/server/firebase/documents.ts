/** Collections that are kept in Firestore: which of those configured can be, and what each person may do with their documents. */
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

/** How long a person's rights hold before they are asked for again: what a role loses, documents lose that much later. */
export const RIGHTS_MS = 10 * 60_000

/** What a page signs in to documents with. */
export interface DocumentGrant {
  readonly token: string
  /** Instant. */
  readonly expiresAt: string
  readonly person: string
}

export interface Documents {
  /** The collections kept there; the server keeps none of their records meanwhile. */
  readonly collections: ReadonlySet<string>
  /** By collection, what is different in its pages. */
  readonly pages: Readonly<Record<string, Narrowed>>
  /** A record for the server's own rules; undefined for collections that the server keeps. */
  load(collection: string, id: string): Promise<RecordData | undefined> | undefined
  /** Permission keys less those that have no meaning there. */
  keys(access: Access, keys: readonly string[]): string[]
  /** Signs what a person may do; they must be a person of the back-office. */
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
 * Actions whose rights a rule of the database can hold: all rows, all fields. Who may see or write only some of either may do
 * nothing there, since rules would show them the rest.
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

/** Which of the configured resources are kept in Firestore. Those that cannot be stay on the server, each with a line that says why. */
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
