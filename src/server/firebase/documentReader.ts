/** How the server itself reads a record that is kept in Firestore: by its id, when a rule needs what it says. */
import { decode, type Instants } from '#model/documents/codec.ts'
import type { ResourceModel } from '#model/types.ts'
import { Problem } from '../http/problem.ts'
import type { RecordData } from '../store/types.ts'
import { accessTokens } from './accessToken.ts'
import { answerOf } from './call.ts'
import type { FirebaseConfig } from './config.ts'

const SCOPE = 'https://www.googleapis.com/auth/datastore'
const GOOGLE = 'https://firestore.googleapis.com'
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A point in time on the wire. */
class Stamp {
  readonly iso: string
  constructor(iso: string) { this.iso = iso }
}
const instants: Instants = {
  write: (iso) => new Stamp(iso),
  read: (value) => (value instanceof Stamp && !Number.isNaN(Date.parse(value.iso)) ? new Date(value.iso).toISOString() : undefined),
}

type Wire = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Wire => typeof value === 'object' && value !== null && !Array.isArray(value)
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** One value of Firestore's REST side as a value of JavaScript. What records cannot hold stays an object that `decode` reports. */
const plain = (value: unknown): unknown => {
  const [kind, inner] = isObject(value) ? Object.entries(value)[0] ?? [] : []
  switch (kind) {
    case 'nullValue': return null
    case 'integerValue': case 'doubleValue': return Number(inner)
    case 'booleanValue': case 'stringValue': return inner
    case 'timestampValue': return new Stamp(String(inner))
    case 'arrayValue': { const values = member(inner, 'values'); return Array.isArray(values) ? values.map(plain) : [] }
    case 'mapValue': return fieldsOf(inner)
    default: return new Stamp('')
  }
}
const fieldsOf = (holder: unknown): Record<string, unknown> => Object.fromEntries(Object.entries(member(holder, 'fields') ?? {}).map(([name, value]) => [name, plain(value)]))

const away = (): Problem => new Problem(503, 'documents_away', 'The document database cannot be reached.')

/** Answers the record, the trash included; undefined where there is none. Throws 503 where Firestore does not answer, 500 for a document that does not fit. */
export const documentReader = ({ projectId, serviceAccount, emulators }: Pick<FirebaseConfig, 'projectId' | 'serviceAccount' | 'emulators'>): ((resource: ResourceModel, id: string) => Promise<RecordData | undefined>) => {
  // The emulator takes this word for the key of a service account.
  const token = emulators.firestore || !serviceAccount ? () => Promise.resolve('owner') : accessTokens(serviceAccount, SCOPE, fetch).get
  const base = `projects/${projectId}/databases/(default)/documents`
  return async (resource, id) => {
    if (!UUID.test(id)) return undefined
    const name = `${base}/${resource.collection}/${id}`
    const ask = async () => answerOf(fetch, 'The document database', `${emulators.firestore ?? GOOGLE}/v1/${base}:batchGet`, { method: 'POST', headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ documents: [name] }) })
    const answer = await ask().catch(() => { throw away() })
    if (!answer.ok) throw away()
    const found = member(Array.isArray(answer.body) ? (answer.body as unknown[])[0] : undefined, 'found')
    if (!found) return undefined
    const decoded = decode(resource, fieldsOf(found), instants)
    if ('misfits' in decoded) throw new Problem(500, 'unreadable', `This record is stored in a form that does not fit: ${decoded.misfits.map((m) => m.path).join(', ')}.`)
    return { id, ...decoded.values, ...decoded.standard }
  }
}
