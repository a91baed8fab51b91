/**
 * The server's read access to single records in Firestore: by id, when a business rule needs one.
 */
import { outsideFetch } from '../base/outsideFetch.ts'
import { say } from '#model/message.ts'
import { isUuid } from '#model/uuid.ts'
import { decode } from '#model/documents/codec.ts'
import type { ResourceModel } from '#model/types.ts'
import { Problem } from '../base/problem.ts'
import type { RecordData } from '../store/types.ts'
import { accessTokens } from './accessToken.ts'
import { responseOf } from './call.ts'
import type { FirebaseConfig } from './config.ts'
import { fieldsOf, instants, member } from './documentWire.ts'

const SCOPE = 'https://www.googleapis.com/auth/datastore'
const GOOGLE = 'https://firestore.googleapis.com'

const away = (): Problem =>
  new Problem(503, 'documents_away', 'The document database cannot be reached.')

/**
 * Returns a function that reads a record, the trash included; undefined if there is none. It throws
 * 503 when Firestore does not respond, 500 for a document that does not fit the schema.
 */
export const documentReader = ({
  projectId,
  serviceAccount,
  emulators,
}: Pick<FirebaseConfig, 'projectId' | 'serviceAccount' | 'emulators'>): ((
  resource: ResourceModel,
  id: string,
) => Promise<RecordData | undefined>) => {
  // The emulator accepts this word in place of a service account's token.
  const token =
    emulators.firestore || !serviceAccount
      ? () => Promise.resolve('owner')
      : accessTokens(serviceAccount, SCOPE, outsideFetch).get
  const base = `projects/${projectId}/databases/(default)/documents`
  return async (resource, id) => {
    if (!isUuid(id)) return undefined
    const name = `${base}/${resource.collection}/${id}`
    const ask = async () =>
      responseOf(
        outsideFetch,
        'The document database',
        `${emulators.firestore ?? GOOGLE}/v1/${base}:batchGet`,
        {
          method: 'POST',
          headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ documents: [name] }),
        },
      )
    const response = await ask().catch(() => {
      throw away()
    })
    if (!response.ok) throw away()
    const found = member(
      Array.isArray(response.body) ? (response.body as unknown[])[0] : undefined,
      'found',
    )
    if (!found) return undefined
    const decoded = decode(resource, fieldsOf(found), instants)
    if ('misfits' in decoded) {
      throw new Problem(
        500,
        'unreadable',
        say('This record is stored in a form that does not fit: {{fields}}.', {
          fields: { list: decoded.misfits.map((m) => m.path) },
        }),
      )
    }
    return { id, ...decoded.values, ...decoded.standard }
  }
}
